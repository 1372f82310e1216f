import Foundation
import LiveTables

/// Measures the tables between the stages, and the validation of each batch.
enum BatchStudy {
  static func findings() -> [Finding] {
    let rows = (0..<10_000).map { IntRow(number: $0, revision: 0) }
    let reversed = TableSnapshot(rows: Array(rows.reversed())).difference(from: TableSnapshot(rows: rows))
    let edits = FlatChange<IntRow>(.edits1pct, count: 10_000)
    let manyEdits = FlatChange<IntRow>(.edits1pct, count: 100_000)
    let few = TableSnapshot(rows: edits.new(.rebuilt)).difference(from: edits.oldTable)
    let many = TableSnapshot(rows: manyEdits.new(.rebuilt)).difference(from: manyEdits.oldTable)
    return [
      finding("the check of \(reversed.operationCount) moves among 10,000 rows", most: 50) { check(reversed) },
      finding("the check of 1 % edits of 10,000 rows", most: 10) { check(few) },
      finding("the tables between the stages, 1 % edits of 10,000 rows", most: 10) { tables(few) },
      finding("the tables between the stages, 1 % edits of 100,000 rows", most: 60) { tables(many) },
    ]
  }

  private static func check(_ changeset: Changeset<OneSection, IntRow>) -> Int {
    var count = 0
    let (before, after) = (changeset.source.rowCounts, changeset.target.rowCounts)
    for stage in changeset.stages {
      // The stage of updates does not change the number of rows.
      let counts = stage.operations.updatedRows.isEmpty ? after : before
      if (try? stage.operations.validate(before: before, after: counts)) != nil { count += 1 }
    }
    precondition(count == changeset.stages.count)
    return count
  }

  private static func tables(_ changeset: Changeset<OneSection, IntRow>) -> Int {
    changeset.stages.reduce(0) { $0 &+ $1.target.count }
  }

  private static func finding(_ what: String, most: Double, _ work: @escaping () -> Int) -> Finding {
    var race = Race(runs: 9)
    let time = race.medians(of: [Contender(name: what, work: work)]).values.first ?? 0
    return Finding(
      what: what, value: "\(Format.short(time * 1e3)) µs", target: ("at most \(Int(most)) µs", time * 1e3 <= most))
  }
}

/// Measures diffs of rows with several strings, for several types of identities and sizes of tables.
enum IdentityStudy {
  private struct Row<ID: Hashable & Sendable>: Diffable, Identifiable, Equatable, Sendable {
    let id: ID
    var title = "a title of more than fifteen bytes"
    var subtitle = "a subtitle of more than fifteen bytes"
    var text = "some text"
    var size = 0.0
    var isRead = false
  }

  private struct Wrapped: Hashable, Sendable {
    let rawValue: Int
  }

  static func findings() -> [Finding] {
    findings("Int") { $0 } + findings("Int64") { Int64($0) } + findings("a wrapped Int") { Wrapped(rawValue: $0) }
      + findings("UUID") { uuid($0) } + findings("String") { Texts.uuid($0) }
  }

  private static func uuid(_ number: Int) -> UUID {
    UUID(uuidString: Texts.uuid(number)) ?? UUID()
  }

  private static func findings<ID: Hashable & Sendable>(_ name: String, _ id: (Int) -> ID) -> [Finding] {
    [10, 50, 10_000].map { size in
      var random = SplitMix64(state: 3)
      let old = (0..<size).map { Row(id: id($0)) }
      let new = (size..<2 * size).map { Row(id: id($0)) }
      let shuffled = old.shuffled(using: &random)
      // Keeps and deletes runs of rows in turn, as if a category were hidden.
      var filtered: [Row<ID>] = []
      for (number, row) in old.enumerated() where number / 17 % 2 == 0 { filtered.append(row) }
      let table = TableSnapshot(rows: old)
      let contenders = [
        contender("unchanged", from: table, to: Array(old.map { $0 })),
        contender("replaced", from: table, to: new), contender("reversed", from: table, to: Array(old.reversed())),
        contender("shuffled", from: table, to: shuffled), contender("filtered", from: table, to: filtered),
      ]
      var race = Race(runs: 9)
      let times = race.medians(of: contenders)
      let parts = contenders.map { "\($0.name) \(Format.short(times[$0.name, default: 0] * 1e3))" }
      return Finding(what: "\(size) rows by \(name)", value: parts.joined(separator: ", ") + " µs")
    }
  }

  private static func contender<ID: Hashable & Sendable>(
    _ name: String, from table: TableSnapshot<OneSection, Row<ID>>, to rows: [Row<ID>]
  ) -> Contender {
    Contender(name: name) { TableSnapshot(rows: rows).difference(from: table).operationCount }
  }
}
