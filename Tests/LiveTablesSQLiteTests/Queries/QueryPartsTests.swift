#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

struct QueryPartsTests {
  @Test("rows are read by id with one statement, whatever their number")
  func rowsByIDs() throws {
    let parts = TableQuery("SELECT * FROM mail") { $0.values }.filtered("folder = \("in")").parts
    let one = parts.rows([7], searchColumns: [])
    let many = parts.rows((1...QueryParts.pageSize).map { RowID($0) }, searchColumns: [])
    #expect(one.sql == many.sql && one.arguments.count == many.arguments.count)
    #expect(one.arguments == ["in"] + Array(repeating: 7, count: QueryParts.pageSize))
  }

  @Test("a search joins the full-text table only for ranks and highlights")
  func searches() {
    let mails = TableQuery("SELECT * FROM mail") { $0.values }
    let plain = mails.searched(TextSearch("a", in: "mailText", ranked: false)).parts
    let ranked = mails.searched(TextSearch("a", in: "mailText")).parts
    #expect(!plain.ids(searchColumns: [], key: []).sql.contains("JOIN"))
    #expect(ranked.ids(searchColumns: [], key: []).sql.contains("JOIN"))
    let highlights = [TextSearch.Highlight(column: "subject", as: "marked")]
    let marked = mails.searched(TextSearch("a", in: "mailText", ranked: false, highlights: highlights)).parts
    #expect(!marked.ids(searchColumns: ["subject"], key: []).sql.contains("JOIN"))
    #expect(marked.wholeRows(["id"], searchColumns: ["subject"], key: []).sql.contains("JOIN"))
  }

  @Test("the same id is another row if the id column, the statement or the search differs")
  func otherRows() {
    let mails = TableQuery("SELECT * FROM mail") { $0.values }
    let search = TextSearch("a", in: "mailText")
    let others = [
      TableQuery("SELECT * FROM mail", id: "folder") { $0.values }, TableQuery("SELECT * FROM note") { $0.values },
      mails.searched(search),
    ]
    for other in others { #expect(!mails.parts.hasSameRows(as: other.parts)) }
    #expect(mails.parts.hasSameRows(as: mails.filtered("id > 1").sorted(by: "folder").parts))
  }

  @Test("a page may be empty, and at least one row is cached")
  func bounds() {
    let mails = TableQuery("SELECT * FROM mail") { $0.values }
    #expect([-1, 0, 1].map { mails.page($0).parts.page?.count } == [0, 0, 1])
    #expect([-1, 0, 1, 2].map { mails.remembered(rows: $0).parts.rememberedRows } == [1, 1, 1, 2])
  }
}
#endif
