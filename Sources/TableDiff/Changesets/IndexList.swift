/// Distinct indices in ascending order, with methods for the indices that the list does not contain.
///
/// Lookups take O(log *k*).
package struct IndexList {
  package let indices: [Int]

  /// - Complexity: O(*k* log *k*), or O(*k*) for ascending indices.
  package init(_ given: [Int]) {
    if zip(given, given.dropFirst()).allSatisfy({ $0 < $1 }) {
      indices = given
    } else {
      var distinct: [Int] = []
      for index in given.ascending() where index != distinct.last { distinct.append(index) }
      indices = distinct
    }
  }

  package func count(below value: Int) -> Int { indices.partitioningIndex { $0 >= value } }

  /// Returns the index with the given zero-based rank among all indices that are not in the list.
  package func unlisted(_ rank: Int) -> Int { rank &+ count(belowUnlisted: rank) }

  /// Returns the number of listed indices below the index that has the given rank among the unlisted indices.
  package func count(belowUnlisted rank: Int) -> Int { indices.indices.partitioningIndex { indices[$0] &- $0 > rank } }

  /// Returns the new index of an item, or `nil` if the item is deleted.
  ///
  /// `leaving` lists the deleted items, and this list the inserted items.
  package func target(of index: Int, leaving: IndexList) -> Int? {
    let below = leaving.count(below: index)
    if below < leaving.indices.count, leaving.indices[below] == index { return nil }
    return unlisted(index - below)
  }
}
