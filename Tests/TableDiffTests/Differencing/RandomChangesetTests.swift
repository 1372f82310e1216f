import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

/// Creates pairs of tables: some small and unrelated, others larger and edited, with and without duplicates.
struct ItemTables {
  var random: SeededGenerator
  init(seed: Int) { random = SeededGenerator(seed) }

  mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func pair() -> (ItemTable, ItemTable) {
    let allowsDuplicates = roll(0...2) == 0
    let size = [3, 6, 12, 60][roll(0...3)]
    let old = table(size: size, allowsDuplicates: allowsDuplicates)
    if roll(0...3) == 0 { return (old, table(size: size, allowsDuplicates: allowsDuplicates)) }
    var new = old
    for _ in 0..<roll(0...6) { edit(&new, allowsDuplicates: allowsDuplicates) }
    // Half of the time, copies the same values to separate storage.
    if roll(0...1) == 0 {
      new = TableSnapshot(sections: new.sections.map { TableSection($0.value, rows: Array($0.rows)) })
    }
    return (old, new)
  }

  mutating func table(size: Int, allowsDuplicates: Bool) -> ItemTable {
    let ids = allowsDuplicates ? (0..<size).map { _ in roll(0...size / 2) } : Array(0..<size).shuffled(using: &random)
    let sectionCount = roll(0...min(5, size))
    var rows = ids[...]
    let sectionIDs =
      allowsDuplicates && roll(0...3) == 0
      ? (0..<sectionCount).map { _ in roll(0...2) } : Array((0..<8).shuffled(using: &random).prefix(sectionCount))
    return TableSnapshot(
      sections: sectionIDs.map { id in
        let count = min(rows.count, roll(0...2 * size / 3))
        defer { rows = rows.dropFirst(count) }
        return TableSection(
          Group(id: id, content: roll(0...1)), rows: rows.prefix(count).map { Item(id: $0, content: roll(0...1)) })
      })
  }

  private mutating func edit(_ table: inout ItemTable, allowsDuplicates: Bool) {
    if table.sections.isEmpty {
      table.append(TableSection(Group(id: roll(0...7)), rows: []))
      return
    }
    let section = roll(0...table.sections.count - 1)
    let path = RowPath(section: section, row: roll(0...max(0, table.sections[section].rows.count - 1)))
    let fresh = (0...20).filter { id in !table.sections.contains { $0.value.id == id } }
    switch roll(0...10) {
    case 0, 1: table.remove(at: path)
    case 2, 3:
      let fresh = allowsDuplicates ? roll(0...9) : (table.map(\.id).max() ?? 0) + 1
      table.insert(Item(id: fresh, content: roll(0...1)), at: path)
    case 4, 5:
      let other = roll(0...table.sections.count - 1)
      let target = RowPath(section: other, row: roll(0...max(0, table.sections[other].rows.count - 1)))
      table.move(from: path, to: target)
    case 6: table.update(.path(path)) { $0.content += 1 }
    case 7: table.moveSections(.index(section), to: .index(roll(0...table.sections.count - 1)))
    case 8: table.replace(section: section, with: Group(id: table.sections[section].value.id, content: 9))
    case 9:
      if let id = fresh.randomElement(using: &random) {
        table.insert(TableSection(Group(id: id), rows: []), atSection: roll(0...table.sections.count))
      }
    default:
      let gone = table.remove(section: section)
      if roll(0...1) == 0, let id = fresh.randomElement(using: &random) {
        table.insert(TableSection(Group(id: id), rows: gone?.rows ?? SectionRows([])), atSection: section)
      }
    }
  }
}

struct RandomChangesetTests {
  @Test(arguments: 0..<20)
  func randomPairsOfTablesGetWhatAChangesetOwes(batch: Int) throws {
    for seed in (batch * 1_000..<(batch + 1) * 1_000).prefix(Trials.count(1_000)) {
      var tables = ItemTables(seed: seed)
      let (old, new) = tables.pair()
      let changeset = new.difference(from: old)
      #expect(throws: Never.self, "seed \(seed)") { try ChangesetChecker.check(changeset) }
      for stage in changeset.stages {
        #expect(throws: Never.self, "seed \(seed)") {
          try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
        }
      }
    }
  }
}
