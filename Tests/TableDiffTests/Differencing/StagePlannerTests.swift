import Testing

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

  @Test("a section that only moves shares a stage with rows that change elsewhere")
  func aSectionThatOnlyMovesSharesAStageWithRowsThatChangeElsewhere() throws {
    let stages = try stages(
      table([(1, [1]), (2, [2]), (3, [3, 4])]), table([(2, [2]), (3, [3]), (1, [1])]))
    #expect(stages.count == 1)
    #expect(stages.first?.movedSections == [BatchMove(from: 0, to: 2)])
    #expect(stages.first?.deletedRows == [RowPath(section: 2, row: 1)])
  }

  @Test("a section moves in a stage of its own if its rows change") func aSectionMovesInAStageOfItsOwnIfItsRowsChange()
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

  @Test("a row that leaves a section or enters it makes its move a stage of its own")
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

  @Test("sections come and go around sections that move apart") func sectionsComeAndGoAroundSectionsThatMoveApart()
    throws
  {
    let stages = try stages(
      table([(1, [1, 9]), (5, [5]), (2, [2]), (3, [3])]), table([(6, [6]), (2, [2]), (3, [3]), (7, [7]), (1, [1])]))
    #expect(stages.count == 2)
    #expect(stages.first?.deletedSections == [1])
    #expect(stages.first?.insertedSections.count == 2)
    #expect(stages.last?.movedSections.count == 1)
  }

  @Test("updates come first, in a stage of their own") func updatesComeFirstInAStageOfTheirOwn() throws {
    var new = table([(2, [2]), (3, [3]), (1, [1, 8])])
    new.update(.path(RowPath(section: 2, row: 0))) { $0.content = 1 }
    new.replace(section: 0, with: Group(id: 2, content: 1))
    let stages = try stages(table([(1, [1, 9]), (2, [2]), (3, [3])]), new)
    #expect(stages.count == 3)
    #expect(stages.first?.updatedRows == [RowPath(section: 0, row: 0)])
    #expect(stages.first?.updatedSections == [1])
    #expect(stages.first?.count == 2)
  }

  @Test("equal differences are equal values, with every list in order")
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
