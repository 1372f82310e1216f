#if Postgres
import LiveTables
import Testing

@testable import LiveTablesPostgres

@Suite struct RowEditTests {
  @Test("the statements of an edit name its row by all columns of the key")
  func severalKeys() throws {
    let layout = RowLayout(
      [("id", 23, true), ("folder", 25, true), ("subject", 25, false), ("position", 701, false)].map {
        RowLayout.Column(name: $0.0, type: $0.1, isKey: $0.2)
      })
    let table = TableDescription(
      id: 1, name: "mail", isPartitioned: false, layout: layout, columns: [], publication: "p", filter: nil)
    let old = Mail(id: 7, folder: "a", subject: "x")
    let delete = try #require(try RowEdit.delete(old).statement(in: table))
    #expect(delete.sql == #"DELETE FROM mail WHERE "id" = $1 AND "folder" = $2"# && delete.values == ["7", "a"])
    let new = Mail(id: 7, folder: "b", subject: "y")
    let update = try #require(try RowEdit.update(old, to: new).statement(in: table))
    #expect(update.sql == #"UPDATE mail SET "folder" = $1, "subject" = $2 WHERE "id" = $3 AND "folder" = $4"#)
    #expect(update.values == ["b", "y", "7", "a"])
  }
}
#endif
