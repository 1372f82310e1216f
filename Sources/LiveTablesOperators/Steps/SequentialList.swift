import LiveTables

/// The state of a list during the steps of a batch.
///
/// A sequential list provides the index of each element at each step.
///
/// Deleted elements are removed first, in reverse order. Inserted and moved elements are then added in their final
/// order. Between two elements that stay, elements that have been added precede those that still have to leave.
/// Therefore, all indices can be computed without visiting the elements that stay.
struct SequentialList {
  /// The old indices of deleted and moved elements.
  private let leaving: IndexList
  /// The new indices of inserted and moved elements.
  private let arriving: IndexList
  private let moving: IndexList
  /// The moved elements that are still in their old positions.
  private var waiting: FenwickTree
  private var arrived = 0

  /// - Complexity: O(*k* log *k*).
  init(deleted: [Int], inserted: [Int], movedFrom: [Int], movedTo: [Int]) {
    leaving = IndexList(deleted + movedFrom)
    arriving = IndexList(inserted + movedTo)
    moving = IndexList(movedFrom)
    waiting = FenwickTree(ones: moving.indices.count)
  }

  /// Removes an element that moves.
  ///
  /// - Complexity: O(log *k*).
  mutating func leave(_ index: Int) -> Int {
    let staying = index &- leaving.count(below: index)
    let rank = moving.count(below: index)
    let place = staying &+ min(arrived, arriving.count(belowUnlisted: staying)) &+ waiting.sum(before: rank)
    waiting.add(-1, at: rank)
    return place
  }

  /// Inserts the next element of the new order.
  ///
  /// - Complexity: O(log *k*).
  mutating func arrive(_ index: Int) -> Int {
    let rank = arriving.count(below: index)
    arrived = rank + 1
    let staying = index &- rank
    // The elements that are waiting before the last preceding element that stays.
    let waitingBefore = staying <= 0 ? 0 : moving.count(below: leaving.unlisted(staying &- 1))
    return index &+ waiting.sum(before: waitingBefore)
  }
}
