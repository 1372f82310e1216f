import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

struct StagePlannerTests {
  private func table(_ sections: [(Int, [Int])]) -> ItemTable {
    TableSnapshot(sections: sections.map { id, rows in TableSection(Group(id: id), rows: rows.map { Item(id: $0) }) })
  }

  private func stages(_ old: ItemTable, _ new: ItemTable) throws -> [BatchOperations] {
    let changeset = new.difference(from: old)
    try ChangesetChecker.check(changeset)
    return changeset.stages.map(\.operations)
  }

  @Test("consecutive updated rows are taken from the target as one range")
  func rowsThatAreUpdatedOneAfterAnotherAreOneStretch() throws {
    let old = table([(0, Array(0..<10_000))])
    var rows = Array(old)
    for row in Array(100..<200) + Array(5_000..<5_100) { rows[row].content = 1 }
    let new = TableSnapshot(sections: [TableSection(Group(id: 0), rows: rows + [Item(id: 10_000)])])
    let changeset = new.difference(from: old)
    let updated = try #require(changeset.stages.first).target
    #expect(changeset.stages.count == 2 && Array(updated) == rows)
    #expect(updated.rope[0].rows.rope.leaves(in: 0..<10_000).count == 5)
  }

  @Test("a table keeps its storage between a few updated rows")
  func rowsBetweenAFewUpdatesKeepTheirStorage() throws {
    let old = table([(0, Array(0..<10_000))])
    var rows = Array(old)
    for row in stride(from: 1_000, to: 9_000, by: 1_000) { rows[row].content = 1 }
    let new = TableSnapshot(sections: [TableSection(Group(id: 0), rows: rows + [Item(id: 10_000)])])
    let updated = try #require(new.difference(from: old).stages.first).target
    let shared = old.rope[0].rows.rope.runs(sharedWith: updated.rope[0].rows.rope)
    #expect(Array(updated) == rows && shared.reduce(0) { $0 + Int($1.count) } == 9_992)
  }

  @Test
  func aSectionThatOnlyMovesSharesAStageWithRowsThatChangeElsewhere() throws {
    let stages = try stages(
      table([(1, [1]), (2, [2]), (3, [3, 4])]), table([(2, [2]), (3, [3]), (1, [1])]))
    #expect(stages.count == 1)
    #expect(stages.first?.movedSections == [BatchMove(from: 0, to: 2)])
    #expect(stages.first?.deletedRows == [RowPath(section: 2, row: 1)])
  }

  @Test func aSectionMovesInAStageOfItsOwnIfItsRowsChange()
    throws
  {
    let stages = try stages(
      table([(1, [1, 9]), (2, [2]), (3, [3])]), table([(2, [2]), (3, [3]), (1, [1, 8])]))
    #expect(stages.count == 2)
    #expect(stages.first?.movedSections == [])
    #expect(stages.first?.deletedRows == [RowPath(section: 0, row: 1)])
    #expect(stages.first?.insertedRows == [RowPath(section: 0, row: 1)])
    #expect(stages.last?.movedSections == [BatchMove(from: 0, to: 2)])
    #expect(stages.last?.count == 1)
  }

  @Test
  func aRowThatLeavesASectionOrEntersItMakesItsMoveAStageOfItsOwn() throws {
    let old = table([(1, [1]), (2, [2]), (3, [3]), (4, [4])])
    for new in [
      table([(2, [2]), (3, [3]), (4, [4, 1]), (1, [])]), table([(2, []), (3, [3]), (4, [4]), (1, [1, 2])]),
    ] {
      let stages = try stages(old, new)
      #expect(stages.count == 2)
      #expect(stages.first?.movedRows.count == 1)
      #expect(stages.last?.movedSections == [BatchMove(from: 0, to: 3)])
    }
  }

  @Test func sectionsComeAndGoAroundSectionsThatMoveApart()
    throws
  {
    let stages = try stages(
      table([(1, [1, 9]), (5, [5]), (2, [2]), (3, [3])]), table([(6, [6]), (2, [2]), (3, [3]), (7, [7]), (1, [1])]))
    #expect(stages.count == 2)
    #expect(stages.first?.deletedSections == [1])
    #expect(stages.first?.insertedSections.count == 2)
    #expect(stages.last?.movedSections.count == 1)
  }

  @Test func updatesComeFirstInAStageOfTheirOwn() throws {
    var new = table([(2, [2]), (3, [3]), (1, [1, 8])])
    new.update(.path(RowPath(section: 2, row: 0))) { $0.content = 1 }
    new.replace(section: 0, with: Group(id: 2, content: 1))
    let stages = try stages(table([(1, [1, 9]), (2, [2]), (3, [3])]), new)
    #expect(stages.count == 3)
    #expect(stages.first?.updatedRows == [RowPath(section: 0, row: 0)])
    #expect(stages.first?.updatedSections == [1])
    #expect(stages.first?.count == 2)
  }

  @Test
  func equalDifferencesAreEqualValuesWithEveryListInOrder() throws {
    for seed in 0..<500 {
      var tables = ItemTables(seed: seed)
      let (old, new) = tables.pair()
      let changeset = new.difference(from: old)
      #expect(changeset.stages.map(\.operations) == new.difference(from: old).stages.map(\.operations))
      for batch in changeset.stages.map(\.operations) {
        #expect(batch.deletedRows == batch.deletedRows.sorted() && batch.insertedRows == batch.insertedRows.sorted())
        #expect(batch.updatedRows == batch.updatedRows.sorted(), "seed \(seed)")
        #expect(batch.movedRows.map(\.to) == batch.movedRows.map(\.to).sorted(), "seed \(seed)")
        #expect(batch.movedSections.map(\.to) == batch.movedSections.map(\.to).sorted(), "seed \(seed)")
        #expect(batch.deletedSections == batch.deletedSections.sorted(), "seed \(seed)")
        #expect(batch.insertedSections == batch.insertedSections.sorted(), "seed \(seed)")
      }
    }
  }
}
