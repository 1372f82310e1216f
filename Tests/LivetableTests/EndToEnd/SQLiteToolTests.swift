import Foundation
import Testing

@testable import livetable

/// Tests `livetable sqlite` end to end, together with the real `sqlite3`.
@Suite(.enabled(if: Tool.isBuilt), .timeLimit(.minutes(20))) struct SQLiteToolTests {
  #if SQLite
  private static func line(_ revision: Int, _ sections: Int, _ rows: Int, _ counts: String, _ mode: String) -> String {
    "{\"revision\":\(revision),\"sections\":\(sections),\"rows\":\(rows),\(counts),\"superseded\":0,\"mode\":\"\(mode)\"}"
  }

  private static let nothing = #""inserted":0,"deleted":0,"moved":0,"updated":0"#

  @Test(arguments: ["wal", "delete"]) func eachCommitOfAnotherProgramIsALine(journal: String) async throws {
    let directory = try TemporaryDirectory()
    // Each commit waits for the line of the previous commit.
    let script = """
      cd \(directory.path) && mkfifo out
      sqlite3 mail.db "PRAGMA journal_mode=\(journal); CREATE TABLE mail (id INTEGER PRIMARY KEY, folder, text);" > /dev/null
      '\(Tool.path)' sqlite mail.db 'SELECT * FROM mail ORDER BY id' --group-by folder --count 4 > out &
      exec 4< out
      read -r line <&4; echo "$line"
      sqlite3 mail.db "INSERT INTO mail VALUES (1, 'a', 'x'), (2, 'b', 'y');"
      read -r line <&4; echo "$line"
      sqlite3 mail.db "UPDATE mail SET text = 'z' WHERE id = 1;"
      read -r line <&4; echo "$line"
      sqlite3 mail.db "DELETE FROM mail WHERE id = 2;"
      read -r line <&4; echo "$line"
      wait $!; echo $?; sqlite3 mail.db "PRAGMA journal_mode"
      """
    let outcome = try await Tool.run(script)
    #expect(
      outcome.lines == [
        Self.line(1, 0, 0, Self.nothing, "reload"),
        Self.line(2, 2, 2, #""inserted":2,"deleted":0,"moved":0,"updated":0"#, "batch"),
        Self.line(3, 2, 2, #""inserted":0,"deleted":0,"moved":0,"updated":1"#, "batch"),
        Self.line(4, 1, 1, #""inserted":0,"deleted":1,"moved":0,"updated":0"#, "batch"), "0", journal,
      ])
    #expect(outcome.errors == [])
  }

  @Test("rows of several queries belong to no editable table") func editableTables() {
    #expect(SQLiteEditor.table(of: "SELECT * FROM t WHERE a > 1 ORDER BY b") == "t")
    #expect(SQLiteEditor.table(of: "SELECT * FROM \"a \"\"b\"\"\";") == "a \"b\"")
    for word in ["UNION ALL", "union", "Except", "INTERSECT"] {
      #expect(SQLiteEditor.table(of: "SELECT * FROM t WHERE a > 1 \(word) SELECT * FROM u") == nil)
    }
  }

  @Test("a file that another program has locked is waited for, also at the start") func locked() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      sqlite3 mail.db "CREATE TABLE mail (id INTEGER PRIMARY KEY, text); INSERT INTO mail VALUES (1, 'a')"
      mkfifo begun; touch said
      printf '%s\\n' "BEGIN EXCLUSIVE;" ".shell echo > begun; until grep -q locked said; do sleep 0.1; done" "COMMIT;" \
        | sqlite3 mail.db &
      read -r _ < begun
      livetable sqlite mail.db mail --once --format csv 2> said; echo $?
      wait; cat said >&2
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.lines == ["id,text", "1,a", "0"])
    #expect(outcome.errors.count == 1 && outcome.errors.allSatisfy { $0.contains("locked") })
  }

  @Test("an empty query result has columns") func noRows() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      sqlite3 mail.db "CREATE TABLE mail (id INTEGER PRIMARY KEY, text)"
      livetable sqlite mail.db mail --once --format csv
      """
    #expect(try await Tool.run(script).lines == ["id,text"])
  }

  @Test("queries contain double-quoted strings, comments, and quoted names") func quotes() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      sqlite3 x.db 'CREATE TABLE "my x" (id INTEGER PRIMARY KEY, a); INSERT INTO "my x" VALUES (1, 2)'
      show() { livetable sqlite x.db "$1" --once --format csv; }
      show 'SELECT a, "zzz" FROM "my x"'
      show 'SELECT "zzz" FROM "my x";'
      show 'SELECT a, a, 1+1, count(*) FROM "my x"'
      show '-- all
      SELECT a FROM "my x"'
      show '/* all */ SELECT a FROM "my x" -- end'
      show '"my x"'
      show '"SELECT a FROM [my x]"'
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.errors == [])
    #expect(
      outcome.lines == [
        "a,zzz", "2,zzz", "zzz", "zzz", "a,a:1,1+1,count(*)", "2,2,2,1", "a", "2", "a", "2", "id,a", "1,2", "a", "2",
      ])
    for comment in ["-- all\n", "/* a */ -- b\n "] {
      #expect(SQLiteEditor.table(of: comment + "SELECT * FROM mail") == "mail")
    }
  }

  @Test func withoutAQueryTheTablesAreListedAndANameIsAQuery() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      sqlite3 mail.db "CREATE TABLE mail (id INTEGER PRIMARY KEY, text); CREATE VIEW v AS SELECT 1; INSERT INTO mail VALUES (1, 'a,b');"
      livetable sqlite mail.db --once --format csv
      livetable sqlite mail.db mail --once --format csv
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.errors == [])
    #expect(
      outcome.lines == [
        "name,type,definition", "mail,table,\"CREATE TABLE mail (id INTEGER PRIMARY KEY, text)\"",
        "v,view,CREATE VIEW v AS SELECT 1", "id,text", "1,\"a,b\"",
      ])
  }

  @Test func keysChangeTheQueryAndACell() async throws {
    let directory = try TemporaryDirectory()
    let terminal = try PseudoTerminal()
    let script = """
      cd \(directory.path); export TERM=xterm-256color
      sqlite3 mail.db "CREATE TABLE mail (id INTEGER PRIMARY KEY, subject); CREATE TABLE two (a, b);
        INSERT INTO mail VALUES (1, 'hello'), (2, 'lunch'); INSERT INTO two VALUES ('x', 5), ('x', 5);"
      livetable sqlite mail.db > \(terminal.path)
      sqlite3 mail.db "SELECT * FROM mail; SELECT a, b, typeof(b) FROM two"
      """
    let tool = Task { try await Tool.run(script) }
    try await terminal.read(until: "CREATE TABLE two")
    try terminal.press("j\r")
    try await terminal.read(until: "lunch")
    try terminal.press("jllE")
    try await terminal.read(until: "subject:")
    try terminal.press("\u{15}dinner\r")
    try await terminal.read(until: "changed: subject of 1")
    // An invalid query keeps the previous one.
    try terminal.press(":\u{15}SELECT * FROM nope\r")
    try await terminal.read(until: "no such table")
    // A query that fails to be prepared or read does, too.
    for (query, words) in [("DELETE FROM mail", "syntax error"), ("SELECT json('{') AS j", "malformed JSON")] {
      try terminal.press(":")
      try await terminal.read(until: "query:")
      try terminal.press("\u{15}\(query)\r")
      try await terminal.read(until: words)
    }
    try terminal.press(":")
    try await terminal.read(until: "query:")
    try terminal.press("\u{15}SELECT b + 4321 AS sum FROM two LIMIT 1\r")
    try await terminal.read(until: "4326")
    try terminal.press("q")
    let outcome = try await tool.value
    #expect(outcome.errors == [])
    #expect(outcome.lines == ["1|dinner", "2|lunch", "x|5|integer", "x|5|integer"])
  }

  @Test func aTableOfAnyNameIsOpenedAndItsCellsChanged() async throws {
    let directory = try TemporaryDirectory()
    let terminal = try PseudoTerminal()
    let script = """
      cd \(directory.path); export TERM=xterm-256color
      sqlite3 mail.db 'CREATE TABLE "my ""odd"" mail" (id INTEGER PRIMARY KEY, subject);
        INSERT INTO "my ""odd"" mail" VALUES (1, $$hello$$);'
      livetable sqlite mail.db > \(terminal.path)
      sqlite3 mail.db 'SELECT subject FROM "my ""odd"" mail"'
      """.replacing("$$", with: "'\\''")
    let tool = Task { try await Tool.run(script) }
    try await terminal.read(until: "CREATE TABLE")
    try terminal.press("j\r")
    try await terminal.read(until: "hello")
    try terminal.press("jllE")
    try await terminal.read(until: "subject:")
    try terminal.press("\u{15}dinner\r")
    try await terminal.read(until: "changed: subject of 1")
    try terminal.press("q")
    let outcome = try await tool.value
    #expect(outcome.errors == [])
    #expect(outcome.lines == ["dinner"])
  }

  @Test func nothingIsMissingWhereTheFirstColumnHasNothing() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      sqlite3 mail.db "CREATE TABLE q (a, b); INSERT INTO q VALUES ('x', 1), (NULL, 2), ('y', 3), (NULL, 9e999);
        CREATE TABLE 'two words' (c); INSERT INTO 'two words' VALUES (7);"
      livetable sqlite mail.db q --once --format ndjson
      livetable sqlite mail.db 'two words' --once --format ndjson
      livetable sqlite mail.db q --id a --once
      """
    let outcome = try await Tool.run(script)
    #expect(
      outcome.errors == [
        "livetable: mail.db: “a”, which identifies the row, is null; give every row a value, or name other columns with --id"
      ])
    #expect(
      outcome.lines == [
        #"{"a":"x","b":1}"#, #"{"a":null,"b":2}"#, #"{"a":"y","b":3}"#, #"{"a":null,"b":9e999}"#, #"{"c":7}"#,
      ])
  }

  @Test func aSearchFindsTextInAnyColumn() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      sqlite3 mail.db "CREATE TABLE mail (who, text); INSERT INTO mail VALUES ('Ann', '100%'), ('Bob', 'ann_x'), ('C', 5);"
      for text in ann % _ nobody; do livetable sqlite mail.db 'SELECT * FROM mail' --search "$text" --count 1; done
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.errors == [])
    #expect(outcome.lines.map { $0.contains("\"rows\":2,") } == [true, false, false, false])
    #expect(outcome.lines.map { $0.contains("\"rows\":1,") } == [false, true, true, false])
  }

  @Test func aSearchIsOneInTheFullTextTableThatThereIs() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      sqlite3 mail.db "CREATE TABLE mail (id INTEGER PRIMARY KEY, text);
        INSERT INTO mail VALUES (1, 'a lunch'), (2, 'brunch'), (3, 'no');
        CREATE VIRTUAL TABLE words USING fts5(text, content='mail', content_rowid='id');
        INSERT INTO words (words) VALUES ('rebuild');"
      for text in lun unch '"('; do
        livetable sqlite mail.db 'SELECT text, id FROM mail' --search "$text" --count 1
      done
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.errors == [])
    // A search for substrings would find “unch” in two rows.
    #expect(outcome.lines.map { $0.contains("\"rows\":1,") } == [true, false, false])
    #expect(outcome.lines.map { $0.contains("\"rows\":0,") } == [false, true, true])
  }

  @Test func aWordThatIsNoTableIsMissedAsOne() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path) && sqlite3 mail.db "CREATE TABLE mail (id)"
      for name in mails2 ämter mail_2; do livetable sqlite mail.db $name --once; done
      """
    let outcome = try await Tool.run(script)
    for (line, name) in zip(outcome.errors, ["mails2", "ämter", "mail_2"]) {
      #expect(line.contains("no such table: \(name)"))
    }
    #expect(outcome.errors.count == 3)
  }

  @Test(arguments: [
    "gone.db 'SELECT 1'", "text.db 'SELECT 1'", "mail.db 'SELEKT'", "mail.db 'SELECT * FROM gone'",
    "mail.db 'SELECT * FROM mail' --id gone", "mail.db 'DELETE FROM mail'", "mail.db ''",
    "mail.db 'SELECT * FROM mail' --group-by gone", "mail.db 'SELECT * FROM mail' --sort-by gone",
  ])
  func troubleIsTwoAndSaysOneLine(arguments: String) async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path) && echo "this is a text that is no database at all" > text.db
      sqlite3 mail.db "CREATE TABLE mail (id, text); INSERT INTO mail VALUES (1, 2);"
      livetable sqlite \(arguments)
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.ending == .exited(status: 2))
    #expect(outcome.lines == [])
    #expect(outcome.errors.count == 1)
    #expect(outcome.errors.first?.hasPrefix("livetable: ") == true)
  }
  #else
  @Test func withoutTheTraitItSaysHowToBuildIt() async throws {
    let outcome = try await Tool.run("livetable sqlite mail.db 'SELECT 1'")
    #expect(outcome.ending == .exited(status: 2))
    #expect(outcome.errors.count == 1)
    #expect(outcome.errors.first?.contains("swift build --traits SQLite") == true)
  }
  #endif
}
