import LiveTables
import TestSupport
import Testing

/// Tests of cases that older systems handle correctly.
struct AcceptanceCaseTests {
  private struct Letter: Diffable, Identifiable, Equatable {
    let id: Int
    var text = ""
  }

  private func operations<Section, Row>(
    from old: TableSnapshot<Section, Row>, to new: TableSnapshot<Section, Row>
  ) -> [BatchOperations] {
    new.difference(from: old).stages.map(\.operations)
  }

  private func flat(_ rows: [Int]) -> TableSnapshot<OneSection, Letter> {
    TableSnapshot(rows: rows.map { $0 >= 0 ? Letter(id: $0) : Letter(id: -$0, text: "changed") })
  }

  private func sections(_ parts: [(String, [Int])]) -> TableSnapshot<String, Int> {
    TableSnapshot(sections: parts.map { TableSection($0.0, rows: $0.1) })
  }

  @Test("append, remove, replace and move are one operation each")
  func case1AppendRemoveReplaceAndMoveAreOneOperationEach() {
    let shown = flat([1, 2, 3])
    #expect(operations(from: shown, to: flat([1, 2, 3, 4])) == [batch { $0.insertedRows = [path(0, 3)] }])
    #expect(operations(from: shown, to: flat([1, 2])) == [batch { $0.deletedRows = [path(0, 2)] }])
    #expect(operations(from: shown, to: flat([1, 2, -3])) == [batch { $0.updatedRows = [path(0, 2)] }])
    let moved = operations(from: shown, to: flat([1, 3, 2]))
    // There is one move; either of the two neighbors may move.
    #expect(moved.map(\.count) == [1])
    #expect(moved.map(\.movedRows.count) == [1])
    #expect(operations(from: shown, to: shown) == [])
    #expect(operations(from: shown, to: flat([1, 2, 3])) == [])
  }

  @Test("replaced rows are deleted and inserted in one batch")
  func case3ReplacedRowsAreDeletedAndInsertedInOneBatch() {
    #expect(
      operations(from: flat([1, 2, 3]), to: flat([0, 1, 3, 4])) == [
        batch {
          $0.deletedRows = [path(0, 1)]
          $0.insertedRows = [path(0, 0), path(0, 3)]
        }
      ])
  }

  @Test("changes of sections and rows have valid stages, and rows are not replaced")
  func case5TwoLevelsAtOnceEveryStageLegalAndRowsSurviveAsRows() throws {
    let old = sections([
      ("units", [1, 2, 3]), ("tens", [10, 20, 30]), ("hundreds", [100, 200, 300]), ("thousands", []),
    ])
    let new = sections([
      ("tens", [10, 30]), ("hundreds", [100, 200, 400]), ("millions", []), ("units", [4, 3, 2]),
    ])
    let changeset = new.difference(from: old)
    var gone: [Int] = []
    var come: [Int] = []
    for stage in changeset.stages {
      try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
      gone += stage.operations.deletedRows.compactMap { stage.source[$0] }
      gone += stage.operations.deletedSections.flatMap { stage.source.sections[$0].rows }
      come += stage.operations.insertedRows.compactMap { stage.target[$0] }
      come += stage.operations.insertedSections.flatMap { stage.target.sections[$0].rows }
    }
    #expect(Set(gone) == [1, 20, 300])
    #expect(Set(come) == [4, 400])
    #expect(gone.count == 3 && come.count == 2)
    #expect(try changeset.apply(to: plain(old)) == new)
  }

  @Test("deletions, moves and updates are separate operations") func case6DeletesMovesAndUpdatesMovedOrNot() throws {
    #expect(
      operations(from: flat([1, 2, 3, 4]), to: flat([2, 3])) == [batch { $0.deletedRows = [path(0, 0), path(0, 3)] }])
    #expect(operations(from: flat([1, 2, 3]), to: flat([3, 2, 1])).map(\.movedRows.count) == [2])
    // A changed row is updated once, whatever else changes.
    for (target, kinds) in [([10, -12], 2), ([10, 13, 11, -12], 2), ([10, -12, -11], 2)] {
      let changeset = flat(target).difference(from: flat([10, 11, 12]))
      #expect(changeset.stages.count == kinds)
      #expect(changeset.stages[0].operations.updatedRows.count == target.count { $0 < 0 })
      #expect(try changeset.apply(to: Array(flat([10, 11, 12]))) == Array(flat(target)))
    }
  }

  @Test("reordered sections lose no row") func case7SectionsInAnotherOrderLoseNoRow() throws {
    let old = sections([("C", [1]), ("B", [1]), ("A", [1])])
    let new = sections([("A", [1]), ("B", [1]), ("C", [1])])
    let changeset = new.difference(from: old)
    #expect(changeset.stages.map(\.operations.movedSections.count) == [2])
    #expect(changeset.operationCount == 2)
    #expect(try changeset.apply(to: plain(old)) == new)
  }

  @Test("a row that moves between sections stays one row") func case8ARowMovesBetweenSectionsAsOneRow() {
    let old = sections([("A", [1, 2]), ("B", [3, 4])])
    let new = sections([("A", [1]), ("B", [2, 3, 4])])
    #expect(
      operations(from: old, to: new) == [batch { $0.movedRows = [BatchMove(from: path(0, 1), to: path(1, 0))] }])
  }
}
