/// The algorithm that finds the increasing subsequence with the greatest total weight.
package enum HeaviestIncreasing {
  /// Marks the increasing subsequence of values that has the greatest total weight.
  ///
  /// The algorithm uses prefix maxima in a binary indexed tree (Fenwick, 1994).
  ///
  /// - Parameters:
  ///   - values: The values, which must be distinct.
  ///   - weights: The weight of each value, which must be positive.
  /// - Complexity: O(*n* log *n*).
  package static func subsequence(of values: [Int32], weights: [Int32]) -> [Bool] {
    let count = values.count
    var isKept = [Bool](repeating: false, count: count)
    if count == 0 { return isKept }
    var rank = [Int](repeating: 0, count: count)
    for (place, index) in values.indices.sorted(on: { values[$0] }).enumerated() { rank[index] = place }
    var total: [Int] = []
    var previous: [Int] = []
    // The element `tree[k]` is the heaviest subsequence so far that ends in one of the ranks covered by node k.
    var tree = [Int](repeating: -1, count: count + 1)
    var best = 0
    for index in 0..<count {
      var node = rank[index]
      var before = -1
      while node > 0 {
        let candidate = tree[node]
        if candidate >= 0, before < 0 || total[candidate] > total[before] { before = candidate }
        node &= node - 1
      }
      previous.append(before)
      total.append(Int(weights[index]) + (before >= 0 ? total[before] : 0))
      if total[index] > total[best] { best = index }
      node = rank[index] + 1
      while node <= count {
        if tree[node] < 0 || total[tree[node]] < total[index] { tree[node] = index }
        node += node & -node
      }
    }
    var index = best
    while index >= 0 {
      isKept[index] = true
      index = previous[index]
    }
    return isKept
  }
}
