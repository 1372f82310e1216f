import LiveTables

/// Measures the memory of diffs of ten million rows, relative to the array of the rows.
enum MemoryStudy {
  static let count = 10_000_000

  static func findings() -> [Finding] {
    [Scenario.edits1pct, .readme, .shuffle, .replaceAll].map(finding)
  }

  private static func finding(_ scenario: Scenario) -> Finding {
    var race = Race(runs: 1)
    let change = FlatChange<IntRow>(scenario, count: count)
    let oldTable = change.oldTable
    let newTable = TableSnapshot(rows: change.new)
    let contender = Contender(name: "subject") { newTable.difference(from: oldTable).operationCount }
    let (time, counted) = race.firstTime(contender)
    let peak = counted ?? 0
    let array = count * MemoryLayout<IntRow>.stride
    return Finding(
      what: "\(scenario.rawValue), 10,000,000 rows in an array of \(Format.bytes(array))",
      value: "peak \(Format.bytes(peak)), \(Format.short(Double(peak) / Double(array)))×, \(Format.short(time)) ms",
      target: ("at most 4×", peak <= 4 * array))
  }
}
