#if SQLite
import Foundation
import LiveTablesSQLite
import Testing

@testable import livetable

@MainActor @Suite struct SQLiteEditorTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Calls `body` with an editor of a database whose table has a primary key.
  private func with(_ body: @MainActor (SQLiteEditor, SQLiteDatabase) async throws -> Void) async throws {
    let path = directory.path + "/mail.db"
    let database = try await SQLiteDatabase(path: path)
    try await database.write { connection in
      try connection.execute("CREATE TABLE mail (id INTEGER PRIMARY KEY, subject, n)")
      try connection.execute("INSERT INTO mail VALUES (1, 'hello', 1), (2, 'hello', 1)")
    }
    let editor = SQLiteEditor(SQLiteOptions(file: path, query: "mail"))
    try await editor.begin(database)
    try await body(editor, database)
    await database.close()
  }

  @Test func anotherQueryIsAnnouncedAndShown() async throws {
    try await with { editor, _ in
      let others = editor.next().replacements
      var isOver = false
      let showing = Task {
        defer { isOver = true }
        try await editor.show("SELECT n FROM mail")
      }
      while editor.text == "mail", !isOver { await Task.yield() }
      try #require(!isOver, "it goes on until its rows are shown")
      let reading = Task {
        for await _ in others { return true }
        return false
      }
      reading.cancel()
      #expect(await reading.value)
      editor.succeeded()
      try await showing.value
    }
  }

  @Test func theQueryOfATableIsItsNameWhereThatIsAWord() {
    let editor = SQLiteEditor(SQLiteOptions(file: "mail.db"))
    #expect(editor.query(ofTable: "mail") == "mail")
    #expect(editor.query(ofTable: "sent \"mail\"") == #"SELECT * FROM "sent ""mail""""#)
  }

  @Test(arguments: [
    ("7", "integer:7"), ("1.5e1", "real:15.0"), ("nan", "text:nan"), ("inf", "text:inf"), ("0x10", "text:0x10"),
    ("1e999", "text:1e999"), ("x", "text:x"), ("NULL", "null:"),
  ]) func onlyADecimalNumberIsStoredAsOne(text: String, stored: String) async throws {
    try await with { editor, database in
      let shown = Record(identity: "1", object: ["id": .number("1"), "subject": .string("hello"), "n": .number("1")])
      try await editor.set("n", of: shown, to: text)
      let cell = try await database.read { connection in
        try connection.value("SELECT typeof(n) || ':' || coalesce(n, '') FROM mail WHERE id = 1", as: String.self)
      }
      #expect(cell == stored)
    }
  }

  @Test func aRowIsFoundByItsKeyAlsoWhereOtherCellsHaveChanged() async throws {
    try await with { editor, database in
      let shown = Record(identity: "1", object: ["id": .number("1"), "subject": .string("hello"), "n": .number("1")])
      try await database.write { try $0.execute("UPDATE mail SET n = 2 WHERE id = 1") }
      try await editor.set("subject", of: shown, to: "dinner")
      let subjects = try await database.read { connection in
        try connection.map("SELECT subject FROM mail ORDER BY id") { $0[0].map { "\($0)" } }
      }
      #expect(subjects.count == 2 && subjects[0]?.contains("dinner") == true && subjects[1]?.contains("hello") == true)
    }
  }
}
#endif
