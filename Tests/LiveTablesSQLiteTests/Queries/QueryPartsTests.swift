#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

struct QueryPartsTests {
  @Test("rows are read by their ids with one statement, however few they are")
  func rowsByIDs() throws {
    let parts = TableQuery("SELECT * FROM mail") { $0.values }.filtered("folder = \("in")").parts
    let one = parts.rows([7], searchColumns: [])
    let many = parts.rows((1...QueryParts.pageSize).map { RowID($0) }, searchColumns: [])
    #expect(one.sql == many.sql && one.arguments.count == many.arguments.count)
    #expect(one.arguments == ["in"] + Array(repeating: 7, count: QueryParts.pageSize))
  }
}
#endif
