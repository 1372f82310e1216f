import LiveTables

/// Compares the diff in generic code that is not specialized for its rows, with the specialized one.
///
/// Code that reads rows is compiled where their type conforms. For a generic type, that code is generic, too.
enum GenericStudy {
  static func findings() -> [Finding] {
    let changes = [Scenario.unchanged, .edits1pct, .shuffle, .replaceAll]
    return changes.map { finding(of: MailRow.self, "eight", $0, limit: 3) }
      + changes.map { finding(of: EightRow<Int>.self, "eight of a generic type", $0, limit: nil) }
  }

  private static func finding<Row: BenchmarkRow>(
    of type: Row.Type, _ name: String, _ scenario: Scenario, limit: Double?
  ) -> Finding {
    let size = 10_000
    let change = FlatChange<Row>(scenario, count: size)
    let (old, new) = (change.oldTable, change.new(.rebuilt))
    var race = Race(runs: 9)
    let times = race.medians(of: [
      Contender(name: "direct") { TableSnapshot(rows: new).difference(from: old).operationCount },
      Contender(name: "generic") { generic(new, old) },
    ])
    let (direct, other) = (times["direct"] ?? 0, times["generic"] ?? 0)
    return Finding(
      what: "generic code, \(Format.grouped(size)) rows, \(name), \(scenario.rawValue)",
      value: "\(Format.short(other / direct))× of \(Format.short(direct)) ms",
      target: limit.map { ("at most \(Format.short($0))×", other <= $0 * direct) },
      json: [
        "scenario": "generic", "row": .text(name), "rows": .count(size), "change": .text(scenario.rawValue),
        "direct_ms": .time(direct), "generic_ms": .time(other),
      ])
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private static func generic<Row: BenchmarkRow>(_ new: [Row], _ old: TableSnapshot<OneSection, Row>) -> Int {
    TableSnapshot(rows: new).difference(from: old).operationCount
  }
}
