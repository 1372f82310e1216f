@testable import LiveTablesOperators
import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables

/// Tests that pending edits applied together, or to changing tables, equal edits applied one after another.
@Suite("Random pending edits") struct RandomPendingEditsTests {
  @Test("edits applied together equal edits applied one after another", arguments: 0..<8)
  func together(part: UInt64) throws {
    let seeds = UInt64(ContractTests.changesets / 40)
    for seed in part * seeds..<(part + 1) * seeds {
      var random = SeededGenerator(seed: seed)
      var kind = RandomTables.Kind()
      kind.hasDuplicates = seed % 5 == 4
      var tables = RandomTables(seed: seed, kind)
      var replay = PendingReplay<SampleSection, SampleRow>()
      var table = tables.next()
      for step in 0..<6 {
        if step > 0 { table = tables.next(after: table) }
        let edits = (0..<Int.random(in: 0...12, using: &random)).map { number in
          PendingChange(number, [Self.edit(&random, isSimple: seed % 3 > 0)])
        }
        let source = CapturedTable(table)
        let names = seed % 2 == 0 ? [:] : [100 + Int(seed % 24): 3, 5: 7, 7: 9]
        let expected = replay.edited(source, edits, names)
        replay.forget()
        let found = replay.table(of: source, edits, renamed: names).table
        if found != expected.table {
          Issue.record(
            "seed \(seed), step \(step)\nof       \(table)\nby \(edits)\nfound    \(found)\nexpected \(expected.table)")
          return
        }
        let ids = Set(found.map(\.id))
        if names.isEmpty, !kind.hasDuplicates, ids.count < found.count {
          Issue.record("seed \(seed), step \(step): rows twice\nof    \(table)\nby \(edits)\nfound \(found)")
          return
        }
      }
    }
  }

  @Test("edits that are added and removed over changing tables equal reapplying all of them", arguments: 0..<8)
  func following(part: UInt64) {
    var followed = 0
    let seeds = UInt64(ContractTests.changesets / 80)
    for seed in part * seeds..<(part + 1) * seeds {
      var random = SeededGenerator(seed: seed)
      let ids = Array(0..<80).shuffled(using: &random).map { $0 < 24 ? $0 : 1_000 + $0 }
      var table = TableSnapshot(sections: [
        TableSection(SampleSection(0), rows: ids[..<50].map { SampleRow($0) }),
        TableSection(SampleSection(1), rows: ids[50...].map { SampleRow($0) }),
      ])
      let names = seed % 2 == 0 ? [:] : [100 + Int(seed % 24): 3, 5: 7, 7: 9]
      let likelihood = [1, 2, 8, 30][Int(seed % 4)]
      var (edits, number): ([PendingChange<SampleSection, SampleRow>], Int) = ([], 0)
      var replay = PendingReplay<SampleSection, SampleRow>()
      for step in 0..<16 {
        let before = table
        for _ in 0..<Int.random(in: 1...3, using: &random) where step > 0 && step % 4 > 0 {
          Self.change(&table, &random, likelihood)
        }
        edits.removeAll { _ in Int.random(in: 0..<8, using: &random) == 0 }
        for _ in 0..<(step == 0 ? 8 : Int.random(in: 0...2, using: &random)) {
          number += 1
          let count = Int.random(in: 0..<5, using: &random) == 0 ? 2 : 1
          edits.append(PendingChange(number, (0..<count).map { _ in Self.edit(&random, isSimple: true) }))
        }
        let source = CapturedTable(table)
        var patched = replay.patched
        if patched?.isCurrent == true, patched?.update(to: table, edits) == true { followed += 1 }
        let expected = replay.edited(source, edits, names).table
        let found = replay.table(of: source, edits, renamed: names).table
        if found != expected {
          let tables = "from     \(before)\nto       \(table)"
          Issue.record("seed \(seed), step \(step)\n\(tables)\nby \(edits)\nfound    \(found)\nexpected \(expected)")
          return
        }
      }
    }
    #expect(followed > seeds * 10, "of 15 for each seed")
  }

  /// Makes a random change, to a row that edits may name in one of `likelihood` cases on average.
  private static func change(_ table: inout SampleTable, _ random: inout SeededGenerator, _ likelihood: Int) {
    let section = Int.random(in: 0...1, using: &random)
    func path(upTo bound: Int) -> RowPath {
      RowPath(section: section, row: Int.random(in: 0..<table.sections[section].rows.count + bound, using: &random))
    }
    let isNamed = Int.random(in: 0..<likelihood, using: &random) == 0
    let id = Int.random(in: 0..<24, using: &random) + [0, 0, 100, 400][Int.random(in: 0..<4, using: &random)]
    if isNamed, let found = table.path(of: id) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: table.remove(at: found)
      case 1: table.update(at: found) { $0.content += 1 }
      default: if let row = table.remove(at: found) { table.insert(row, at: path(upTo: 1)) }
      }
      return
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: table.insert(SampleRow(isNamed ? id : Int.random(in: 5_000..<9_000, using: &random)), at: path(upTo: 1))
    case 1: table.remove(at: path(upTo: 0))
    case 2:
      guard let row = table.remove(at: path(upTo: 0)) else { return }
      table.insert(row, at: path(upTo: 1))
    case 3: table.updateSection(SampleSection(section, content: id))
    default: table.update(at: path(upTo: 0)) { $0.content += 1 }
    }
  }

  static func edit(_ random: inout SeededGenerator, isSimple: Bool = false) -> TableEdit<SampleSection, SampleRow> {
    let id = Int.random(in: 0..<24, using: &random)
    let other = Int.random(in: 0..<24, using: &random)
    let path = RowPath(section: Int.random(in: 0..<4, using: &random), row: Int.random(in: 0..<5, using: &random))
    switch Int.random(in: 0..<(isSimple ? 11 : 18), using: &random) {
    case 0: return .remove(.ids([id, other]))
    case 1: return .replace(SampleRow(id, content: other % 4))
    case 2: return .move(.ids([id, other]), to: .after((id + other) % 24))
    case 3: return .move(.id(id), to: .before(other))
    case 4: return .insert([SampleRow(100 + id), SampleRow(200 + other)], at: .after(other))
    case 5: return .insert([SampleRow(id)], at: .before(100 + other))
    case 6: return .patch(.ids([id, 100 + other])) { $0.content += 1 }
    case 7: return .append(SampleRow(400 + id))
    case 8: return .append(SampleRow(400 + id), to: other % 5)
    case 9: return .remove(id: 100 + id)
    case 10: return .move(.ids([100 + id, other]), to: .end)
    case 11: return .remove(.where { $0.id % 7 == id % 7 })
    case 12: return .insert([SampleRow(300 + id)], at: .path(path))
    case 13: return .order { $0.id < $1.id }
    case 14: return .remove(.range(0..<1))
    case 15: return .replace(.ids([id, other]), with: [SampleRow(100 + id), SampleRow(other, content: 7)])
    case 16:
      let rows = [SampleRow(id), SampleRow(100 + id), SampleRow(400 + other)]
      return .insertSections([TableSection(SampleSection(other % 6), rows: rows)], at: .end)
    default: return .removeSections(.index(path.section))
    }
  }
}
