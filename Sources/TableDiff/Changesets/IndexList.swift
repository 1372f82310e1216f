/// Distinct indices of one list in ascending order, and what they mean for the indices that are not among them.
package struct IndexList {
  package let indices: [Int]

  /// - Complexity: O(*k* log *k*); O(*k*) for indices that ascend.
  package init(_ given: [Int]) {
    if zip(given, given.dropFirst()).allSatisfy({ $0 < $1 }) {
      indices = given
    } else {
      var distinct: [Int] = []
      for index in given.ascending() where index != distinct.last { distinct.append(index) }
      indices = distinct
    }
  }

  /// How many of the indices are below a value.
  ///
  /// - Complexity: O(log *k*).
  package func count(below value: Int) -> Int { indices.partitioningIndex { $0 >= value } }

  /// The index with a rank, counted from zero, among all those that are not in the list.
  ///
  /// - Complexity: O(log *k*).
  package func other(_ rank: Int) -> Int { rank &+ count(belowOther: rank) }

  /// How many of the indices are below the one with a rank among those that are not in the list.
  ///
  /// - Complexity: O(log *k*).
  package func count(belowOther rank: Int) -> Int { indices.indices.partitioningIndex { indices[$0] &- $0 > rank } }

  /// Where an item of a list is after those of another list have left and those of this one have arrived; `nil` if it has
  /// left itself.
  package func target(of index: Int, leaving: IndexList) -> Int? {
    let below = leaving.count(below: index)
    if below < leaving.indices.count, leaving.indices[below] == index { return nil }
    return other(index - below)
  }
}
