import TableDiff

/// A difference in generic code that is not compiled for its rows, as in another module, beside one that is.
enum GenericStudy {
  static func findings() -> [Finding] {
    [Scenario.unchanged, .edits1pct, .shuffle, .replaceAll].map(finding)
  }

  private static func finding(_ scenario: Scenario) -> Finding {
    let size = 10_000
    let change = FlatChange<EightRow<Int>>(scenario, count: size)
    let (old, new) = (change.oldTable, change.new(.rebuilt))
    var race = Race(runs: 9)
    let times = race.medians(of: [
      Contender(name: "direct") { TableSnapshot(rows: new).difference(from: old).operationCount },
      Contender(name: "generic") { generic(new, old) },
    ])
    let (direct, other) = (times["direct"] ?? 0, times["generic"] ?? 0)
    return Finding(
      what: "generic code, \(Format.grouped(size)) rows, \(scenario.rawValue)",
      value: "\(Format.short(other / direct))× of \(Format.short(direct)) ms",
      target: ("at most 3×", other <= 3 * direct),
      json: [
        "scenario": "generic", "row": "eight", "rows": .count(size), "change": .text(scenario.rawValue),
        "direct_ms": .time(direct), "generic_ms": .time(other),
      ])
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  private static func generic<Row: BenchmarkRow>(_ new: [Row], _ old: TableSnapshot<OneSection, Row>) -> Int {
    TableSnapshot(rows: new).difference(from: old).operationCount
  }
}
