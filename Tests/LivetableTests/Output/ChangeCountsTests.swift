import LiveTables
import Testing

@testable import livetable

@Suite struct ChangeCountsTests {
  @Test func rowsOfWholeSectionsCount() {
    let old = table([("1", "A"), ("2", "A"), ("3", "B"), ("4", "B"), ("5", "C")])
    let new = table([("5", "C"), ("2", "A"), ("1", "A"), ("6", "A"), ("7", "D"), ("8", "D"), ("9", "D")])
    #expect(ChangeCounts(new.difference(from: old)) == ChangeCounts(inserted: 4, deleted: 2, moved: 1))
    #expect(ChangeCounts(old.difference(from: old)) == ChangeCounts())
  }

  @Test func aRowThatChangesItsGroupMovesAndIsUpdated() {
    let old = table([("1", "A"), ("2", "A"), ("3", "B")])
    let new = table([("1", "A"), ("3", "B"), ("2", "B")])
    #expect(ChangeCounts(new.difference(from: old)) == ChangeCounts(moved: 1, updated: 1))
  }

  private func table(_ rows: [(id: String, group: String)]) -> RecordTable {
    RecordTable(
      rows.map { Record(identity: $0.id, object: ["id": .string($0.id), "g": .string($0.group)]) },
      groupedBy: RowColumn("g"))
  }
}
