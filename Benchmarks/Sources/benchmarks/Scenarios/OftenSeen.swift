/// Changes that are common in applications.
enum OftenSeen {
  /// - Returns: The old and new rows.
  static func change<Row: BenchmarkRow>(
    _ scenario: Scenario, of rows: [Row], _ random: inout SplitMix64
  ) -> (old: [Row], new: [Row]) {
    var new = rows
    func row(_ number: Int) -> Row { Row(number: rows.count + number, revision: 0) }
    func isKept(_ place: Int) -> Bool { SplitMix64.mixed(UInt64(place)) % 2 == 0 }
    switch scenario {
    case .small:
      for place in stride(from: 1, to: rows.count, by: 10) { new[place] = new[place].revised() }
      new.remove(at: rows.count / 2)
      new.insert(row(0), at: rows.count / 3)
    case .filterHalf: new = rows.indices.filter(isKept).map { rows[$0] }
    case .unfilterHalf: return (rows.indices.filter(isKept).map { rows[$0] }, rows)
    case .sortColumn:
      // Sorts stably by a column of a hundred values.
      let keys = rows.indices.map { SplitMix64.mixed(UInt64($0) &+ 11) % 100 }
      new = rows.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { rows[$0] }
    case .page: new += (0..<50).map(row)
    case .chat:
      new[rows.count - 1] = new[rows.count - 1].revised()
      new.append(row(0))
    case .prices: for place in stride(from: 3, to: rows.count, by: 20) { new[place] = new[place].revised() }
    case .blocks:
      let length = max(rows.count / 200, 1)
      for _ in 0..<20 {
        let start = Int.random(in: 0...(new.count - length), using: &random)
        let block = new[start..<start + length]
        new.removeSubrange(start..<start + length)
        new.insert(contentsOf: block, at: Int.random(in: 0...new.count, using: &random))
      }
    case .duplicates:
      let old = rows.indices.map { Row(number: $0 / 3, revision: 0) }
      new = old
      for _ in 0..<max(rows.count / 20, 1) {
        new.swapAt(
          Int.random(in: rows.indices, using: &random), Int.random(in: rows.indices, using: &random))
      }
      return (old, new)
    default: break
    }
    return (rows, new)
  }
}
