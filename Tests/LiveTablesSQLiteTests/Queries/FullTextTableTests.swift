#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct FullTextTableTests {
  private func table(_ script: String, _ query: SQLQuery = "SELECT * FROM mail") async throws -> FullTextTable? {
    let database = try await TestDatabase(TestDatabase.mails + script).open()
    return try await database.read { try $0.fullTextTable(for: query) }
  }

  @Test("a full-text table with external content is found")
  func externalContent() async throws {
    let found = try await table(
      "CREATE VIRTUAL TABLE words USING fts5(subject, folder UNINDEXED, content='mail', content_rowid='id');")
    #expect(found?.name == "words" && found?.columns == ["subject", "folder"] && found?.idColumn == "id")
    #expect(found?.findsParts == false)
    #expect(found?.search("x").matching == .prefixes)
  }

  @Test("a full-text table that triggers write is found, with or without content")
  func writtenByTriggers() async throws {
    for option in ["", ", content=''"] {
      let found = try await table(
        """
        CREATE VIRTUAL TABLE parts USING fts5(subject, tokenize = "trigram case_sensitive 0"\(option));
        CREATE TRIGGER inserted AFTER INSERT ON mail BEGIN
          INSERT INTO parts (rowid, subject) VALUES (new.id, new.subject);
        END;
        """)
      if option.isEmpty {
        #expect(found?.name == "parts" && found?.findsParts == true)
        #expect(found?.search("x").matching == .substring)
      } else {
        #expect(found == nil, "what is not kept cannot be looked for without the index")
      }
    }
  }

  @Test("a full-text table of other rows or without the rowid is not found, and the one with most columns is preferred")
  func others() async throws {
    let other = "CREATE VIRTUAL TABLE words USING fts5(text, content='note', content_rowid='id');"
    #expect(try await table(other) == nil)
    #expect(try await table(other, "SELECT n.*, m.id AS mail FROM mail m JOIN note n USING (id)")?.idColumn == "id")
    let two = """
      CREATE VIRTUAL TABLE one USING fts5(subject, content=mail, content_rowid=id);
      CREATE VIRTUAL TABLE two USING fts5(subject, folder, content="mail", content_rowid="id");
      """
    #expect(try await table(two)?.name == "two")
    let alike = """
      CREATE VIRTUAL TABLE one USING fts5(subject, content=mail, content_rowid=id);
      CREATE VIRTUAL TABLE parts USING fts5(subject, tokenize=trigram, content=mail, content_rowid=id);
      CREATE VIRTUAL TABLE two USING fts5(subject, content=mail, content_rowid=id);
      """
    #expect(try await table(alike)?.name == "parts")
    #expect(try await table(two, "SELECT subject, id AS number FROM mail")?.idColumn == "number")
    #expect(try await table(two, "SELECT subject FROM mail") == nil)
  }

  @Test(
    "options of full-text tables are recognized in all spellings",
    arguments: [
      ("CREATE VIRTUAL TABLE t USING fts5(a, b)", nil, false),
      ("CREATE VIRTUAL TABLE t USING fts5(a, content='it''s, me', tokenize='porter trigram')", "it's, me", true),
      (
        "create virtual table t using FTS5(a,content=\"x\",Tokenize = 'unicode61 tokenchars ''trigrams''')", "x",
        false
      ),
      ("CREATE VIRTUAL TABLE t USING fts5(a, content=[x y] , content_rowid=z)", "x y", false),
      ("CREATE VIRTUAL TABLE t USING fts5(a, tokenize=trigram, content='no trigram')", "no trigram", true),
      ("CREATE VIRTUAL TABLE t USING fts5(a, content='trigram')", "trigram", false),
      ("CREATE VIRTUAL TABLE t USING fts5(content='x', a)", "x", false),
      ("CREATE VIRTUAL TABLE t USING fts5(a, content='')", "", false), ("", nil, false), (")(", nil, false),
    ] as [(String, String?, Bool)])
  func options(sql: String, content: String?, isTrigram: Bool) {
    let options = FullTextOptions(sql)
    #expect(options.content == content && options.isTrigram == isTrigram)
  }
}
#endif
