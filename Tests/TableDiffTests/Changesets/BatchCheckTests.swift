import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTables
@testable import TableDiff

struct RowSetTests {
  @Test("rows are marked once, if the table has them", arguments: [0, 10])
  func marked(capacity: Int) {
    var rows = RowSet(of: [3, 0, 70], capacity: capacity)
    var counts = [0, 0, 0]
    let all = [path(0, 1), path(2, 69), path(2, 0), path(0, 0)]
    #expect(rows.insert(all: all, counting: &counts) && counts == [2, 0, 2])
    #expect(all.allSatisfy(rows.contains) && !rows.contains(path(0, 2)))
    for wrong in [path(0, 1), path(0, 3), path(1, 0), path(3, 0), path(-1, 0), path(2, -1)] {
      #expect(!rows.insert(all: [wrong], counting: &counts), "\(wrong)")
    }
  }
}

struct BatchCheckTests {
  /// Returns a batch of any kinds of operations that is legal for the counts, or nearly so.
  private static func batch(_ before: [Int], _ after: [Int], _ random: inout SeededGenerator) -> BatchOperations {
    func index(_ count: Int) -> Int {
      Int.random(in: Int.random(in: 0..<40, using: &random) == 0 ? -1...count : 0...max(0, count - 1), using: &random)
    }
    func row(_ counts: [Int]) -> RowPath {
      let section = index(counts.count)
      return RowPath(section: section, row: index(counts.indices.contains(section) ? counts[section] : 1))
    }
    func times(_ most: Int, _ body: () -> Void) {
      for _ in 0..<Int.random(in: 0...most, using: &random) { body() }
    }
    var batch = BatchOperations()
    let kinds = UInt16.random(in: 0...0x1FF, using: &random) & UInt16.random(in: 0...0x1FF, using: &random)
    if kinds & 1 != 0 { times(2) { batch.deletedSections.append(index(before.count)) } }
    if kinds & 2 != 0 { times(2) { batch.insertedSections.append(index(after.count)) } }
    if kinds & 4 != 0 {
      times(2) { batch.movedSections.append(BatchMove(from: index(before.count), to: index(after.count))) }
    }
    if kinds & 8 != 0 { times(2) { batch.updatedSections.append(index(before.count)) } }
    if kinds & 16 != 0 { times(1) { batch.reloadedSections.append(index(before.count)) } }
    if kinds & 32 != 0 { times(3) { batch.deletedRows.append(row(before)) } }
    if kinds & 64 != 0 { times(3) { batch.insertedRows.append(row(after)) } }
    if kinds & 128 != 0 { times(3) { batch.movedRows.append(BatchMove(from: row(before), to: row(after))) } }
    if kinds & 256 != 0 { times(3) { batch.updatedRows.append(row(before)) } }
    // Views treat an exact repeat of a move as one move.
    if let move = batch.movedRows.first, Int.random(in: 0..<8, using: &random) == 0 { batch.movedRows.append(move) }
    if let move = batch.movedSections.first, Int.random(in: 0..<8, using: &random) == 0 {
      batch.movedSections.append(move)
    }
    return batch
  }

  @Test
  func theCheckFindsTheRuleThatIsBrokenFirstAsSetsOfPathsDo() {
    var random = SeededGenerator(31)
    var found: [BatchRule?: Int] = [:]
    for _ in 0..<Trials.count(160_000) {
      let before = (0..<Int.random(in: 1...3, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
      var after = before
      if Bool.random(using: &random) { after[0] = Int.random(in: 0...4, using: &random) }
      let batch = Self.batch(before, after, &random)
      // Adjusts the counts to a batch of rows, so that not every batch ends with a wrong count.
      if batch.deletedSections.isEmpty, batch.insertedSections.isEmpty, batch.movedSections.isEmpty {
        after = before
        for path in Set(batch.deletedRows + batch.movedRows.map(\.from)) where after.indices.contains(path.section) {
          after[path.section] -= 1
        }
        for path in Set(batch.insertedRows + batch.movedRows.map(\.to)) where after.indices.contains(path.section) {
          after[path.section] += 1
        }
      }
      for isStrict in [false, true] {
        var rule: BatchRule?
        do throws(BatchError) {
          if isStrict {
            try batch.validate(before: before, after: after)
          } else {
            try batch.validateAsViewsDo(before: before, after: after)
          }
        } catch {
          rule = error.rule
        }
        found[rule, default: 0] += 1
        #expect(
          rule == batch.brokenRule(before: before, after: after, isStrict: isStrict), "\(batch) \(before) \(after)")
      }
    }
    let missing = BatchRule.allCases.filter { found[$0] == nil }
    #expect(missing == [.r0, .r8] && found[nil, default: 0] > 1_000, "\(found)")
  }

  @Test
  func aWrongNumberOfSectionsIsSaidWithWhatTheBatchDoesToIt() {
    var batch = BatchOperations()
    batch.insertedSections = [0]
    #expect(throws: BatchError(.r6, "2 sections before, 1 inserted, 0 deleted: 3 expected, 2 found")) {
      try batch.validate(before: [1, 1], after: [1, 1])
    }
  }

  @Test func ofSectionsThatAreReloadedTheFirstIsNamed() {
    var batch = BatchOperations()
    batch.reloadedSections = [2, 0]
    #expect(throws: BatchError(.s3, "section 2 is reloaded as a whole")) {
      try batch.validate(before: [1, 1, 1], after: [1, 1, 1])
    }
  }

  @Test
  func aSmallBatchForATableOfAnySizeIsCheckedWithoutALookAtEachRow() throws {
    var batch = BatchOperations()
    batch.deletedRows = [RowPath(section: 1, row: 5), RowPath(section: 1, row: Int(Int32.max) - 1)]
    batch.movedRows = [BatchMove(from: RowPath(section: 1, row: 7), to: RowPath(section: 0, row: 0))]
    let rows = Int(Int32.max)
    try batch.validate(before: [rows, rows], after: [rows + 1, rows - 3])
    batch.deletedRows.append(RowPath(section: 1, row: 5))
    #expect { try batch.validate(before: [rows, rows], after: [rows + 1, rows - 3]) } throws: {
      ($0 as? BatchError)?.rule == .s4
    }
    #expect { try batch.validate(before: [rows, rows], after: [rows, rows]) } throws: {
      ($0 as? BatchError)?.rule == .r7
    }
  }
}

extension BatchOperations {
  /// Checks the batch by the rules R1 to R7 only, as views do.
  func validateAsViewsDo(before: [Int], after: [Int]) throws(BatchError) {
    var check = BatchCheck(self, before: before, after: after)
    try check.checkAsViewsDo()
  }
}
