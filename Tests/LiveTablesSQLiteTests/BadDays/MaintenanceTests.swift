#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests scripts that another program runs on a file, without waiting for locks, while a live table is idle.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct MaintenanceTests {
  private static let schema = """
    CREATE TABLE mail (id INTEGER PRIMARY KEY, folder TEXT NOT NULL, subject TEXT NOT NULL UNIQUE, sender INT, old);
    CREATE INDEX mailFolder ON mail (folder, id); CREATE INDEX mailSender ON mail (sender);
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT); CREATE VIEW seen AS SELECT id FROM note;
    INSERT INTO person VALUES (1, 'a'), (2, 'b');
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO mail SELECT i, 'in', 's' || i, i % 3, NULL FROM n;
    """

  static let scripts = [
    "PRAGMA wal_checkpoint(PASSIVE);", "PRAGMA wal_checkpoint(FULL);", "PRAGMA wal_checkpoint(RESTART);",
    "PRAGMA wal_checkpoint(TRUNCATE);", "VACUUM;", "VACUUM INTO 'FOLDER/into.db';", ".backup FOLDER/backup.db",
    ".restore FOLDER/other.db", "REINDEX;", "ANALYZE;", "PRAGMA optimize;", "PRAGMA integrity_check;",
    "PRAGMA auto_vacuum = FULL; VACUUM;", "PRAGMA auto_vacuum = INCREMENTAL; VACUUM;", "PRAGMA incremental_vacuum;",
    "PRAGMA page_size = 8192; VACUUM;", "PRAGMA user_version = 7;", "PRAGMA application_id = 7;",
    "PRAGMA journal_size_limit = 0;", "PRAGMA journal_mode = WAL;",
    "PRAGMA wal_autocheckpoint = 1; UPDATE note SET text = 'x';",
    "ALTER TABLE mail ADD COLUMN more DEFAULT 5;", "ALTER TABLE mail ADD COLUMN rowid;",
    "ALTER TABLE mail DROP COLUMN old;",
    "ALTER TABLE mail RENAME COLUMN old TO older;",
    "ALTER TABLE person RENAME TO people; ALTER TABLE people RENAME TO person;",
    "DROP INDEX mailFolder;", "CREATE UNIQUE INDEX mailID ON mail (id, folder);",
    "CREATE INDEX other ON mail (upper(subject));",
    "CREATE TABLE more (a); DROP TABLE more;", "DROP VIEW seen; DROP TABLE note;",
    "CREATE VIEW unread AS SELECT * FROM mail;",
    "CREATE TRIGGER own AFTER INSERT ON mail BEGIN INSERT INTO note (text) VALUES (NEW.id); END;",
    "CREATE VIRTUAL TABLE words USING fts5 (subject);",
    """
    BEGIN; CREATE TABLE n (id INTEGER PRIMARY KEY, folder TEXT, subject TEXT, sender INT); INSERT INTO n
    SELECT id, folder, subject, sender FROM mail; DROP TABLE mail; ALTER TABLE n RENAME TO mail; COMMIT;
    """,
    "BEGIN EXCLUSIVE; UPDATE mail SET sender = 2 WHERE id < 9; COMMIT;", "BEGIN IMMEDIATE; DELETE FROM mail; ROLLBACK;",
    "REPLACE INTO mail (id, folder, subject) VALUES (1000, 'out', 's1');", "DELETE FROM mail WHERE id > 5;",
    "DELETE FROM mail;",
    "ATTACH ':memory:' AS m; CREATE TABLE m.copy AS SELECT * FROM mail; INSERT INTO main.note SELECT NULL, id FROM m.copy;",
    "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = sql WHERE name = 'note'; PRAGMA writable_schema = OFF;",
    "PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; DELETE FROM note;",
    "PRAGMA locking_mode = EXCLUSIVE; SELECT 1;",
    "PRAGMA synchronous = OFF; INSERT INTO note (text) VALUES ('x');", "PRAGMA journal_mode;",
    "PRAGMA mmap_size = 1000000; SELECT 1;",
  ]

  private func file(_ journal: String) async throws -> TestDatabase {
    try await TestDatabase(Self.schema, journal: journal)
  }

  /// Returns a copy of a file, next to a copy of another one for `.restore`.
  private func copy(_ template: TestDatabase, _ other: TestDatabase) throws -> TestDatabase {
    let file = try TestDatabase(copying: template)
    try FileManager.default.copyItem(
      atPath: other.path, toPath: file.folder.appending(path: "other.db").path())
    return file
  }

  /// Returns the outcome of a script that does not wait for locks, without the length of the log.
  private func outcome(_ script: String, _ file: TestDatabase) async throws -> String {
    let outcome = try await SQLiteProgram.run(
      file.path, ".timeout 0\n" + script.replacingOccurrences(of: "FOLDER", with: file.folder.path()))
    let words = script.contains("wal_checkpoint") ? String(outcome.output.prefix(1)) : outcome.output
    return "\(outcome.status) \(words)"
  }

  private func rows(_ file: TestDatabase, _ query: SQLQuery) throws -> [RowID] {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    return try connection.map(query) { RowID(try $0.decode(Int.self, at: 0)) }
  }

  @Test(arguments: ["wal", "delete"], [false, true])
  func whateverAnotherProgramDoesIsNotInItsWay(journal: String, isLogged: Bool) async throws {
    let queries: [SQLQuery] = [
      "SELECT * FROM mail ORDER BY folder, id",
      "SELECT m.id, m.subject, p.name FROM mail m JOIN person p ON p.id = m.sender ORDER BY m.id",
    ]
    let template = try await file(journal)
    let other = try TestDatabase(copying: template)
    try await other.run("DELETE FROM mail WHERE id > 9;")
    for script in Self.scripts {
      let wanted = try await outcome(script, copy(template, other))
      let file = try copy(template, other)
      let database = try await file.open()
      if isLogged { try await database.installChangeLog(for: "mail", "person", "note") }
      let lives = queries.map { database.table(TableQuery($0) { $0.values }) }
      var shown: [TableSnapshot<OneSection, QueryRow<[SQLiteValue]>>] = []
      // The write below makes the shown state an old one, whose transaction could prevent a checkpoint.
      for live in lives { shown.append(await live.state.table) }
      for row in shown[0].prefix(5) { _ = try await row.load() }
      try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('own')") }
      await database.observer.settled()
      #expect(try await outcome(script, file) == wanted, "\(script)")
      database.hub.publish(.foreign)
      for (live, query) in zip(lives, queries) {
        #expect(try await live.state.table.map(\.id) == rows(file, query), "\(script)")
      }
      await database.observer.settled()
      let last = "UPDATE mail SET sender = 1 - sender WHERE id < 3;"
      #expect(try await outcome(last, file) == "0 ", "\(script)")
      database.hub.publish(.foreign)
      for (live, query) in zip(lives, queries) {
        #expect(try await live.state.table.map(\.id) == rows(file, query), "\(script)")
      }
      try await database.write { try $0.execute("UPDATE mail SET folder = 'own' WHERE id = 1") }
      #expect(try await lives[0].state.table.map(\.id) == rows(file, queries[0]), "\(script)")
      await database.close()
    }
  }

  @Test func aProgramThatAttachesTheFileIsNotDisturbed() async throws {
    let file = try await file("wal")
    let database = try await file.open()
    try await database.installChangeLog(for: "mail")
    let live = database.table(TableQuery("SELECT * FROM mail ORDER BY id") { $0.values })
    _ = await live.state
    await database.observer.settled()
    let other = file.folder.appending(path: "main.db").path()
    let script = """
      .timeout 0
      ATTACH '\(file.path)' AS mails;
      DELETE FROM mails.mail WHERE id > 9; ALTER TABLE mails.mail DROP COLUMN old; DETACH mails;
      """
    let outcome = try await SQLiteProgram.run(other, script)
    #expect(outcome.status == 0, "\(outcome.output)")
    database.hub.publish(.foreign)
    #expect(await live.state.table.count == 9)
  }

  @Test func aProgramThatCreatesTheFileAgainIsNotDisturbed() async throws {
    let file = try await file("delete")
    let database = try await file.open()
    let live = database.table(TableQuery("SELECT id FROM mail ORDER BY id") { $0.values })
    _ = await live.state
    for number in 1...8 {
      await database.observer.settled()
      try FileManager.default.removeItem(atPath: file.path)
      let script = "CREATE TABLE mail (id INTEGER PRIMARY KEY); INSERT INTO mail VALUES (\(number));"
      let outcome = try await SQLiteProgram.run(file.path, ".timeout 0\n" + script)
      #expect(outcome.status == 0, "\(outcome.output)")
      await eventually("the new file is shown") { await live.state.table.map(\.id) == [RowID(number)] }
    }
  }

  @Test func whatNeedsTheFileAloneCanBeDoneWhileConnectionsAreClosed() async throws {
    let file = try await file("wal")
    let database = try await file.open()
    let live = database.table(TableQuery("SELECT * FROM mail ORDER BY id") { $0.values })
    let row = try #require(await live.state.table.first)
    _ = try await row.load()
    for script in [
      "PRAGMA journal_mode = DELETE; DELETE FROM mail WHERE id > 9;",
      "PRAGMA journal_mode = WAL; DELETE FROM mail WHERE id > 5;",
      "PRAGMA locking_mode = EXCLUSIVE; DELETE FROM mail WHERE id > 2;",
    ] {
      let (begun, begin) = AsyncStream.makeStream(of: Void.self)
      let later = Task {
        for await _ in begun {}
        try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('later')") }
      }
      try await database.withConnectionsClosed {
        #expect(file.connectionCount == 0)
        begin.finish()
        let outcome = try await SQLiteProgram.run(file.path, ".timeout 0\n" + script)
        #expect(outcome.status == 0 && !outcome.output.contains("locked"), "\(script) \(outcome.output)")
      }
      try await later.value
      #expect(try await live.state.table.map(\.id) == rows(file, "SELECT id FROM mail ORDER BY id"))
    }
    #expect(try await database.read { try $0.value("SELECT count(*) FROM note", as: Int.self) } == 3)
  }

  @Test func connectionsAreClosedAlsoWhileOthersWaitForThem() async throws {
    let file = try await file("wal")
    let database = try await file.open()
    let isDone = Guarded(false)
    let readers = (0..<6).map { number in
      Task {
        while !isDone.now {
          let live = database.table(TableQuery("SELECT * FROM mail ORDER BY id") { $0.values })
          #expect(await live.state.table.count == 300)
          if number == 0 { try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('x')") } }
        }
      }
    }
    for _ in 0..<20 {
      await database.withConnectionsClosed { #expect(file.connectionCount == 0) }
    }
    isDone.with { $0 = true }
    for reader in readers { try await reader.value }
    await database.close()
    #expect(file.connectionCount == 0)
  }
}
#endif
