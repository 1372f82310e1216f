/// A small array of choices in which every pair of choices for two factors occurs.
struct CoveringArray {
  /// The number of choices for each factor.
  let factors: [Int]
  /// The rows, each with one choice for each factor.
  private(set) var rows: [[Int]] = []

  struct Pair: Hashable {
    let one: Int
    let choice: Int
    let other: Int
    let otherChoice: Int
  }

  /// Builds rows greedily: each starts with a missing pair, and adds the choices that cover the most missing pairs.
  init(_ factors: [Int]) {
    self.factors = factors
    var missing = allPairs
    while let first = missing.min(by: { Self.order($0) < Self.order($1) }) {
      var row = [Int?](repeating: nil, count: factors.count)
      row[first.one] = first.choice
      row[first.other] = first.otherChoice
      for factor in factors.indices where row[factor] == nil {
        row[factor] = (0..<factors[factor]).max {
          Self.news(row, factor, $0, missing) < Self.news(row, factor, $1, missing)
        }
      }
      let chosen = row.map { $0 ?? 0 }
      missing.subtract(pairs(of: chosen))
      rows.append(chosen)
    }
  }

  /// The pairs that must occur.
  var allPairs: Set<Pair> {
    var pairs: Set<Pair> = []
    for one in factors.indices {
      for other in factors.indices where one < other {
        for choice in 0..<factors[one] {
          for otherChoice in 0..<factors[other] {
            pairs.insert(Pair(one: one, choice: choice, other: other, otherChoice: otherChoice))
          }
        }
      }
    }
    return pairs
  }

  /// Returns the pairs in a row.
  func pairs(of row: [Int]) -> Set<Pair> {
    var pairs: Set<Pair> = []
    for one in row.indices {
      for other in row.indices where one < other {
        pairs.insert(Pair(one: one, choice: row[one], other: other, otherChoice: row[other]))
      }
    }
    return pairs
  }

  private static func order(_ pair: Pair) -> Int {
    ((pair.one * 100 + pair.other) * 100 + pair.choice) * 100 + pair.otherChoice
  }

  /// Returns the number of missing pairs that a choice would cover.
  private static func news(_ row: [Int?], _ factor: Int, _ choice: Int, _ missing: Set<Pair>) -> Int {
    row.indices.count { other in
      guard other != factor, let otherChoice = row[other] else { return false }
      let pair =
        other < factor
        ? Pair(one: other, choice: otherChoice, other: factor, otherChoice: choice)
        : Pair(one: factor, choice: choice, other: other, otherChoice: otherChoice)
      return missing.contains(pair)
    }
  }
}
