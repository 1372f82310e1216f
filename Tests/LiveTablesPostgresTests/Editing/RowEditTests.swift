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

  /// A row with a column that is not shown.
  private struct Note: Codable, Diffable, Identifiable {
    var id: Int
    var text: String
    var isRead = false
    func hasSameContent(as other: Note) -> Bool { text == other.text }
  }

  @Test("a column that is no part of the content is written, also of a row that moves; rows that stay are not")
  func whatDoesNotShow() throws {
    let layout = RowLayout(
      [("id", 23, true), ("text", 25, false), ("isRead", 16, false)].map {
        RowLayout.Column(name: $0.0, type: $0.1, isKey: $0.2)
      })
    let table = TableDescription(
      id: 1, name: "note", isPartitioned: false, layout: layout, columns: [], publication: "p", filter: nil)
    let before = TableSnapshot<OneSection, Note>(rows: (0..<1000).map { Note(id: $0, text: "a") })
    var after = before
    after.update(.id(8)) { $0.isRead = true }
    after.update(.id(9)) { $0.isRead = true }
    after.move(from: 9, to: 500)
    let statements = try RowEdit.edits(from: before, to: after).compactMap { try $0.statement(in: table) }
    #expect(Set(statements.map(\.sql)) == [#"UPDATE note SET "isRead" = $1 WHERE "id" = $2"#])
    #expect(statements.map(\.values) == [["t", "8"], ["t", "9"]])
  }
}
#endif
