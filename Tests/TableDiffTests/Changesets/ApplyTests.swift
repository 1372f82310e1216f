import LiveTablesTesting
import LiveTables
import LiveTablesOperators
import TestSupport
import Testing

struct ApplyTests {
  @Test func aBatchIsPerformedOnPlainArrays() throws {
    let batch = batch {
      $0.deletedRows = [path(0, 1)]
      $0.movedRows = [BatchMove(from: path(0, 3), to: path(0, 0)), BatchMove(from: path(1, 0), to: path(0, 3))]
      $0.insertedRows = [path(0, 2)]
    }
    let result = try batch.apply(
      to: [("A", ["a", "b", "c", "d"]), ("B", ["e", "f"])],
      target: [("ignored", ["", "", "new", "", ""]), ("ignored", [""])])
    #expect(result.map(\.value) == ["A", "B"])
    #expect(result.map(\.rows) == [["d", "a", "new", "e", "c"], ["f"]])
  }

  @Test func sectionsGoAppearAndMoveWithTheirRows() throws {
    let batch = batch {
      $0.deletedSections = [0]
      $0.insertedSections = [1]
      $0.movedSections = [BatchMove(from: 3, to: 0)]
      $0.deletedRows = [path(1, 0)]
    }
    let result = try batch.apply(
      to: [("A", [1]), ("B", [2, 3]), ("C", []), ("D", [4])],
      target: [("", [0]), ("new", [7, 8]), ("", [0]), ("", [])])
    #expect(result.map(\.value) == ["D", "new", "B", "C"])
    #expect(result.map(\.rows) == [[4], [7, 8], [3], []])
  }

  @Test func contentIsTakenFromTheTarget() throws {
    let batch = batch {
      $0.updatedSections = [0]
      $0.updatedRows = [path(0, 1)]
    }
    let result = try batch.apply(to: [("A", [1, 2])], target: [("A'", [0, 22])])
    #expect(result.map(\.value) == ["A'"])
    #expect(result.map(\.rows) == [[1, 22]])
  }

  @Test func otherShapesAreAnErrorThatSaysWhere() throws {
    let old = TableSnapshot(sections: [TableSection("A", rows: [1, 2]), TableSection("B", rows: [3])])
    let new = TableSnapshot(sections: [TableSection("A", rows: [2]), TableSection("B", rows: [3, 1])])
    let changeset = new.difference(from: old)
    #expect(broken { () throws(BatchError) in _ = try changeset.apply(to: [("A", [1, 2])]) } == .r0)
    let wrong: [(value: String, rows: [Int])] = [("A", [1, 2]), ("B", [3, 4])]
    #expect(throws: BatchError(.r0, "section 1 has 2 rows, but 1 in the table before the batch")) {
      _ = try changeset.apply(to: wrong)
    }
    for stage in changeset.stages {
      #expect(broken { () throws(BatchError) in _ = try stage.apply(to: wrong) } == .r0)
    }
  }

  @Test func aStageThatLiesAboutItsTablesIsAnError() {
    let stage = BatchUpdate(
      unchecked: batch { $0.deletedRows = [path(0, 0)] }, source: TableSnapshot(rows: [1, 2]),
      target: TableSnapshot(rows: [1, 2]))
    #expect(broken { () throws(BatchError) in _ = try stage.apply(to: [(OneSection(), [1, 2])]) } == .r7)
  }

  @Test func flatTablesAreAppliedToTheirRows() throws {
    let changeset = TableSnapshot(rows: [3, 4, 1]).difference(from: TableSnapshot(rows: [1, 2, 3]))
    #expect(try changeset.apply(to: [1, 2, 3]) == [3, 4, 1])
    #expect(broken { () throws(BatchError) in _ = try changeset.apply(to: [1]) } == .r0)
    let appearing = TableSnapshot(rows: [1]).difference(from: TableSnapshot())
    #expect(try appearing.apply(to: []) == [1])
  }

  @Test func aReloadLeadsToTheTargetAsWell() throws {
    let changeset = Changeset(
      reloading: TableSnapshot(rows: [5]), from: TableSnapshot(rows: [1, 2]), because: .notComparable)
    #expect(try changeset.apply(to: [1, 2]) == [5])
    #expect(changeset.steps.isEmpty)
    #expect("\(changeset)" == "reload: the rows cannot be compared")
  }

  @Test(
    "10: every stage leads to exactly the next table", arguments: [RandomTables.Kind(), .small, .duplicates, .large])
  func everyStageLeadsToExactlyTheNextTable(kind: RandomTables.Kind) {
    let seeds: Range<UInt64> = kind == .large ? 0..<Trials.count(40) : 0..<Trials.count(4_000)
    let failure = RandomTables.firstFailure(seeds: seeds, kind) { old, new in
      let changeset = new.difference(from: old)
      var shown = plain(old)
      for stage in changeset.stages {
        let result = try stage.operations.apply(to: shown, target: plain(stage.target))
        try check(result == stage.target && stage.source.rowCounts == shown.map(\.rows.count))
        try check(try stage.apply(to: shown) == stage.target)
        shown = result
      }
      try check(shown == new)
      try check(try changeset.apply(to: plain(old)) == new)
    }
    #expect(failure == nil)
  }

  @Test("rows of a flat table are read section by section, even if it has several")
  func rowsOfSeveralSectionsThatAreNotWritten() throws {
    func table(_ sections: [Int]...) -> TableSnapshot<OneSection, Int> {
      TableSnapshot(sections: sections.map { TableSection(OneSection(), rows: $0) })
    }
    let changeset = table([1, 2], [3, 9, 4]).difference(from: table([1, 2], [3, 4]))
    #expect(try changeset.apply(to: [1, 2, 3, 4]) == [1, 2, 3, 9, 4])
  }
}
