import LiveTables
import LiveTablesOperators

/// Measures an edit of a live table until the reader of a derived table receives its changeset.
enum OperatorStudy {
  private static let sizes = [10_000, 100_000, 1_000_000]

  static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for kind in Kind.allCases {
      var small = 0.0
      for size in sizes {
        let time = try await kind.time(size)
        if size == sizes[0] { small = time }
        findings.append(
          Finding(
            what: "\(kind.rawValue): one row updated, \(Format.grouped(size)) rows", value: "\(Format.short(time)) µs",
            target: size == sizes[2] ? ("at most 5× of 10,000", time <= 5 * small) : nil))
      }
    }
    return findings + [try await sortedRow(byIdentity: false), try await sortedRow(byIdentity: true)]
  }

  private enum Kind: String, CaseIterable {
    case map, filter, sorted, grouped

    func time(_ size: Int) async throws -> Double {
      let live = LiveTable(rows: (0..<size).map { IntRow(number: $0, revision: 0) })
      switch self {
      case .map: return try await OperatorStudy.time(live.map { Heading(id: $0.id, title: $0.text) }, of: live, size)
      case .filter: return try await OperatorStudy.time(live.filter { $0.id % 2 == 0 }, of: live, size)
      case .sorted: return try await OperatorStudy.time(live.sorted { $0.text < $1.text }, of: live, size)
      case .grouped:
        return try await OperatorStudy.time(live.grouped { $0.id % 100 }, of: live, size)
      }
    }
  }

  /// Returns the median time in microseconds of updates of single rows that every operator keeps.
  @concurrent private static func time<Section, Row>(
    _ derived: DerivedTable<Section, Row>, of live: LiveTable<OneSection, IntRow>, _ size: Int
  ) async throws -> Double {
    var reader = derived.changes.makeAsyncIterator()
    _ = await reader.next()
    var random = SplitMix64(state: 11)
    var times: [Double] = []
    for _ in 0..<500 {
      let row = RowPath(section: 0, row: Int.random(in: 0..<size / 2, using: &random) * 2)
      let start = Stopwatch.wall
      try await live.edit { $0.update(.path(row)) { $0 = $0.revised() } }
      _ = await reader.next()
      times.append((Stopwatch.wall - start) * 1e3)
    }
    return Race.median(times)
  }

  /// Measures an edit of a live table until the reader of a sorted table receives its changeset.
  @concurrent private static func sortedRow(byIdentity: Bool) async throws -> Finding {
    let size = 100_000
    let live = LiveTable(rows: (0..<size).map { IntRow(number: $0, revision: 0) })
    var reader = live.sorted { $0.text < $1.text }.changes.makeAsyncIterator()
    _ = await reader.next()
    var random = SplitMix64(state: 5)
    var times: [Double] = []
    var count = 0
    for _ in 0..<2_000 {
      let number = Int.random(in: 0..<size, using: &random)
      let text = Texts.content(Int.random(in: 0..<size, using: &random), 1)
      let clock = ContinuousClock()
      let start = clock.now
      if byIdentity {
        try await live.edit { $0.update(.id(number)) { $0.text = text } }
      } else {
        try await live.edit { $0.update(.path(RowPath(section: 0, row: number))) { $0.text = text } }
      }
      count += await reader.next()?.changeset.operationCount ?? 0
      let (seconds, attoseconds) = (clock.now - start).components
      times.append(Double(seconds) * 1e6 + Double(attoseconds) / 1e12)
    }
    times.sort()
    let median = times[times.count / 2]
    return Finding(
      what: "one row of 100,000 sorted ones, by \(byIdentity ? "identity" : "path"), edit to changeset",
      value: "\(Format.short(median)) µs; 99th percentile \(Format.short(times[times.count * 99 / 100])) µs, "
        + "\(count) operations",
      target: ("under 50 µs", median < 50))
  }
}
