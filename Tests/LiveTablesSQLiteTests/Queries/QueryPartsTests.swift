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

  @Test("a search joins the full-text table for its ranks and highlights alone, else an order may come from an index")
  func searches() {
    let mails = TableQuery("SELECT * FROM mail") { $0.values }
    let plain = mails.searched(TextSearch("a", in: "mailText", ranked: false)).parts
    let ranked = mails.searched(TextSearch("a", in: "mailText")).parts
    #expect(!plain.ids(searchColumns: [], key: []).sql.contains("JOIN"))
    #expect(ranked.ids(searchColumns: [], key: []).sql.contains("JOIN"))
  }
}
#endif
