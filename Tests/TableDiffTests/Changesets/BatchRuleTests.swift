import LiveTables
import LiveTablesOperators
import TestSupport
import Testing

/// Tests of the smallest batches that break each rule, and of similar legal batches.
struct BatchRuleTests {
  private func rule(_ before: [Int], _ after: [Int], _ fill: (inout BatchOperations) -> Void) -> BatchRule? {
    broken { () throws(BatchError) in try batch(fill).validate(before: before, after: after) }
  }

  /// Returns the rule that views find broken, which excludes the stricter rules.
  private func viewRule(_ before: [Int], _ after: [Int], _ fill: (inout BatchOperations) -> Void) -> BatchRule? {
    broken { () throws(BatchError) in try batch(fill).validateAsViewsDo(before: before, after: after) }
  }

  @Test
  func aBatchOfAFewRowsInALongSectionBreaksTheSameRules() {
    let isLegal = [
      batch { $0.deletedRows = [path(0, 99_999)] }, batch { $0.deletedRows = [path(0, 100_000)] },
      batch { $0.deletedRows = [path(0, -1)] }, batch { $0.deletedRows = [path(1, 0)] },
      batch { $0.updatedRows = [path(0, 100_000)] },
      batch { $0.movedRows = [9, 8].map { BatchMove(from: path(0, 5), to: path(0, $0)) } },
    ].map { batch in
      let (before, after) = ([100_000], [100_000 - batch.deletedRows.count])
      let found = broken { () throws(BatchError) in try batch.validate(before: before, after: after) }
      #expect(found == batch.brokenRule(before: before, after: after, isStrict: true), "\(batch)")
      return found == nil
    }
    #expect(isLegal == [true, false, false, false, false, false])
  }

  @Test
  func r1NoIndexIsBothDeletedAndReloadedAndWhatIsReloadedExists() {
    #expect(
      viewRule([2], [1]) {
        $0.deletedRows = [path(0, 0)]
        $0.updatedRows = [path(0, 0)]
      } == .r1)
    #expect(
      viewRule([1, 1], [1]) {
        $0.deletedSections = [0]
        $0.reloadedSections = [0]
      } == .r1)
    #expect(rule([2], [2]) { $0.updatedRows = [path(0, 2)] } == .r1)
    #expect(rule([2], [2]) { $0.updatedRows = [path(0, -1)] } == .r1)
    #expect(rule([2], [2]) { $0.updatedSections = [1] } == .r1)
    #expect(rule([2], [2]) { $0.reloadedSections = [-1] } == .r1)
    #expect(
      rule([2], [2]) {
        $0.updatedRows = [path(0, 1)]
        $0.updatedSections = [0]
      } == nil)
  }

  @Test
  func r1AReloadsInsertIsShiftedByDeletesAndInsertsNotByMoves() {
    // Row 2 is reloaded. Row 0 is deleted, so the reload's insert is at row 1 and yields to the row inserted there.
    #expect(
      viewRule([3], [3]) {
        $0.updatedRows = [path(0, 2)]
        $0.deletedRows = [path(0, 0)]
        $0.insertedRows = [path(0, 1)]
      } == nil)
    // A row moves to the index of the reload's insert.
    #expect(
      viewRule([2], [2]) {
        $0.updatedRows = [path(0, 0)]
        $0.movedRows = [BatchMove(from: path(0, 1), to: path(0, 0))]
      } == .r4)
    // An inserted section shifts the rows of later sections.
    #expect(
      viewRule([1, 1], [0, 1, 1]) {
        $0.insertedSections = [0]
        $0.updatedRows = [path(1, 0)]
      } == nil)
  }

  @Test func r2DeletedSectionsExistAndNothingInThemMoves() {
    #expect(rule([1], []) { $0.deletedSections = [1] } == .r2)
    #expect(rule([1], []) { $0.deletedSections = [-1] } == .r2)
    #expect(
      rule([1, 1], [1]) {
        $0.deletedSections = [0]
        $0.movedSections = [BatchMove(from: 0, to: 0)]
      } == .r2)
    #expect(
      rule([1, 1], [2]) {
        $0.deletedSections = [0]
        $0.movedRows = [BatchMove(from: path(0, 0), to: path(0, 1))]
      } == .r2)
    #expect(rule([1, 1], [1]) { $0.deletedSections = [0] } == nil)
  }

  @Test func r3DeletedRowsExistAndDoNotMove() {
    #expect(rule([1], [0]) { $0.deletedRows = [path(0, 1)] } == .r3)
    #expect(rule([1], [0]) { $0.deletedRows = [path(1, 0)] } == .r3)
    #expect(rule([1], [0]) { $0.deletedRows = [path(0, -1)] } == .r3)
    #expect(
      rule([2], [1]) {
        $0.deletedRows = [path(0, 0)]
        $0.movedRows = [BatchMove(from: path(0, 0), to: path(0, 0))]
      } == .r3)
    #expect(rule([1], [0]) { $0.deletedRows = [path(0, 0)] } == nil)
  }

  @Test
  func r4InsertedPlacesExistAfterwardsAndNothingMovesThere() {
    #expect(rule([], [0]) { $0.insertedSections = [1] } == .r4)
    #expect(rule([0], [1]) { $0.insertedRows = [path(0, 1)] } == .r4)
    #expect(rule([0], [1]) { $0.insertedRows = [path(1, 0)] } == .r4)
    #expect(
      rule([1], [2]) {
        $0.insertedRows = [path(0, 0)]
        $0.movedRows = [BatchMove(from: path(0, 0), to: path(0, 0))]
      } == .r4)
    #expect(
      rule([0], [0, 0]) {
        $0.insertedSections = [0]
        $0.movedSections = [BatchMove(from: 0, to: 0)]
      } == .r4)
    #expect(
      rule([1], [0, 1]) {
        $0.insertedSections = [1]
        $0.movedRows = [BatchMove(from: path(0, 0), to: path(1, 0))]
      } == .r4)
    #expect(rule([0], [1]) { $0.insertedRows = [path(0, 0)] } == nil)
  }

  @Test func r5MovesHaveOneSourceAndOneTargetAndBothExist() {
    #expect(rule([1], [1]) { $0.movedRows = [BatchMove(from: path(0, 1), to: path(0, 0))] } == .r5)
    #expect(rule([1], [1]) { $0.movedRows = [BatchMove(from: path(0, 0), to: path(0, 1))] } == .r5)
    #expect(
      rule([2], [2]) {
        $0.movedRows = [BatchMove(from: path(0, 0), to: path(0, 0)), BatchMove(from: path(0, 0), to: path(0, 1))]
      } == .r5)
    #expect(
      rule([2], [2]) {
        $0.movedRows = [BatchMove(from: path(0, 0), to: path(0, 0)), BatchMove(from: path(0, 1), to: path(0, 0))]
      } == .r5)
    #expect(rule([0], [0]) { $0.movedSections = [BatchMove(from: 1, to: 0)] } == .r5)
    #expect(
      rule([0, 0], [0, 0]) {
        $0.movedSections = [BatchMove(from: 0, to: 0), BatchMove(from: 0, to: 1)]
      } == .r5)
    #expect(
      rule([0, 0], [0, 0]) {
        $0.movedSections = [BatchMove(from: 0, to: 1), BatchMove(from: 1, to: 1)]
      } == .r5)
    #expect(rule([2], [2]) { $0.movedRows = [BatchMove(from: path(0, 0), to: path(0, 1))] } == nil)
  }

  @Test
  func r5AnExactRepeatIsOneMoveToAViewAndAMistakeToUs() {
    let move = BatchMove(from: path(0, 0), to: path(0, 1))
    #expect(viewRule([2], [2]) { $0.movedRows = [move, move] } == nil)
    #expect(rule([2], [2]) { $0.movedRows = [move, move] } == .s4)
  }

  @Test func r6TheNumberOfSectionsAddsUp() {
    #expect(rule([0], [0, 0]) { _ in } == .r6)
    #expect(rule([0, 0], []) { $0.deletedSections = [0] } == .r6)
    #expect(rule([0, 0], [0]) { $0.deletedSections = [0] } == nil)
  }

  @Test
  func r7TheNumberOfRowsAddsUpInEverySectionThatStays() {
    #expect(rule([1], [2]) { _ in } == .r7)
    #expect(rule([2], [0]) { $0.deletedRows = [path(0, 0)] } == .r7)
    #expect(rule([1, 1], [1, 1]) { $0.movedRows = [BatchMove(from: path(0, 0), to: path(1, 0))] } == .r7)
    // A moved section takes its rows along.
    #expect(rule([1, 2], [1, 2]) { $0.movedSections = [BatchMove(from: 0, to: 1)] } == .r7)
    #expect(rule([1, 2], [2, 1]) { $0.movedSections = [BatchMove(from: 0, to: 1)] } == nil)
  }

  @Test func s1RowsOfAMovingSectionAreNotNamed() {
    let move = [BatchMove(from: 0, to: 1)]
    #expect(
      rule([2, 1], [1, 1]) {
        $0.movedSections = move
        $0.deletedRows = [path(0, 0)]
      } == .s1)
    #expect(
      rule([1, 1], [1, 2]) {
        $0.movedSections = move
        $0.insertedRows = [path(1, 0)]
      } == .s1)
    #expect(
      rule([2, 1], [1, 2]) {
        $0.movedSections = move
        $0.movedRows = [BatchMove(from: path(0, 0), to: path(1, 1))]
      } == .s1)
    #expect(
      rule([1, 1], [2, 1]) {
        $0.movedSections = move
        $0.insertedRows = [path(0, 0)]
      } == nil)
  }

  @Test func s2ContentUpdatesDoNotShareABatchWithStructure() {
    #expect(
      rule([2], [1]) {
        $0.updatedRows = [path(0, 1)]
        $0.deletedRows = [path(0, 0)]
      } == .s2)
    #expect(
      rule([1], [2]) {
        $0.updatedSections = [0]
        $0.insertedRows = [path(0, 0)]
      } == .s2)
    #expect(
      rule([1], [1]) {
        $0.updatedSections = [0]
        $0.updatedRows = [path(0, 0)]
      } == nil)
  }

  @Test func s3SectionsAreNotReloadedAsAWhole() {
    #expect(rule([1], [1]) { $0.reloadedSections = [0] } == .s3)
    #expect(viewRule([1], [2]) { $0.reloadedSections = [0] } == nil)
  }

  @Test func s4NoIndexIsNamedTwice() {
    #expect(rule([2], [1]) { $0.deletedRows = [path(0, 0), path(0, 0)] } == .s4)
    #expect(rule([1], [2]) { $0.insertedRows = [path(0, 0), path(0, 0)] } == .s4)
    #expect(rule([1], [1]) { $0.updatedRows = [path(0, 0), path(0, 0)] } == .s4)
    #expect(rule([1], [1]) { $0.updatedSections = [0, 0] } == .s4)
    #expect(rule([1, 1], [1]) { $0.deletedSections = [0, 0] } == .s4)
    #expect(rule([1], [1, 1]) { $0.insertedSections = [0, 0] } == .s4)
  }

  @Test
  func s4RowsOfSectionsThatAppearOrGoAreNotNamedOnTheirOwn() {
    #expect(
      rule([1, 1], [1]) {
        $0.deletedSections = [0]
        $0.deletedRows = [path(0, 0)]
      } == .s4)
    #expect(
      rule([1], [1, 1]) {
        $0.insertedSections = [1]
        $0.insertedRows = [path(1, 0)]
      } == .s4)
  }

  @Test func theFirstBrokenRuleIsTheOneThatIsTold() {
    let everything = batch {
      $0.deletedRows = [path(0, 0), path(9, 9)]
      $0.updatedRows = [path(0, 0)]
      $0.insertedRows = [path(9, 9)]
      $0.deletedSections = [9]
      $0.reloadedSections = [0]
    }
    #expect(broken { () throws(BatchError) in try everything.validate(before: [1], after: [1]) } == .r1)
  }

  @Test func nothingTrapsHoweverWrongTheIndicesAre() {
    let wild = [Int.min, -1, 0, 1, Int(Int32.max), Int.max]
    for one in wild {
      for two in wild {
        let everything = batch {
          $0.deletedSections = [one]
          $0.insertedSections = [two]
          $0.movedSections = [BatchMove(from: two, to: one)]
          $0.updatedSections = [one]
          $0.deletedRows = [path(one, two)]
          $0.insertedRows = [path(two, one)]
          $0.movedRows = [BatchMove(from: path(one, one), to: path(two, two))]
        }
        let rows = batch { $0.insertedRows = [path(0, one)] }
        for few in [rows, batch { $0.updatedRows = [path(0, one)] }, BatchOperations()] {
          try? few.validate(before: [two], after: [two])
          try? few.validate(before: [two], after: [two &+ 1])
        }
        for (before, after) in [([], []), ([1], [1]), ([0, 2], [2, 0]), ([Int.max], [Int.max]), ([-1], [Int.min])] {
          #expect(throws: BatchError.self) { try everything.validate(before: before, after: after) }
          #expect(throws: BatchError.self) { try everything.validateAsViewsDo(before: before, after: after) }
        }
        _ = everything.sequentialSteps
      }
    }
  }

  @Test func errorsNameTheRuleAndTheIndices() {
    let error = BatchError(.r3, "row (0,7) is deleted, but does not exist")
    #expect("\(error)" == "R3: row (0,7) is deleted, but does not exist")
    #expect(
      BatchRule.allCases.map(\.rawValue) == [
        "R0", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "S1", "S2", "S3", "S4",
      ])
  }
}
