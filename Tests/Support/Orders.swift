/// Returns all orders of all subsets.
package func arrangements(_ elements: [Int]) -> [[Int]] {
  var all: [[Int]] = [[]]
  for element in elements {
    let rest = arrangements(elements.filter { $0 != element })
    all += rest.map { [element] + $0 }
  }
  return all
}

/// Returns the length of the longest increasing subsequence, by patience sorting (Schensted, 1961).
package func longestIncreasing(_ values: [Int]) -> Int {
  var tops: [Int] = []
  for value in values {
    var piles = 0..<tops.count
    while let middle = piles.isEmpty ? nil : piles.lowerBound + piles.count / 2 {
      piles = tops[middle] < value ? middle + 1..<piles.upperBound : piles.lowerBound..<middle
    }
    if piles.lowerBound < tops.count { tops[piles.lowerBound] = value } else { tops.append(value) }
  }
  return tops.count
}
