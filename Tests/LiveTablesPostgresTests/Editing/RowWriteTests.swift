#if Postgres
import LiveTables
import Testing

@testable import LiveTablesPostgres

@Suite struct RowWriteTests {
  @Test("the statements of an edit identify its row by all key columns")
  func severalKeys() throws {
    let layout = RowLayout(
      [("id", 23, true), ("folder", 25, true), ("subject", 25, false), ("position", 701, false)].map {
        RowLayout.Column(name: $0.0, type: ValueType(id: $0.1), isKey: $0.2)
      })
    let table = TableDescription(
      id: 1, name: "mail", isPartitioned: false, layout: layout, columns: [], publication: "p", filter: nil)
    let old = Mail(id: 7, folder: "a", subject: "x")
    let delete = try #require(try RowWrite.delete(old).statement(in: table) { $1 })
    #expect(delete.sql == #"DELETE FROM ONLY mail AS t WHERE t."id" = $1::text AND t."folder" = $2::text"#)
    #expect(delete.values == ["7", "a"] && delete.oldKey == ["7", "a"] && delete.newKey == nil)
    let new = Mail(id: 7, folder: "b", subject: "y")
    let update = try #require(try RowWrite.update(old, to: new).statement(in: table) { $1 })
    #expect(update.sql.hasPrefix(#"UPDATE ONLY mail AS t SET "folder" = $1, "subject" = $2 FROM "#))
    #expect(update.sql.contains(#"WHERE t."id" = $3::text AND t."folder" = $4::text RETURNING "#))
    #expect(update.values == ["b", "y", "7", "a"])
    #expect(update.oldKey == ["7", "a"] && update.newKey == ["7", "b"])
    // The key is spelled as the server spells it.
    let exact = try #require(try RowWrite.update(old, to: new).statement(in: table) { _, _ in ["07", "a "] })
    #expect(exact.values == ["b", "y", "07", "a "] && exact.newKey == ["07", "b"])
  }

  /// A row with a column that is not part of its content.
  private struct Note: Codable, Diffable, Identifiable {
    var id: Int
    var text: String
    var isRead = false
    func hasSameContent(as other: Note) -> Bool { text == other.text }
  }

  @Test("a column outside of the content is written, also for a moved row, but not for unchanged rows")
  func whatDoesNotShow() throws {
    let layout = RowLayout(
      [("id", 23, true), ("text", 25, false), ("isRead", 16, false)].map {
        RowLayout.Column(name: $0.0, type: ValueType(id: $0.1), isKey: $0.2)
      })
    let table = TableDescription(
      id: 1, name: "note", isPartitioned: false, layout: layout, columns: [], publication: "p", filter: nil)
    let before = TableSnapshot<OneSection, Note>(rows: (0..<1000).map { Note(id: $0, text: "a") })
    let changes: [TableEdit<OneSection, Note>] = [
      .patch(.id(9)) { $0.isRead = true }, .patch(.id(8)) { $0.isRead = true },
      .move(.id(9), to: .path(RowPath(0, 500))),
    ]
    let statements = try RowWrite.edits(of: changes, on: before).compactMap { try $0.statement(in: table) { $1 } }
    #expect(statements.allSatisfy { $0.sql.hasPrefix(#"UPDATE ONLY note AS t SET "isRead" = $1 FROM "#) })
    #expect(statements.map(\.values) == [["t", "9"], ["t", "8"]])
  }

  @Test func editsKeepTheOrderInWhichTheyAreMadeAndNameRows() {
    let before = TableSnapshot<OneSection, Note>(rows: (0..<6).map { Note(id: $0, text: "a") })
    func words(_ edits: [TableEdit<OneSection, Note>]) -> [String] {
      RowWrite.edits(of: edits, on: before).map { edit in
        switch edit {
        case .insert(let row): "+\(row.id)"
        case .update(let old, let row, _): old.id == row.id ? "=\(row.id)\(row.text)" : "\(old.id)>\(row.id)"
        case .delete(let row): "-\(row.id)"
        }
      }
    }
    #expect(
      words([.remove(.ids([4, 1, 3])), .append(Note(id: 4, text: "x")), .remove(id: 4)]) == [
        "-4", "-1", "-3", "+4", "-4",
      ])
    #expect(
      words([.patch(.ids([5, 2])) { $0.text = "b" }, .insert([Note(id: 9, text: "c")], at: .path(RowPath(0, 0)))]) == [
        "=5b", "=2b", "+9",
      ])
    let first = TableEdit<OneSection, Note>.patch(.id(1)) { $0.text = "b" }
    let second = TableEdit<OneSection, Note>.patch(.id(1)) { $0.text = "c" }
    #expect(words([first, second]) == ["=1b", "=1c"])
    #expect(words([first, .remove(id: 0), second]) == ["=1b", "-0", "=1c"])
    #expect(words([.patch(.id(1)) { $0.id = 7 }, .patch(.id(7)) { $0.id = 8 }]) == ["1>7", "7>8"])
    #expect(
      words([.replace(.ids([3, 1]), with: [Note(id: 30, text: ""), Note(id: 10, text: "")])]) == ["3>30", "1>10"])
    #expect(
      words([.set([Note(id: 5, text: "z"), Note(id: 6, text: "")]), .remove(id: 77)]) == [
        "-0", "-1", "-2", "-3", "-4", "=5z", "+6",
      ])
    #expect(words([.move(.id(1), to: .end), .order { $0.id > $1.id }]).isEmpty)
  }
}
#endif
