import Foundation
import LiveTables
import LiveTablesOperators
import TestSupport
import Testing

struct RowPathTests {
  @Test func pathsAreOrderedBySectionThenByRow() {
    #expect([path(1, 0), path(0, 5), path(0, 2)].sorted() == [path(0, 2), path(0, 5), path(1, 0)])
    #expect(path(-1, 9) < path(0, 0))
    #expect(!(path(1, 1) < path(1, 1)))
  }

  @Test
  func aNumberBeyond32BitsBecomesOneWhereThereIsNoRow() {
    let far = path(Int.max, Int.min)
    #expect(far.section == Int(Int32.max) && far.row == Int(Int32.min))
    var moved = path(0, 0)
    moved.row = .max
    moved.section = 3
    #expect(moved == path(3, Int(Int32.max)))
    #expect(TableSnapshot(rows: [1])[far] == nil)
  }

  @Test func aPathIsCodedAsAnObjectWithTwoNumbers() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(path(3, 14)), as: UTF8.self) == #"{"row":14,"section":3}"#)
    #expect(try JSONDecoder().decode(RowPath.self, from: Data(#"{"section":3,"row":14}"#.utf8)) == path(3, 14))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(RowPath.self, from: Data(#"{"section":3}"#.utf8)) }
    #expect("\(path(3, 14))" == "(3,14)")
  }

  @Test func batchesAndStepsSurviveCoding() throws {
    let operations = batch {
      $0.deletedSections = [1]
      $0.movedRows = [BatchMove(from: path(0, 1), to: path(2, 3))]
      $0.updatedRows = [path(0, 0)]
    }
    let data = try JSONEncoder().encode(operations)
    #expect(try JSONDecoder().decode(BatchOperations.self, from: data) == operations)
    let steps: [SequentialStep] = [.deleteSection(1), .moveRow(from: path(0, 1), to: path(1, 0))]
    let coded = try JSONEncoder().encode(steps)
    #expect(try JSONDecoder().decode([SequentialStep].self, from: coded) == steps)
  }
}
