#if SQLite
import Foundation
import Testing

@testable import LiveTablesSQLite

@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct ConnectionTests {
  enum Kind: String, Codable { case one, two }

  struct Everything: Codable, Equatable {
    var number: Int
    var small: UInt8
    var real: Double
    var text: String
    var empty: String
    var data: Data
    var nothing: String?
    var flag: Bool
    var date: Date
    var uuid: UUID
    var kind: Kind
  }

  @Test("commits are counted in a file with a rollback journal, but not with a write-ahead log")
  func commitCounts() async throws {
    let file = try await TestDatabase(journal: "delete")
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    let open = try #require(connection.file)
    let first = try #require(open.commitCount)
    for number in 1...3 {
      try connection.execute("INSERT INTO note VALUES (\(number), 'a')")
      #expect(open.commitCount == first + UInt32(number))
    }
    try connection.execute("PRAGMA journal_mode = wal")
    #expect(open.commitCount == nil)
  }

  @Test("a new file gets a write-ahead log, and an existing one is not converted")
  func journals() async throws {
    let file = try await TestDatabase("CREATE TABLE note (id INTEGER);", journal: "delete")
    try await file.run("DROP TABLE note; VACUUM;")
    #expect(try await file.run("PRAGMA page_count;") == "1\n")
    #expect(try await !SQLiteDatabase(path: file.path).hasWriteAheadLog)
    #expect(try await SQLiteDatabase(path: file.path + "-new").hasWriteAheadLog)
  }

  @Test
  func whatIsBoundComesBackAsItWas() async throws {
    let database = try await TestDatabase("").open()
    let uuid = UUID()
    let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    let row = Everything(
      number: .min, small: 255, real: 0.1, text: "it's “quoted”; DROP TABLE x; 漢字", empty: "", data: Data([0, 255]),
      nothing: nil, flag: true, date: date, uuid: uuid, kind: .two)
    let query: SQLQuery = """
      SELECT \(row.number) AS number, \(row.small) AS small, \(row.real) AS real, \(row.text) AS text,
      \(row.empty) AS empty, \(row.data) AS data, \(row.nothing.databaseValue) AS "nothing", \(row.flag) AS FLAG, \(date) AS date,
      \(uuid) AS uuid, \(row.kind.rawValue) AS kind
      """
    #expect(!query.sql.contains("DROP"))
    let found = try await database.read { try $0.rows(of: Everything.self, query) }
    #expect(found == [row])
    let empty = try await database.read {
      try $0.value("SELECT typeof(\(Data())) || typeof(\("")) ", as: String.self)
    }
    #expect(empty == "blobtext")
  }

  @Test(arguments: [
    ("2026-11-20", 1_795_132_800.0), ("2026-11-20 13:05:10", 1_795_179_910),
    ("2026-11-20T13:05:10.5Z", 1_795_179_910.5),
    ("1969-12-31 23:59", -60), ("2000-02-29", 951_782_400),
  ])
  func datesAsSQLiteWritesThem(text: String, seconds: Double) async throws {
    let database = try await TestDatabase("").open()
    let query: SQLQuery = "SELECT \(text)"
    let date = try await database.read { try $0.value(query, as: Date.self) }
    #expect(date == Date(timeIntervalSince1970: seconds))
    let own = try await database.read { try $0.value("SELECT CAST(strftime('%s', \(text)) AS INT)", as: Double.self) }
    #expect(own == seconds.rounded(.down))
  }

  @Test("errors contain the codes, SQLite's message and the statement")
  func errorsSayTheCodesTheWordsAndTheStatement() async throws {
    let database = try await TestDatabase().open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    let error = await #expect(throws: SQLiteError.self) {
      try await database.insert(Mail(id: 2, folder: "in", subject: "b"), Mail(id: 1, folder: "in", subject: "c"))
    }
    #expect(error?.code == 19)
    #expect(error?.extendedCode == 1555)
    #expect(error?.message.contains("mail.id") == true)
    #expect(error?.statement?.contains("INSERT INTO mail") == true)
    let count = try await database.read { try $0.value("SELECT count(*) FROM mail", as: Int.self) }
    #expect(count == 1, "the first insert is undone with the second")
    let syntax = await #expect(throws: SQLiteError.self) { try await database.read { try $0.execute("SELEKT") } }
    #expect(syntax?.code == 1 && syntax?.statement == "SELEKT")
  }

  @Test
  func whatCannotBeMeantIsRefused() async throws {
    let database = try await TestDatabase().open()
    await #expect(throws: QueryError.argumentCount(expected: 1, given: 0, statement: "SELECT ?")) {
      try await database.read { try $0.execute("SELECT ?") }
    }
    await #expect(throws: QueryError.severalStatements("SELECT 1; SELECT 2")) {
      try await database.read { try $0.execute("SELECT 1; SELECT 2") }
    }
    await #expect(throws: QueryError.noRows("SELECT id FROM mail")) {
      try await database.read { try $0.value("SELECT id FROM mail", as: Int.self) }
    }
    await #expect(throws: QueryError.wrongType(column: "x", value: "text", wanted: "Int")) {
      try await database.read { try $0.value("SELECT 'text' AS x", as: Int.self) }
    }
    await #expect(throws: SQLiteError.self) { try await database.read { try $0.execute("DELETE FROM mail") } }
  }

  @Test("statements are prepared once, also after a change of the schema")
  func statementsArePreparedOnce() async throws {
    let database = try await TestDatabase().open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    let before = try await database.read { connection in
      try connection.map("SELECT * FROM mail") { $0.columns }
    }
    #expect(before == [["id", "folder", "subject", "isRead"]])
    try await database.write { try $0.execute("ALTER TABLE mail ADD COLUMN more TEXT DEFAULT 'x'") }
    let after = try await database.read { connection in
      try connection.map("SELECT * FROM mail") { [$0.columns.joined(separator: ","), $0["more"]?.description ?? ""] }
    }
    #expect(after == [["id,folder,subject,isRead,more", "x"]])
  }

  @Test("cancelling a task interrupts its SQLite calls, and its write is undone")
  func aCancelledTaskEndsWhatRunsForIt() async throws {
    let database = try await TestDatabase().open()
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await database.write { connection in
        try connection.execute("INSERT INTO note (text) VALUES ('undone')")
        begin.finish()
        try connection.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
      }
    }
    for await _ in begun {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let count = try await database.read { try $0.value("SELECT count(*) FROM note", as: Int.self) }
    #expect(count == 0)
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('next')") }
  }

  @Test("a write whose task is cancelled before its end is undone, even if no call was interrupted")
  func aCancelledWriteIsUndone() async throws {
    let database = try await TestDatabase().open()
    await #expect(throws: CancellationError.self) {
      try await Task {
        try await database.write { connection in
          try connection.execute("INSERT INTO note (text) VALUES ('undone')")
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }.value
    }
    #expect(try await database.read { try $0.value("SELECT count(*) FROM note", as: Int.self) } == 0)
  }

  @Test(
    "a write whose transaction SQLite has rolled back throws, even if its body catches the error", arguments: [1, 2])
  func aTransactionThatIsRolledBack(statements: Int) async throws {
    let database = try await TestDatabase().open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    await #expect(throws: QueryError.rolledBack) {
      try await database.write { connection in
        try connection.execute("INSERT INTO note (text) VALUES ('undone')")
        try? connection.execute("INSERT OR ROLLBACK INTO mail VALUES (1, 'in', 'b', 0)")
        if statements == 1 { return }
        try? connection.execute(script: "INSERT INTO note (text) VALUES ('late'); COMMIT;")
        try connection.execute("INSERT INTO note (text) VALUES ('later')")
      }
    }
    let count: SQLQuery = "SELECT count(*) FROM note"
    #expect(try await database.read { try $0.value(count, as: Int.self) } == 0)
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('next')") }
    #expect(try await database.read { try $0.value(count, as: Int.self) } == 1)
  }

  @Test("a cancelled task stops waiting for a lock", .timeLimit(.minutes(20)))
  func aCancelledTaskStopsWaiting() async throws {
    let file = try await TestDatabase()
    let other = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    try other.execute("BEGIN IMMEDIATE")
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let database = try await file.open { options in
      options.busyTimeout = .seconds(600)
      options.trace = { if $0 == "BEGIN IMMEDIATE" { begin.finish() } }
    }
    let isOver = Guarded(false)
    let task = Task {
      defer { isOver.with { $0 = true } }
      try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('late')") }
    }
    for await _ in begun {}
    task.cancel()
    await eventually("it gives up") { isOver.now }
    try other.execute("ROLLBACK")
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("columns are found by name in any order, also if values are missing")
  func columnsAreFoundByTheirNames() async throws {
    let database = try await TestDatabase().open()
    let select: SQLQuery = "SELECT 1 AS a, 2.5 AS b, NULL AS c, 'x' AS d UNION ALL SELECT 2, 3, 'c', 'y'"
    let rows = try await database.read { try $0.rows(of: Wanted.self, select) }
    #expect(rows == [Wanted(d: "x", c: nil, b: 2.5, a: 1), Wanted(d: "y", c: "c", b: 3, a: 2)])
    let mixed = try await database.read { connection in
      try connection.map(select) { row in
        let first = try row.value("D", as: String.self)
        let wanted = try row.decode(Wanted.self)
        return [first, wanted.d, try row.value("c", as: String?.self) ?? "-", "\(wanted.a)"]
      }
    }
    #expect(mixed == [["x", "x", "-", "1"], ["y", "y", "c", "2"]])
  }

  private struct Wanted: Decodable, Equatable, Sendable {
    var d: String
    var c: String?
    var b: Double
    var a: Int
  }

  @Test("a call waits for a locked database, up to a limit")
  func whoeverFindsTheDatabaseLockedWaits() async throws {
    let file = try await TestDatabase()
    let one = try await file.open()
    let two = try await file.open { $0.busyTimeout = .milliseconds(30) }
    let error = try await one.write { connection in
      try connection.execute("INSERT INTO note (text) VALUES ('held')")
      return try Waiting.busyError(of: two)
    }
    #expect(error?.isBusy == true)
    try await two.write { try $0.execute("INSERT INTO note (text) VALUES ('free')") }
  }

  @Test("reads continue during a write, and more reads than readers wait for their turn")
  func readsGoOnWhileSomebodyWrites() async throws {
    let opened = Guarded(0)
    let database = try await TestDatabase().open { options in
      options.readerCount = 2
      options.trace = { if $0 == "PRAGMA query_only = ON" { opened.with { $0 += 1 } } }
    }
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    for _ in 1...20 {
      let counts = try await withThrowingTaskGroup(of: Int.self) { tasks in
        for _ in 0..<50 {
          tasks.addTask { try await database.read { try $0.value("SELECT count(*) FROM mail", as: Int.self) } }
        }
        return try await tasks.reduce(into: []) { $0.append($1) }
      }
      #expect(counts == Array(repeating: 1, count: 50))
    }
    #expect(opened.now <= 2, "readers are used again")
  }
}

/// Writes to another database in a task, while the caller blocks its queue.
enum Waiting {
  static func busyError(of database: SQLiteDatabase) throws -> SQLiteError? {
    let answer = Guarded<SQLiteError??>(nil)
    let done = DispatchSemaphore(value: 0)
    Task {
      do {
        try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('late')") }
        answer.with { $0 = .some(nil) }
      } catch {
        answer.with { $0 = .some(error as? SQLiteError) }
      }
      done.signal()
    }
    done.wait()  // blocks the writer's queue, not a thread of the shared pool
    return answer.now ?? nil
  }
}
#endif
