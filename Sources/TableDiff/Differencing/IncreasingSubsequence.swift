/// Which elements keep their order: longest and heaviest increasing subsequences of integers.
///
/// What is in such a subsequence need not move; what is not, must. So the longest one means the fewest moves.
enum IncreasingSubsequence {
  /// Marks one longest increasing subsequence.
  ///
  /// Patience sorting (Fredman, 1975). A value above all before it, the common case, costs no search.
  ///
  /// - Parameter values: Distinct values.
  /// - Complexity: O(*n* log *l*), where *l* is the length found; O(*n*) for ascending values.
  static func longest(of values: [Int32]) -> [Bool] {
    var isKept = [Bool](repeating: false, count: values.count)
    if values.isEmpty { return isKept }
    // tails[k]: where the subsequence of length k + 1 with the smallest last value ends.
    var tails: [Int32] = []
    var tailValues: [Int32] = []
    var previous = [Int32](repeating: -1, count: values.count)
    for (index, value) in values.enumerated() {
      if let last = tailValues.last, value <= last {
        // The first tail that is not below; halved without a branch, which no processor could foretell.
        var low = 0
        var length = tailValues.count
        while length > 1 {
          let half = length / 2
          low = tailValues[low + half - 1] < value ? low + half : low
          length -= half
        }
        if low > 0 { previous[index] = tails[low - 1] }
        tails[low] = Int32(index)
        tailValues[low] = value
      } else {
        if let tail = tails.last { previous[index] = tail }
        tails.append(Int32(index))
        tailValues.append(value)
      }
    }
    var index = tails[tails.count - 1]
    while index >= 0 {
      isKept[Int(index)] = true
      index = previous[Int(index)]
    }
    return isKept
  }

  /// Marks one increasing subsequence of the greatest total weight.
  ///
  /// Prefix maxima in a binary indexed tree (Fenwick, 1994).
  ///
  /// - Parameters:
  ///   - values: Distinct values.
  ///   - weights: What each one weighs, above zero.
  /// - Complexity: O(*n* log *n*).
  static func heaviest(of values: [Int32], weights: [Int32]) -> [Bool] {
    let count = values.count
    var isKept = [Bool](repeating: false, count: count)
    if count == 0 { return isKept }
    var rank = [Int](repeating: 0, count: count)
    for (place, index) in values.indices.sorted(by: { values[$0] < values[$1] }).enumerated() { rank[index] = place }
    var total = [Int](repeating: 0, count: count)
    var previous = [Int](repeating: -1, count: count)
    // tree[k]: the heaviest subsequence so far that ends in one of the ranks that node k stands for.
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
      previous[index] = before
      total[index] = Int(weights[index]) + (before >= 0 ? total[before] : 0)
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
