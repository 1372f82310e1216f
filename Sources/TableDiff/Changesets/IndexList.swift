/// Distinct indices of a list in ascending order, with conversions for the other indices.
package struct IndexList {
  package let indices: [Int]

  /// - Complexity: O(*k* log *k*); O(*k*) for ascending indices.
  package init(_ given: [Int]) {
    if zip(given, given.dropFirst()).allSatisfy({ $0 < $1 }) {
      indices = given
    } else {
      var distinct: [Int] = []
      for index in given.ascending() where index != distinct.last { distinct.append(index) }
      indices = distinct
    }
  }

  /// Returns the number of indices below a value.
  ///
  /// - Complexity: O(log *k*).
  package func count(below value: Int) -> Int { indices.partitioningIndex { $0 >= value } }

  /// Returns the index with a rank, counted from zero, among all indices that are not in the list.
  ///
  /// - Complexity: O(log *k*).
  package func other(_ rank: Int) -> Int { rank &+ count(belowOther: rank) }

  /// Returns how many of the indices are below the index with a rank among those that are not in the list.
  ///
  /// - Complexity: O(log *k*).
  package func count(belowOther rank: Int) -> Int { indices.indices.partitioningIndex { indices[$0] &- $0 > rank } }

  /// Returns the new index of an item after the items of `leaving` are deleted and the items of this list are inserted,
  /// or `nil` if the item is deleted.
  package func target(of index: Int, leaving: IndexList) -> Int? {
    let below = leaving.count(below: index)
    if below < leaving.indices.count, leaving.indices[below] == index { return nil }
    return other(index - below)
  }
}
