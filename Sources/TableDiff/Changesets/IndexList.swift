/// Distinct indices of one list in ascending order, and what they mean for the indices that are not among them.
struct IndexList {
  let indices: [Int]

  /// - Complexity: O(*k* log *k*); O(*k*) for indices that ascend.
  init(_ given: [Int]) {
    if zip(given, given.dropFirst()).allSatisfy({ $0 < $1 }) {
      indices = given
    } else {
      var distinct: [Int] = []
      for index in given.sorted() where index != distinct.last { distinct.append(index) }
      indices = distinct
    }
  }

  /// How many of the indices are below a value.
  ///
  /// - Complexity: O(log *k*).
  func count(below value: Int) -> Int { firstPosition { indices[$0] >= value } }

  /// The index with a rank, counted from zero, among all those that are not in the list.
  ///
  /// - Complexity: O(log *k*).
  func other(_ rank: Int) -> Int { rank &+ count(belowOther: rank) }

  /// How many of the indices are below the one with a rank among those that are not in the list.
  ///
  /// - Complexity: O(log *k*).
  func count(belowOther rank: Int) -> Int { firstPosition { indices[$0] &- $0 > rank } }

  /// The first position in the list that has a property which all later ones have too.
  private func firstPosition(where isReached: (Int) -> Bool) -> Int {
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
