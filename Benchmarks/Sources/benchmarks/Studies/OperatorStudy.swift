import LiveTables
import TableDiff

/// One edit of a source, followed by an operator, beside deriving the table anew and differencing it.
enum OperatorStudy {
  private static let sizes = [10_000, 100_000, 1_000_000]

  static func findings() async throws -> [Finding] {
    var race = Race(runs: 15)
    var findings: [Finding] = []
    for kind in Kind.allCases {
      var small = 0.0
      for size in sizes {
        let times = kind.times(size, &race)
        let followed = times["followed", default: 0]
        if size == sizes[0] { small = followed }
        findings.append(
          Finding(
            what: "\(kind.rawValue): one row updated, \(Format.grouped(size)) rows",
            value: "\(Format.short(followed * 1000)) µs; anew and differenced "
              + "\(Format.short(times["anew", default: 0] * 1000)) µs",
            target: size == sizes[2] ? ("at most 5× of 10,000", followed <= 5 * small) : nil))
      }
    }
    return findings + [try await sortedRow(byIdentity: false), try await sortedRow(byIdentity: true)]
  }

  private enum Kind: String, CaseIterable {
    case map, filter, sorted, grouped

    func times(_ size: Int, _ race: inout Race) -> [String: Double] {
      // The calls name their types, so that each is compiled for its own.
      switch self {
      case .map:
        OperatorStudy.times(
          size, MapOperator<OneSection, IntRow, Heading<Int>> { Heading(id: $0.id, title: $0.text) }, &race)
      case .filter: OperatorStudy.times(size, FilterOperator<OneSection, IntRow> { $0.id % 2 == 0 }, &race)
      case .sorted: OperatorStudy.times(size, SortOperator<OneSection, IntRow> { $0.text < $1.text }, &race)
      case .grouped:
        OperatorStudy.times(size, GroupOperator<IntRow, Int>(.init(by: { Int($0.text.utf8.last ?? 0) })), &race)
      }
    }
  }

  /// A long chain of single updates, each in another place.
  @inline(__always)
  private static func times<Operator: TableOperator>(
    _ size: Int, _ machine: Operator, _ race: inout Race
  ) -> [String: Double] where Operator.SourceSection == OneSection, Operator.SourceRow == IntRow {
    var source = TableSnapshot(rows: (0..<size).map { IntRow(number: $0, revision: 0) })
    var derived = machine
    derived.reset(to: source)
    var random = SplitMix64(state: 11)
    func edited() -> TableSnapshot<OneSection, IntRow> {
      var next = source
      let row = Int.random(in: 0..<size, using: &random)
      next.update(.path(RowPath(section: 0, row: row))) { $0 = $0.revised() }
      return next
    }
    return race.medians(of: [
      Contender(name: "followed") {
        let next = edited()
        let changeset = derived.changeset(for: next.difference(from: source))
        source = next
        return changeset.operationCount
      },
      Contender(name: "anew") {
        let next = edited()
        var fresh = machine
        fresh.reset(to: next)
        let changeset = fresh.table.difference(from: derived.table)
        return changeset.operationCount
      },
    ])
  }

  /// From the edit of a live table to the changeset that a reader of the sorted one is handed.
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
        try await live.edit { $0.update(.path(RowPath(0, number))) { $0.text = text } }
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
