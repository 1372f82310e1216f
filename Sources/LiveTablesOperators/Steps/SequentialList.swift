import LiveTables

/// One list on its way from before a batch to after it, one step at a time: where things are at each moment.
///
/// First what is deleted goes, the last first. Then everything that arrives does so in its final order, moved or new.
/// Between two elements that stay put, what has arrived stands before what still waits to leave; so the place of
/// each can be counted from the operations alone, without looking at those that stay put.
struct SequentialList {
  /// Indices before of what is deleted or moved elsewhere.
  private let leaving: IndexList
  /// Indices after of what is inserted or moved here.
  private let arriving: IndexList
  /// Indices before of what moves.
  private let moving: IndexList
  /// Which of those that move are still where they were.
  private var waiting: FenwickTree
  private var arrived = 0

  /// - Complexity: O(*k* log *k*).
  init(deleted: [Int], inserted: [Int], movedFrom: [Int], movedTo: [Int]) {
    leaving = IndexList(deleted + movedFrom)
    arriving = IndexList(inserted + movedTo)
    moving = IndexList(movedFrom)
    waiting = FenwickTree(ones: moving.indices.count)
  }

  /// Takes out an element that moves.
  ///
  /// - Parameter index: Its index before.
  /// - Returns: Its index at this moment.
  /// - Complexity: O(log *k*).
  mutating func leave(_ index: Int) -> Int {
    let staying = index &- leaving.count(below: index)
    let rank = moving.count(below: index)
    let place = staying &+ min(arrived, arriving.count(belowOther: staying)) &+ waiting.sum(before: rank)
    waiting.add(-1, at: rank)
    return place
  }

  /// Puts the element in its place that comes next in the order after.
  ///
  /// - Parameter index: Its index after.
  /// - Returns: Its index at this moment.
  /// - Complexity: O(log *k*).
  mutating func arrive(_ index: Int) -> Int {
    let rank = arriving.count(below: index)
    arrived = rank + 1
    let staying = index &- rank
    // Those that wait before the last staying element that precedes it.
    let waitingBefore = staying <= 0 ? 0 : moving.count(below: leaving.other(staying &- 1))
    return index &+ waiting.sum(before: waitingBefore)
  }
}
