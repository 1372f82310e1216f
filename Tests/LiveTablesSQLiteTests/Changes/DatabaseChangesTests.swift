#if SQLite
import Testing

@testable import LiveTablesSQLite

struct DatabaseChangesTests {
  private typealias InTable = DatabaseChanges.InTable

  @Test("changes of a table are merged, and rows are listed up to a limit")
  func ofOneTable() {
    var change = InTable(rows: [1], columns: [2])
    change.merge(InTable(rows: [1, 2], hasOtherRows: true, columns: [0]), limit: 2)
    #expect(change == InTable(rows: [1, 2], hasOtherRows: true, columns: [0, 2]))
    var tooMany = change
    tooMany.merge(InTable(rows: [3]), limit: 2)
    #expect(tooMany == InTable(rows: nil, hasOtherRows: true, columns: [0, 2]))
    tooMany.merge(InTable(rows: [3]), limit: 2)
    #expect(tooMany.rows == nil)
    change.merge(InTable(rows: nil, columns: [5]))
    #expect(change == InTable(rows: nil, hasOtherRows: true, columns: [0, 2, 5]))
  }

  @Test("merged changes contain all rows and columns of both")
  func merging() {
    let kinds = [
      DatabaseChanges.foreign, .lateRows, DatabaseChanges(hasOtherSchema: true),
      DatabaseChanges(tables: ["mail": InTable(rows: [1])]), DatabaseChanges(),
    ]
    #expect(kinds.map(\.isEmpty) == [false, false, false, false, true])
    for one in kinds {
      for two in kinds {
        var both = one
        both.merge(two)
        #expect(both.isForeign == (one.isForeign || two.isForeign))
        #expect(both.hasLateRows == (one.hasLateRows || two.hasLateRows))
        #expect(both.hasOtherSchema == (one.hasOtherSchema || two.hasOtherSchema))
        #expect(both.tables == (one.tables.isEmpty ? two : one).tables)
        #expect(both.isEmpty == (one.isEmpty && two.isEmpty))
        for tables in [["mail"], ["note"]] as [Set<String>] {
          #expect(both.concern(tables) == (one.concern(tables) || two.concern(tables)))
        }
      }
    }
    #expect(DatabaseChanges.foreign.concern(["note"]) && DatabaseChanges.lateRows.concern(["note"]))
    #expect(!kinds[3].concern(["note"]) && kinds[3].concern(["mail"]))
  }
}
#endif
