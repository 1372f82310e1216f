#if SQLite
import Foundation
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

/// Tests the log in which every program records its changes.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct ChangeLogTests {
  fileprivate let all: SQLQuery = "SELECT * FROM mail ORDER BY folder, id"

  /// Returns a file with a thousand mails, its database, and a trace of the reads of whole tables.
  fileprivate func logged(
    _ journal: String = "wal", isInstalled: Bool = true
  ) async throws -> (file: TestDatabase, database: SQLiteDatabase, trace: Trace) {
    let file = try await TestDatabase(journal: journal)
    try await file.run(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 1000) INSERT INTO mail SELECT i, 'in', 'x', 0 FROM n;"
    )
    let trace = Trace()
    let database = try await file.open { options in
      options.busyTimeout = .seconds(30)
      options.trace = { sql in
        if sql.hasPrefix("SELECT q.\"id\" FROM") { trace.statements.with { $0.append(sql) } }
      }
    }
    if isInstalled { try await database.installChangeLog(for: "mail") }
    return (file, database, trace)
  }

  fileprivate func ids(_ file: TestDatabase) async throws -> [RowID] {
    try await file.run("SELECT id FROM mail ORDER BY folder, id;").split(separator: "\n").compactMap {
      Int($0).map { RowID($0) }
    }
  }

  @Test("only logged rows are read after another program's commit", arguments: ["wal", "delete"])
  func onlyLoggedRowsAreRead(journal: String) async throws {
    let (file, database, trace) = try await logged(journal)
    let live = database.table(of: Mail.self, all)
    var tables = live.tables.makeAsyncIterator()
    _ = await tables.next()
    #expect(try await live.currentStrategy.hasChangeLog)
    _ = trace.take()
    for statement in [
      "INSERT INTO mail VALUES (2000, 'a', 'new', 0);", "UPDATE mail SET folder = 'zz' WHERE id IN (1, 500);",
      "DELETE FROM mail WHERE id = 7;", "UPDATE mail SET id = 3000 WHERE id = 8;",
    ] {
      try await file.run(statement)
      let next = try #require(await tables.next())
      #expect(next.identities == [try await ids(file)])
    }
    #expect(trace.take().isEmpty)
    try await database.insert(Mail(id: 4000, folder: "b", subject: "own"))
    #expect(await tables.next()?.identities == [try await ids(file)])
    #expect(trace.take().isEmpty, "own commits go on from there")
  }

  @Test("all ids are read after another program's commit if there is no log")
  func withoutALog() async throws {
    let (file, database, trace) = try await logged(isInstalled: false)
    let live = database.table(of: Mail.self, all)
    var tables = live.tables.makeAsyncIterator()
    _ = await tables.next()
    #expect(try await !live.currentStrategy.hasChangeLog)
    _ = trace.take()
    try await file.run("DELETE FROM mail WHERE id = 7;")
    #expect(await tables.next()?.identities == [try await ids(file)])
    #expect(trace.take().count == 1)
  }

  @Test("a log is not used after a change of the schema or its triggers until it is installed again")
  func theSchemaChanges() async throws {
    let (file, database, trace) = try await logged()
    let live = database.table(of: Mail.self, all)
    var tables = live.tables.makeAsyncIterator()
    _ = await tables.next()
    for change in [
      "ALTER TABLE mail ADD COLUMN more TEXT;", "DROP TRIGGER livetables_mail_delete;",
      "ALTER TABLE mail RENAME TO letter; ALTER TABLE letter RENAME TO mail;",
      "DROP TRIGGER livetables_mail_update; CREATE TRIGGER livetables_mail_update AFTER UPDATE ON mail BEGIN SELECT 1; END;",
    ] {
      try await file.run(change + "DELETE FROM mail WHERE id = (SELECT min(id) FROM mail);")
      #expect(await tables.next()?.identities == [try await ids(file)], "\(change)")
      try await database.installChangeLog(for: "mail")
      try await file.run("DELETE FROM mail WHERE id = (SELECT max(id) FROM mail);")
      #expect(await tables.next()?.identities == [try await ids(file)], "\(change)")
      _ = trace.take()
      try await file.run("UPDATE mail SET folder = folder || 'x' WHERE id = 500;")
      #expect(await tables.next()?.identities == [try await ids(file)], "\(change)")
      #expect(trace.take().isEmpty, "\(change)")
    }
  }

  @Test("all ids are read from another file in place of the database, even if its log has the same length")
  func anotherFileInItsPlace() async throws {
    let (file, database, _) = try await logged()
    let (other, _, _) = try await logged()
    let live = database.table(of: Mail.self, all)
    try await file.run("DELETE FROM mail WHERE id = 1;")
    #expect(await live.state.table.identities == [try await ids(file)])
    try await other.run("DELETE FROM mail WHERE id = 2; PRAGMA wal_checkpoint(TRUNCATE);")
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    #expect(rename(other.path, file.path) == 0)
    database.hub.publish(.foreign)
    let shown = await live.state.table.identities
    #expect(shown == [try await ids(file)] && shown[0].first == 1)
  }

  @Test("a log that was changed is not used")
  func aLogThatWasTamperedWith() async throws {
    let (file, database, _) = try await logged()
    var tables = database.table(of: Mail.self, all).tables.makeAsyncIterator()
    _ = await tables.next()
    try await file.run("UPDATE mail SET subject = 'y' WHERE id = 900;")
    _ = await tables.next()
    await #expect(throws: SQLiteProgram.Failure.self) { try await file.run("UPDATE livetables_log SET key = 1;") }
    for tampering in [
      // Entries are missing at the end or in the middle, or all of them are missing.
      "DELETE FROM mail WHERE id < 4; DELETE FROM livetables_log WHERE seq = (SELECT max(seq) FROM livetables_log);",
      "DELETE FROM mail WHERE id < 6; DELETE FROM livetables_log WHERE seq = (SELECT max(seq) - 1 FROM livetables_log);",
      "DELETE FROM mail WHERE id < 8; DELETE FROM livetables_log;",
      "DELETE FROM mail WHERE id < 12; UPDATE sqlite_sequence SET seq = 0;",
      "DELETE FROM mail WHERE id < 16; UPDATE sqlite_sequence SET seq = 100000;",
      "DELETE FROM mail WHERE id < 20; INSERT INTO livetables_log (seq, name, key) VALUES (5000000, 'mail', 'rubbish');",
      "DELETE FROM mail WHERE id < 24; INSERT INTO livetables_log (name, key) VALUES ('no table', x'00'), ('mail', 2.5);",
      "DELETE FROM mail WHERE id < 28; DELETE FROM sqlite_sequence;",
    ] {
      try await file.run("BEGIN; " + tampering + " COMMIT;")
      #expect(await tables.next()?.identities == [try await ids(file)], "\(tampering)")
    }
  }

  /// Returns an in-memory database whose tables have a log.
  private func connection(_ schema: String, _ tables: String...) throws -> (DatabaseConnection, [ChangeLog.Logged]) {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute(script: schema)
    let logged = try tables.map { try connection.logged($0) }
    for part in ChangeLog.parts + logged.flatMap(\.triggers) { try connection.execute(SQLQuery(sql: part.sql)) }
    return (connection, logged)
  }

  @Test("the log contains the changed rows of each table, and the reason why it cannot be used")
  func entries() throws {
    let (connection, logged) = try connection(
      "CREATE TABLE mail (id INTEGER PRIMARY KEY, a); CREATE TABLE tag (name TEXT PRIMARY KEY) WITHOUT ROWID;", "mail",
      "tag")
    func changes(since moment: LogMoment, limit: Int) throws -> DatabaseChanges {
      let (changes, now) = try connection.loggedChanges(since: moment, of: logged, limit: limit)
      #expect(try now == connection.logMoment(of: logged))
      return changes
    }
    func moment() throws -> LogMoment { try #require(try connection.logMoment(of: logged)) }
    func reason(since moment: LogMoment, limit: Int) throws -> String? {
      do {
        _ = try changes(since: moment, limit: limit)
        return nil
      } catch let error as NotIncremental {
        return error.reason
      }
    }
    #expect(try connection.logMoment(of: logged) == nil, "there is no entry to go on from")
    try connection.execute("INSERT INTO mail VALUES (1, 'a'), (2, 'b')")
    let first = try moment()
    #expect(try changes(since: first, limit: 1).isEmpty)
    try connection.execute("INSERT INTO tag VALUES ('x')")
    try connection.execute("UPDATE mail SET a = 'c' WHERE id = 2")
    let rows: [String: DatabaseChanges.InTable] = [
      "mail": .init(rows: [2], hasOtherRows: true), "tag": .init(rows: ["x"], hasOtherRows: true),
    ]
    #expect(try changes(since: first, limit: 1) == DatabaseChanges(tables: rows))
    let second = try moment()
    let later = LogMoment(position: second.position + 1, tag: 0, counts: second.counts)
    let other = LogMoment(position: second.position, tag: second.tag &+ 1, counts: second.counts)
    #expect(try reason(since: later, limit: 1) == "the change log is another one")
    #expect(try reason(since: other, limit: 1) == "the change log has gaps, or is another one")
    for name in 1...8 { try connection.execute("INSERT INTO tag VALUES (\("\(name)"))") }
    #expect(try reason(since: second, limit: 2) == nil)
    #expect(try reason(since: first, limit: 2) == "too many rows have changed")
    let wrong = LogMoment(position: second.position, tag: second.tag, counts: ["tag": 2])
    #expect(try reason(since: wrong, limit: 2) == "rows have changed that the change log does not have")
    try connection.execute("DELETE FROM livetables_log WHERE seq = \(second.position + 1)")
    #expect(try reason(since: second, limit: 2) == "the change log has gaps, or is another one")
    try connection.execute("INSERT INTO livetables_log VALUES (\(second.position + 1), 'tag', '1', 0, 5)")
    #expect(try reason(since: second, limit: 2) == nil)
    try connection.execute("DROP TRIGGER livetables_tag_update")
    #expect(try reason(since: second, limit: 2) == "the change log was removed or changed")
  }

  @Test("rows that REPLACE deletes by their keys are logged, and others are detected")
  func replacedRows() throws {
    let (connection, logged) = try connection(
      "CREATE TABLE tag (id TEXT COLLATE NOCASE PRIMARY KEY, name UNIQUE)", "tag")
    try connection.execute("INSERT INTO tag VALUES ('a', 1), ('b', 2), ('c', 3)")
    for (change, rows) in [
      ("INSERT OR REPLACE INTO tag VALUES ('d', 1)", nil), ("UPDATE OR REPLACE tag SET name = 2 WHERE id = 'd'", nil),
      ("INSERT OR REPLACE INTO tag (rowid, id, name) VALUES (3, 'C', 4)", [3]),
      ("INSERT OR REPLACE INTO tag (rowid, id, name) VALUES (9, 'e', 5)", [9]),
    ] as [(String, Set<RowID>?)] {
      let moment = try #require(try connection.logMoment(of: logged))
      try connection.execute(SQLQuery(sql: change))
      let found = try? connection.loggedChanges(since: moment, of: logged, limit: 9).changes.tables["tag"]?.rows
      #expect(found == rows, "\(change)")
    }
  }

  @Test("a row whose key REPLACE has written differently is shown once")
  func aReplacedKey() async throws {
    // No transaction stays open, so the row is found by its key.
    let file = try await TestDatabase(
      "CREATE TABLE tag (k TEXT COLLATE NOCASE PRIMARY KEY, n) WITHOUT ROWID; INSERT INTO tag VALUES ('swift', 1);",
      journal: "delete")
    let database = try await file.open { $0.transactionTime = .zero }
    try await database.installChangeLog(for: "tag")
    let select: SQLQuery = "SELECT k, n FROM tag ORDER BY n"
    let live = database.table(TableQuery(select, id: "k") { $0.values })
    #expect(try await live.currentStrategy.incrementalTables == ["tag"])
    #expect(await live.state.table.map(\.id) == ["swift"])
    for change in [
      "INSERT OR REPLACE INTO tag VALUES ('Swift', 2)", "UPDATE OR REPLACE tag SET k = 'SWIFT' WHERE n = 3",
    ] {
      try await file.run("\(change); INSERT OR REPLACE INTO tag VALUES ('other', 3);")
      database.hub.publish(.foreign)
      let ids = try await database.read { try $0.map(select) { RowID(try $0.value("k", as: String.self)) } }
      #expect(await live.state.table.map(\.id) == ids, "\(change)")
    }
  }

  @Test("all ids are read if the log was shortened")
  func theLogIsShortened() async throws {
    let (file, database, _) = try await logged()
    var tables = database.table(of: Mail.self, all).tables.makeAsyncIterator()
    _ = await tables.next()
    try await file.run(
      """
      BEGIN; WITH n(i) AS (SELECT 2000 UNION ALL SELECT i+1 FROM n WHERE i < 25000) INSERT INTO mail SELECT i, 'b', 'x', 0
      FROM n; COMMIT;
      """)
    #expect(await tables.next()?.identities == [try await ids(file)])
    let count = try #require(
      Int(
        try await file.run("SELECT count(*) FROM livetables_log;").trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect((10_000...11_000).contains(count))
  }

  @Test("installing a log again keeps it") func installedAgain() async throws {
    let (file, database, _) = try await logged()
    let newest = try await file.run("SELECT max(seq) FROM livetables_log;")
    try await database.installChangeLog(for: "mail")
    #expect(try await file.run("SELECT max(seq) FROM livetables_log;") == newest)
  }

  @Test("a second reader gets the same changes, and its end affects no other reader")
  func aSecondReader() async throws {
    let (file, database, trace) = try await logged()
    var tables = database.table(of: Mail.self, all).tables.makeAsyncIterator()
    _ = await tables.next()
    let second = try await file.open()
    var others = second.table(of: Mail.self, all).tables.makeAsyncIterator()
    _ = await others.next()
    _ = trace.take()
    try await file.run("DELETE FROM mail WHERE id = 3;")
    let wanted = [try await ids(file)]
    #expect(await others.next()?.identities == wanted)
    await second.close()
    #expect(await tables.next()?.identities == wanted)
    try await file.run("DELETE FROM mail WHERE id = 4;")
    #expect(await tables.next()?.identities == [try await ids(file)])
    #expect(trace.take().isEmpty)
  }

  @Test("a read-only database refuses to install a log, but reads an existing one")
  func aDatabaseThatCanOnlyBeRead() async throws {
    let (file, _, _) = try await logged()
    let database = try await file.open { $0.isReadOnly = true }
    do {
      try await database.installChangeLog(for: "note")
      Issue.record("it was installed")
    } catch let error as SQLiteError {
      #expect(error.code == 8 && error.message.contains("readonly"))
    }
    let live = database.table(of: Mail.self, all)
    var tables = live.tables.makeAsyncIterator()
    _ = await tables.next()
    #expect(try await live.currentStrategy.hasChangeLog)
    try await file.run("DELETE FROM mail WHERE id = 4;")
    #expect(await tables.next()?.identities == [try await ids(file)])
  }

  @Test(
    "views, virtual tables and tables with composite keys cannot be logged, and a removed log leaves nothing"
  )
  func whatCannotBeLogged() async throws {
    let (file, database, _) = try await logged()
    try await file.run(
      """
      CREATE VIEW seen AS SELECT * FROM mail; CREATE VIRTUAL TABLE words USING fts5(text);
      CREATE TABLE pair (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
      """)
    for name in ["seen", "words", "pair", "missing", "livetables_log", "sqlite_schema"] {
      await #expect(throws: QueryError.cannotBeLogged(name)) { try await database.installChangeLog(for: name) }
    }
    try await database.removeChangeLog()
    let left = try await file.run("SELECT name FROM sqlite_schema WHERE name LIKE 'livetables%';")
    #expect(left == "")
    try await file.run("DELETE FROM mail WHERE id = 4;")
  }
}

/// Tests programs that are killed while they write or read the log.
@Suite(.holdsFiles, .timeLimit(.minutes(120))) struct KilledLogTests {
  private let log = ChangeLogTests()

  /// The number of kills, which `LIVETABLES_KILLS` sets.
  private static let kills = ProcessInfo.processInfo.environment["LIVETABLES_KILLS"].flatMap { Int($0) } ?? 24

  @Test("a log is correct after writers and readers were killed", arguments: ["wal", "delete"])
  func writersAndReadersAreKilled(journal: String) async throws {
    let (file, database, _) = try await log.logged(journal)
    let live = database.table(of: Mail.self, log.all)
    var generator = SeededGenerator(seed: 11)
    var killed = 0
    for round in 0..<Self.kills / 4 {
      let base = 10_000 + round * 10
      let script = (0..<4000).map { number in
        """
        INSERT OR REPLACE INTO mail VALUES (\(base + number % 7), 'f\(number % 5)', 'x', 0);
        UPDATE mail SET folder = 'g\(number % 3)' WHERE id = \(1 + number % 900);
        """
      }.joined(separator: "\n")
      let writer = try SQLiteProgram.start(file.path, ".timeout 30000\n" + script)
      let reader = try SQLiteProgram.start(file.path, ".timeout 30000\nBEGIN; SELECT count(*) FROM livetables_log;\n")
      for _ in 0..<Int.random(in: 1...20, using: &generator) { _ = await live.state }
      reader.kill()
      writer.kill()
      if await writer.end().status != 0 { killed += 1 }
      _ = await reader.end()
      database.hub.publish(.foreign)
      #expect(await live.state.table.identities == [try await log.ids(file)])
      try await file.run("UPDATE mail SET subject = 'after' WHERE id = 1; DELETE FROM mail WHERE id = \(base);")
      database.hub.publish(.foreign)
      #expect(await live.state.table.identities == [try await log.ids(file)])
    }
    #expect(killed > 0)
  }
}
#endif
