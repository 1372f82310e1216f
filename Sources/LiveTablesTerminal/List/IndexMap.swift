/// Where the items of a list are after some went and others came.
///
/// What is neither gone nor new keeps its order, so its place follows from counting.
struct IndexMap: Sendable {
  /// The places, before, of what was removed or moved away; sorted.
  private let gone: [Int]
  /// The places, after, of what was inserted or moved there; sorted.
  private let taken: [Int]

  /// Creates a map from the indices in any order.
  init(gone: [Int], taken: [Int]) {
    self.gone = gone.sorted()
    self.taken = taken.sorted()
  }

  /// Whether the item at an index is gone.
  func isGone(_ index: Int) -> Bool {
    let position = Self.count(in: gone) { $0 < index }
    return position < gone.count && gone[position] == index
  }

  /// Where the item at an index is afterwards, or nil if it is gone.
  ///
  /// - Complexity: O(log *k*) in the number of changes.
  func target(of index: Int) -> Int? {
    guard !isGone(index) else { return nil }
    let rank = index - Self.count(in: gone) { $0 < index }
    // Before the taken place number `n` there are `taken[n] - n` free ones.
    var low = 0
    var high = taken.count
    while low < high {
      let middle = (low + high) / 2
      if taken[middle] - middle <= rank {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return rank + low
  }

  /// How many of the first elements satisfy a condition that, in a sorted list, only they do.
  private static func count(in sorted: [Int], where condition: (Int) -> Bool) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if condition(sorted[middle]) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
