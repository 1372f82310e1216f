import LiveTables
import Testing

@testable import LiveTablesTerminal

@Suite struct ChangeCountsTests {
  @Test func rowsOfWholeSectionsCount() {
    let old = table([("A", [1, 2]), ("B", [3, 4]), ("C", [5])])
    let new = table([("C", [5]), ("A", [2, 1, 6]), ("D", [7, 8, 9])])
    let counts = ChangeCounts(new.difference(from: old).stages)
    #expect(counts == ChangeCounts(inserted: 4, deleted: 2, moved: 1) && counts.total == 7)
    #expect(ChangeCounts(old.difference(from: old).stages) == ChangeCounts())
  }

  @Test("a row that changes and moves to another section counts as moved and updated")
  func aRowThatGoesToAnotherSectionAndChanges() {
    let (old, new) = (table([("A", [1, 2]), ("B", [3])]), table([("A", [1]), ("B", [3, 2])], changed: 2))
    #expect(ChangeCounts(new.difference(from: old).stages) == ChangeCounts(moved: 1, updated: 1))
  }

  private struct Row: Diffable, Identifiable, Equatable, Sendable {
    let id: Int
    let isChanged: Bool
  }

  private func table(_ sections: [(String, [Int])], changed: Int? = nil) -> TableSnapshot<String, Row> {
    TableSnapshot(
      sections: sections.map { TableSection($0.0, rows: $0.1.map { Row(id: $0, isChanged: $0 == changed) }) })
  }
}
