import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import TestSupport
import Testing

/// Tests random edits through a chain of operators that several readers read at different speeds.
@Suite("Random edits of operator chains")
struct RandomChainTests {
  private struct Reader {
    var changes: Updates<TableChange<SampleSection, SampleRow>, Never>.AsyncIterator
    var seen: SampleTable = TableSnapshot()
  }

  @Test("applying the changes of a chain gives the same table as recomputing it", arguments: 0..<8)
  func chains(part: UInt64) async throws {
    for seed in (part * 50..<(part + 1) * 50).prefix(Trials.count(50)) {
      var random = SeededGenerator(seed: seed)
      var tables = RandomTables(seed: seed)
      let live = LiveTable(tables.next())
      let derived = live.filter { $0.id % 5 != 0 }.map { SampleRow($0.id, content: $0.content % 3) }.flattened()
        .sorted { ($0.content, -$0.id) < ($1.content, -$1.id) }.grouped { SampleSection($0.id % 4) }
      var readers = [1, 2, 5].map { _ in Reader(changes: derived.changes.makeAsyncIterator()) }
      for step in 0..<10 {
        if step > 0 {
          let next = tables.next(after: await live.table)
          let edits = Int.random(in: 0...3, using: &random)
          let drawn = (0..<edits).map { _ in Self.edit(&random) }
          try await live.edit { editor in
            if step % 3 == 0 { editor.setSections(Array(next.sections)) }
            for edit in drawn { editor.apply(edit) }
          }
        }
        let expected = Self.expected(await live.table)
        #expect(await derived.current == expected, "seed \(seed), step \(step)")
        for (index, pace) in [1, 2, 5].enumerated() where step % pace == 0 && readers[index].seen != expected {
          let change = try #require(await readers[index].changes.next())
          let plain = readers[index].seen.sections.map { (value: $0.value, rows: Array($0.rows)) }
          let reached =
            step == 0 || readers[index].seen.sections.isEmpty && change.changeset.reload != nil
            ? change.table.sections.map { (value: $0.value, rows: Array($0.rows)) }
            : try change.changeset.apply(to: plain)
          #expect(
            SampleTable(sections: reached.map { TableSection($0.value, rows: $0.rows) }) == expected,
            "seed \(seed), step \(step), pace \(pace)")
          readers[index].seen = change.table
        }
      }
    }
  }

  private static func expected(_ table: SampleTable) -> SampleTable {
    let rows = table.filter { $0.id % 5 != 0 }.map { SampleRow($0.id, content: $0.content % 3) }
      .sorted { ($0.content, -$0.id) < ($1.content, -$1.id) }
    return TableSnapshot(grouping: rows) { SampleSection($0.id % 4) }
  }

  private static func edit(_ random: inout SeededGenerator) -> TableEdit<SampleSection, SampleRow> {
    let id = Int.random(in: 0..<24, using: &random)
    let other = Int.random(in: 0..<24, using: &random)
    let path = RowPath(section: Int.random(in: 0..<4, using: &random), row: Int.random(in: 0..<5, using: &random))
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .remove(.ids([id, other]))
    case 1: return .replace(SampleRow(id, content: other % 4))
    case 2: return .move(.ids([id, other]), to: .path(path))
    case 3: return .move(.id(id), to: .before(other))
    case 4: return .insert([SampleRow(100 + id), SampleRow(200 + other)], at: .path(path))
    case 5: return .replace(.path(path), with: [SampleRow(300 + id)])
    case 6: return .order { $0.id < $1.id }
    case 7: return .remove(.where { $0.id % 7 == id % 7 })
    case 8: return .patch(.where { $0.id % 3 == id % 3 }) { $0.content += 1 }
    case 9: return .remove(.range(0..<1))
    case 10: return .orderSections { $0.id < $1.id }
    default: return .append(SampleRow(400 + id))
    }
  }
}
