import Foundation
import LiveTables

/// Measures cases one by one.
struct Measurer {
  var race: Race
  /// Whether to include the standard library's diff; because it is slow, it runs with rebuilt tables only.
  let includesStandardLibrary: Bool
  /// The row counts at which the standard library's diff timed out; cases of that size or more skip it.
  private var hopeless: [String: Int] = [:]

  init(runs: Int, includesStandardLibrary: Bool) {
    race = Race(runs: runs)
    self.includesStandardLibrary = includesStandardLibrary
  }

  mutating func measure(_ what: Case) -> Measurement {
    // Each call names its types, so that the compiler specializes it.
    switch (what.row, what.scenario, what.identity) {
    case (_, .sections, .int): measureSections(what, SectionChange<IntRow>(count: what.rows))
    case (_, .sections, _): measureSections(what, SectionChange<StringRow>(count: what.rows))
    case (.text, _, .int): measureFlat(what, FlatChange<IntRow>(what.scenario, count: what.rows))
    case (.text, _, _): measureFlat(what, FlatChange<StringRow>(what.scenario, count: what.rows))
    case (.eight, _, .int): measureFlat(what, FlatChange<EightRow<Int>>(what.scenario, count: what.rows))
    case (.eight, _, .string): measureFlat(what, FlatChange<EightRow<String>>(what.scenario, count: what.rows))
    case (.eight, _, .uuid): measureFlat(what, FlatChange<EightRow<UUID>>(what.scenario, count: what.rows))
    }
  }

  private mutating func measureFlat<Row: BenchmarkRow>(_ what: Case, _ change: FlatChange<Row>) -> Measurement {
    let oldTable = change.oldTable
    let newTable = what.storage == .shared ? change.edited(oldTable) : TableSnapshot(rows: change.new(what.storage))
    let old = change.old
    let new = Array(newTable)
    precondition(new == change.new, "the edit methods lead somewhere else")
    let standard = StandardDifference()
    let key = "\(what.scenario)/\(what.identity)"
    var contenders = [
      Contender(name: "subject") { Self.complete(newTable.difference(from: oldTable)) },
      Contender(name: "heckel") {
        let changes = Heckel(from: old, to: new)
        return changes.count &+ changes.stages(from: old, to: new).reduce(0) { $0 &+ $1.count }
      },
      Contender(name: "equality") { Limits.equality(old, new) },
      Contender(name: "hashing") { Limits.hashing(new) },
      Contender(name: "copy") { Limits.copy(new) },
    ]
    #if DIFFERENCEKIT
    let kit = DifferenceKitDifference(from: old, to: new)
    contenders.append(Contender(name: "differencekit") { kit.count() })
    #endif
    #if PEERS
    if what.row == .text { contenders += Peers(from: old, to: new).contenders }
    #endif
    if includesStandardLibrary, what.storage == .rebuilt, what.row == .text, what.rows < hopeless[key] ?? .max {
      contenders.append(Contender(name: "stdlib") { standard.count(from: old, to: new) })
    }
    var times = race.medians(of: contenders)
    if standard.hasFailed {
      times["stdlib"] = nil
      hopeless[key] = what.rows
    }
    let changeset = newTable.difference(from: oldTable)
    return Measurement(
      what: what, times: times, subjectPeak: race.peaks["subject"], heckelPeak: race.peaks["heckel"],
      moves: Self.moves(changeset),
      leastMoves: what.scenario == .duplicates ? nil : LeastMoves.count(from: old, to: new))
  }

  private mutating func measureSections<Row: BenchmarkRow>(_ what: Case, _ change: SectionChange<Row>) -> Measurement {
    let oldTable = SectionChange<Row>.table(change.old)
    let old = change.old
    let newTable =
      what.storage == .shared ? change.edited(oldTable) : SectionChange<Row>.table(change.new(what.storage))
    let new = newTable.sections.map { (value: $0.value, rows: Array($0.rows)) }
    precondition(
      new.elementsEqual(change.new) { $0.value == $1.value && $0.rows == $1.rows }, "the edits lead somewhere else")
    let contenders = [
      Contender(name: "subject") { Self.complete(newTable.difference(from: oldTable)) },
      Contender(name: "heckel") { HeckelSections(from: old, to: new).count },
      Contender(name: "equality") { zip(old, new).reduce(0) { $0 + Limits.equality($1.0.rows, $1.1.rows) } },
      Contender(name: "hashing") { new.reduce(0) { $0 ^ Limits.hashing($1.rows) } },
      Contender(name: "copy") { new.reduce(0) { $0 + Limits.copy($1.rows) } },
    ]
    let times = race.medians(of: contenders)
    return Measurement(
      what: what, times: times, subjectPeak: race.peaks["subject"], heckelPeak: race.peaks["heckel"],
      moves: Self.moves(newTable.difference(from: oldTable)),
      leastMoves: LeastMoves.count(from: old, to: new))
  }

  /// Computes the operations and the table of each stage, as a view needs them, and checks each batch.
  private static func complete<Section, Row>(_ changeset: Changeset<Section, Row>) -> Int {
    var before = changeset.source.rowCounts
    var count = 0
    for stage in changeset.stages {
      let after = stage.target.rowCounts
      if (try? stage.operations.validate(before: before, after: after)) == nil { fatalError("a batch is not valid") }
      count &+= stage.operations.count
      before = after
    }
    return count
  }

  private static func moves<Section, Row>(_ changeset: Changeset<Section, Row>) -> Int {
    changeset.stages.reduce(0) { $0 + $1.operations.movedRows.count + $1.operations.movedSections.count }
  }
}
