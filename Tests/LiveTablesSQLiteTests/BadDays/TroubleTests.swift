#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// A recorder of the errors that a live table reports.
final class Troubles: Sendable {
  let stream: AsyncStream<String?>
  private let continuation: AsyncStream<String?>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  var notes: @Sendable ((any Error)?) -> Void { { [continuation] in continuation.yield($0.map { "\($0)" }) } }

  /// Returns the next error, or `nil` if the table has recovered.
  func next() async -> String? {
    for await words in stream { return words }
    return "ended"
  }
}

/// Reads tables in a separate task, as a view would.
final class Shown: Sendable {
  let tables: AsyncThrowingStream<[[RowID]], any Error>
  private let task: Task<Void, Never>

  init<Section, Value>(_ live: LiveQuery<Section, Value>) {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: [[RowID]].self)
    tables = stream
    task = Task {
      for await table in live.tables { continuation.yield(table.identities) }
      continuation.finish(throwing: await live.state.failure)
    }
  }

  deinit { task.cancel() }

  func next() async throws -> [[RowID]]? {
    for try await table in tables { return table }
    return nil
  }

  /// Returns the first table that meets a condition, and skips the tables before it.
  func next(where condition: ([[RowID]]) -> Bool) async throws -> [[RowID]]? {
    for try await table in tables where condition(table) { return table }
    return nil
  }
}

extension Bool {
  /// Returns the value, and sets it to `false`.
  fileprivate mutating func take() -> Bool {
    defer { self = false }
    return self
  }
}

@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct TroubleTests {
  private let all: SQLQuery = "SELECT * FROM mail ORDER BY id"

  @Test("a locked database is reported and waited for, and the last table stays until the next one")
  func aLockedDatabaseIsWaitedFor() async throws {
    let file = try await TestDatabase(journal: "delete")
    let database = try await file.open { $0.busyTimeout = .milliseconds(20) }
    let troubles = Troubles()
    let live = database.table(of: Mail.self, all, onTrouble: troubles.notes)
    let shown = Shown(live)
    #expect(try await shown.next() == [[]])
    let holder = try await file.open()
    let gate = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let holding = Task {
      try await holder.withoutTransaction { connection in
        try connection.execute("BEGIN EXCLUSIVE")
        begin.finish()
        try connection.execute("INSERT INTO mail VALUES (1, 'in', 'a', 0)")
        gate.wait()  // blocks the holder's queue only
        try connection.execute("COMMIT")
      }
    }
    for await _ in begun {}
    // Changes the query, so that it has to be read now.
    await live.change { $0.filtered("id > 0") }
    #expect(await troubles.next()?.contains("locked") == true)
    await #expect { try await database.write { try $0.execute("DELETE FROM mail") } } throws: {
      ($0 as? SQLiteError)?.isBusy == true
    }
    gate.signal()
    try await holding.value
    #expect(try await shown.next { $0 == [[1]] } != nil)
    let trouble = await troubles.next()
    #expect(trouble == nil)
  }

  @Test("changes before a failed read are read when it succeeds, without another change")
  func changesOfAFailedRead() async throws {
    let file = try await TestDatabase(journal: "delete")
    let other = Guarded(try DatabaseConnection(DatabaseConnection.Settings(path: file.path)))
    let isArmed = Guarded(false)
    let database = try await file.open { options in
      options.busyTimeout = .milliseconds(20)
      options.trace = { sql in
        if sql == "BEGIN", isArmed.with({ $0.take() }) { other.with { try? $0.execute("BEGIN EXCLUSIVE") } }
      }
    }
    let troubles = Troubles()
    let live = database.table(of: Mail.self, all, onTrouble: troubles.notes)
    let shown = Guarded<[[RowID]]?>(nil)
    let reader = Task { for await table in live.tables { shown.with { $0 = table.identities } } }
    await eventually("there are no rows yet") { shown.now == [[]] }
    try await database.write { connection in
      try connection.execute("INSERT INTO mail VALUES (1, 'in', 'a', 0)")
      isArmed.with { $0 = true }
    }
    #expect(await troubles.next()?.contains("locked") == true)
    try other.with { try $0.execute("ROLLBACK") }
    await eventually("the new row is shown") { shown.now == [[1]] }
    reader.cancel()
  }

  @Test("a row that arrives late before a failed read is checked again by the next read", arguments: [true, false])
  func aLateRowBeforeAFailedRead(isCancelled: Bool) async throws {
    let file = try await TestDatabase(TestDatabase.mails + Self.oneMail, journal: "delete")
    let database = try await file.open { $0.busyTimeout = .milliseconds(20) }
    let live = database.table(of: Mail.self, all)
    let row = try #require(await live.state.table.first)
    #expect(try await row.load()?.subject == "a")
    let old = RowCache<Mail>.Entry(value: Mail(id: 1, folder: "in", subject: "old"), fingerprint: 0, stamp: row.stamp)
    try await whileReadingFails(live, of: file, isCancelled: isCancelled) {
      row.state.source.cache.put([1: old], since: nil)
    }
    let shown = try #require(await live.state.table.first)
    #expect(try await shown.load()?.subject == "a")
  }

  private static let oneMail = "INSERT INTO mail VALUES (1, 'in', 'a', 0);"

  /// Calls a closure and reads a state while another program keeps the file locked.
  private func whileReadingFails(
    _ live: LiveQuery<OneSection, Mail>, of file: TestDatabase, isCancelled: Bool, _ body: () async -> Void
  ) async throws {
    let other = Guarded(try DatabaseConnection(DatabaseConnection.Settings(path: file.path)))
    try other.with { try $0.execute("BEGIN EXCLUSIVE") }
    await body()
    await Task {
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      _ = await live.state
    }.value
    try other.with { try $0.execute("ROLLBACK") }
  }

  @Test("a full disk is an error, the table stays, and writing continues when space is free")
  func aFullDisk() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    let shown = Shown(database.table(of: Mail.self, all))
    #expect(try await shown.next() == [[]])
    let pages = try await database.withoutTransaction { connection in
      let pages = try connection.value("PRAGMA page_count", as: Int.self)
      try connection.execute(SQLQuery(sql: "PRAGMA max_page_count = \(pages + 2)"))
      return pages
    }
    let long = String(repeating: "x", count: 100_000)
    let error = await #expect(throws: SQLiteError.self) {
      try await database.insert(Mail(id: 1, folder: "in", subject: "a"), Mail(id: 2, folder: "in", subject: long))
    }
    #expect(error?.code == 13)
    try await database.insert(Mail(id: 3, folder: "in", subject: "short"))
    #expect(try await shown.next() == [[3]], "nothing of the transaction that failed")
    try await database.withoutTransaction { try $0.execute(SQLQuery(sql: "PRAGMA max_page_count = \(pages + 1000)")) }
    try await database.insert(Mail(id: 4, folder: "in", subject: long))
    #expect(try await shown.next() == [[3, 4]])
  }

  @Test("a file that is not a database is refused")
  func aFileThatIsNoDatabase() async throws {
    let file = try await TestDatabase()
    let other = file.folder.appending(path: "text.db").path()
    try String(repeating: "this is a text, not a database. ", count: 100)
      .write(toFile: other, atomically: true, encoding: .utf8)
    let error = await #expect(throws: SQLiteError.self) { _ = try await SQLiteDatabase(path: other) }
    #expect(error?.code == 26)
    #expect(try String(contentsOfFile: other, encoding: .utf8).hasPrefix("this is a text"))
    let missing = await #expect(throws: SQLiteError.self) {
      _ = try await SQLiteDatabase(path: file.path + "-not", createsFile: false)
    }
    #expect(missing?.code == 14)
    #expect(missing?.message == "unable to open database file: \(file.path)-not")
    await #expect(throws: SQLiteError.self) { _ = try await SQLiteDatabase(path: ":memory:") }
  }

  @Test("an invalid query is an error at once", arguments: ["wal", "delete"])
  func aQueryThatIsNoGood(journal: String) async throws {
    let database = try await TestDatabase(journal: journal).open()
    func failure(_ query: SQLQuery, groupedBy group: String? = nil) async -> (any Error)? {
      if let group { return await database.table(of: Mail.self, query, groupedBy: group).state.failure }
      return await database.table(of: Mail.self, query).state.failure
    }
    let columns = ["subject", "folder"]
    let noID = QueryError.noColumn("id", available: columns)
    #expect(await failure("SELECT subject, folder FROM mail") as? QueryError == noID)
    let noGroup = QueryError.noColumn("colour", available: ["id"] + columns)
    #expect(await failure("SELECT id, subject, folder FROM mail", groupedBy: "colour") as? QueryError == noGroup)
    #expect(await (failure("SELEKT") as? SQLiteError)?.code == 1)
    #expect(await (failure("DELETE FROM mail RETURNING id") as? SQLiteError)?.code == 1)
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    #expect(await failure("SELECT NULL AS id FROM mail") as? QueryError == .nullID(column: "id"))
    let shown = Shown(database.table(of: Mail.self, "SELEKT"))
    await #expect(throws: SQLiteError.self) { try await shown.next() }
  }

  @Test("continuing trouble is reported once, however often the table is read")
  func troubleThatStays() async throws {
    let database = try await TestDatabase().open()
    let notes = Guarded<[String]>([])
    let live = database.table(of: Mail.self, all) { error in notes.with { $0.append(error.map { "\($0)" } ?? "over") } }
    try await database.insert(Mail(id: 1, folder: "in", subject: "a"))
    #expect(await live.state.table.map(\.id) == [1])
    try await database.write { try $0.execute("ALTER TABLE mail RENAME TO gone") }
    for _ in 1...10 { #expect(await live.state.table.map(\.id) == [1], "the last table stays") }
    #expect(notes.now.count == 1)
    try await database.write { try $0.execute("ALTER TABLE gone RENAME TO mail") }
    #expect(await live.state.table.map(\.id) == [1])
    #expect(notes.now.count == 2 && notes.now.last == "over")
  }

  @Test("a live table follows changes of the schema", arguments: [true, false])
  func theSchemaChanges(byOthers: Bool) async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    func run(_ sql: String) async throws {
      if byOthers { try await file.run(sql + ";") } else { try await database.write { try $0.execute(script: sql) } }
    }
    let troubles = Troubles()
    let shown = Shown(database.table(of: Mail.self, all, onTrouble: troubles.notes))
    #expect(try await shown.next() == [[]])
    try await run("ALTER TABLE mail ADD COLUMN more TEXT; INSERT INTO mail VALUES (1, 'in', 'a', 0, 'more')")
    #expect(try await shown.next() == [[1]])
    try await run("DROP TABLE mail")
    #expect(await troubles.next()?.contains("no such table") == true)
    try await run("CREATE TABLE mail (id INTEGER PRIMARY KEY, folder, subject, isRead)")
    try await run("INSERT INTO mail VALUES (2, 'in', 'b', 0)")
    #expect(try await shown.next { $0 == [[2]] } != nil)
    let trouble = await troubles.next()
    #expect(trouble == nil)
  }

  @Test("a deleted file, and another file in its place, are noticed")
  func aFileThatIsReplaced() async throws {
    let file = try await TestDatabase()
    let other = try await TestDatabase()
    try await file.run("INSERT INTO mail VALUES (1, 'in', 'old', 0);")
    try await other.run("INSERT INTO mail VALUES (7, 'in', 'new', 0); PRAGMA wal_checkpoint(TRUNCATE);")
    let database = try await file.open()
    let troubles = Troubles()
    let shown = Shown(database.table(of: Mail.self, all, onTrouble: troubles.notes))
    #expect(try await shown.next() == [[1]])
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    #expect(await troubles.next() == "\(QueryError.fileIsGone(path: file.path))")
    await #expect(throws: QueryError.fileIsGone(path: file.path)) {
      try await database.insert(Mail(id: 2, folder: "", subject: "lost"))
    }
    try FileManager.default.moveItem(atPath: other.path, toPath: file.path)
    #expect(try await shown.next { $0 == [[7]] } != nil)
    let trouble = await troubles.next()
    #expect(trouble == nil)
    try await file.run("INSERT INTO mail VALUES (8, 'in', 'more', 0);")
    #expect(try await shown.next() == [[7, 8]])
    try await database.insert(Mail(id: 9, folder: "in", subject: "own"))
    #expect(try await shown.next() == [[7, 8, 9]])
  }

  @Test("commits of other programs are shown after the database's folder was replaced")
  func aFolderThatIsReplaced() async throws {
    let (file, other) = (try await TestDatabase(), try await TestDatabase())
    let (folder, away) = (file.folder.path(), file.folder.path() + "-away")
    defer { try? FileManager.default.removeItem(atPath: away) }
    try await other.run("PRAGMA wal_checkpoint(TRUNCATE);")
    let database = try await file.open()
    let troubles = Troubles()
    let live = database.table(of: Mail.self, all, onTrouble: troubles.notes)
    let shown = Shown(live)
    #expect(try await shown.next() == [[]])
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    #expect(await troubles.next() == "\(QueryError.fileIsGone(path: file.path))")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: other.path, toPath: file.path)
    let trouble = await troubles.next()
    #expect(trouble == nil)
    await database.observer.settled()
    try await file.run("INSERT INTO mail VALUES (8, 'in', 'more', 0);")
    await eventually("what was committed is shown") { await live.state.table.map(\.id) == [8] }
  }

  @Test("commits of this process are not mistaken for other programs' in a file that has returned")
  func aFileThatCameBack() async throws {
    let file = try await TestDatabase()
    let other = try await TestDatabase()
    try await other.run("PRAGMA wal_checkpoint(TRUNCATE);")
    let database = try await file.open()
    let troubles = Troubles()
    let shown = Shown(database.table(of: Mail.self, all, onTrouble: troubles.notes))
    #expect(try await shown.next() == [[]])
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    #expect(await troubles.next() == "\(QueryError.fileIsGone(path: file.path))")
    try FileManager.default.moveItem(atPath: other.path, toPath: file.path)
    #expect(await troubles.next() == nil)
    let subscription = database.hub.subscribe(QueryReaders())
    // The first insert detects that the file is another one.
    for id in 1...2 {
      await database.observer.settled()
      _ = try database.hub.take(subscription.number)
      try await database.insert(Mail(id: id, folder: "in", subject: "own"))
    }
    await database.observer.settled()
    let changes = try database.hub.take(subscription.number)
    #expect(!changes.isForeign && changes.tables["mail"]?.rows == [2])
  }

  @Test("a file that becomes invalid, and then valid again, is read again")
  func aFileThatBecomesRubbish() async throws {
    let file = try await TestDatabase()
    try await file.run("INSERT INTO mail VALUES (1, 'in', 'old', 0); PRAGMA wal_checkpoint(TRUNCATE);")
    let good = try Data(contentsOf: URL(filePath: file.path))
    let database = try await file.open()
    let troubles = Troubles()
    let shown = Shown(database.table(of: Mail.self, all, onTrouble: troubles.notes))
    #expect(try await shown.next() == [[1]])
    func replace(_ data: Data) throws {
      let temporary = file.folder.appending(path: "next")
      try data.write(to: temporary)
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
      _ = rename(temporary.path(), file.path)
    }
    try replace(Data(repeating: 0x55, count: 8192))
    #expect(await troubles.next()?.contains("not a database") == true)
    try replace(good)
    let trouble = await troubles.next()
    #expect(trouble == nil)
    try await file.run("INSERT INTO mail VALUES (2, 'in', 'new', 0);")
    #expect(try await shown.next { $0 == [[1, 2]] } != nil)
  }
}
#endif
