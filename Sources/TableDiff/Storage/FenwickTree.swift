/// The prefix sums of a list whose elements can change (Fenwick, 1994).
package struct FenwickTree {
  private var sums: [Int]

  /// Creates the prefix sums of a list whose elements are all 1.
  ///
  /// - Complexity: O(*n*).
  package init(ones count: Int) { sums = (0..<count + 1).map { $0 & -$0 } }

  package var count: Int { sums.count - 1 }

  package mutating func append() {
    let index = sums.count
    sums.append(1 &+ sum(before: index - 1) &- sum(before: index & (index - 1)))
  }

  package mutating func add(_ amount: Int, at index: Int) {
    var node = index + 1
    while node < sums.count {
      sums[node] &+= amount
      node += node & -node
    }
  }

  package func sum(before index: Int) -> Int {
    var node = index
    var sum = 0
    while node != 0 {
      sum &+= sums[node]
      node &= node - 1
    }
    return sum
  }
}
