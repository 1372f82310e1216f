#if SQLite
import Foundation
import Testing

@testable import LiveTablesSQLite

/// Tests what the writer observes of other programs without waiting for them.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct ObservationTests {
  /// Returns a connection that acts as another program.
  private func other(_ file: TestDatabase) throws -> Guarded<DatabaseConnection> {
    Guarded(try DatabaseConnection(DatabaseConnection.Settings(path: file.path)))
  }

  @Test("the lock, the commit and the end of a write are noticed in a file with a rollback journal")
  func rollbackJournal() async throws {
    let (file, trace) = (try await TestDatabase(journal: "delete"), Trace())
    let writer = try await file.open { $0.trace = { sql in trace.statements.with { $0.append(sql) } } }.writer
    let other = try other(file)
    #expect(try await writer.checkForCommit() == .unconfirmed(isBeingWritten: false), "nothing is known yet")
    #expect(try await writer.confirmCommit() == .unchanged)
    #expect(try await writer.checkForCommit() == .unchanged)
    try other.with { try $0.execute("BEGIN IMMEDIATE") }
    #expect(try await writer.checkForCommit() == .locked)
    #expect(try await !writer.tryLock())
    try other.with { try $0.execute(script: "INSERT INTO note VALUES (1, 'a'); COMMIT;") }
    #expect(try await writer.checkForCommit() == .unconfirmed(isBeingWritten: false))
    try other.with { try $0.execute("BEGIN IMMEDIATE") }
    #expect(try await writer.checkForCommit() == .unconfirmed(isBeingWritten: true))
    try other.with { try $0.execute("ROLLBACK") }
    trace.statements.with { $0 = [] }
    #expect(try await writer.tryLock())
    #expect(trace.take().isEmpty, "no lock is taken")
    try other.with { try $0.execute("BEGIN EXCLUSIVE") }
    #expect(try await writer.confirmCommit() == .locked)
    try other.with { try $0.execute("ROLLBACK") }
    #expect(try await writer.confirmCommit() == .committed)
    #expect(try await writer.checkForCommit() == .unchanged)
    _ = await writer.write { try $0.execute("INSERT INTO note VALUES (2, 'own')") }
    #expect(try await writer.checkForCommit() == .unconfirmed(isBeingWritten: false))
    #expect(try await writer.confirmCommit() == .unchanged, "it was this process")
  }

  @Test(
    "a commit in a file with a write-ahead log is noticed during the next write, also by a read-only process",
    arguments: [false, true])
  func writeAheadLog(isReadOnly: Bool) async throws {
    let file = try await TestDatabase()
    let writer = try await file.open { $0.isReadOnly = isReadOnly }.writer
    let other = try other(file)
    #expect(try await writer.checkForCommit() == .unchanged)
    try other.with { try $0.execute(script: "INSERT INTO note VALUES (1, 'a'); BEGIN IMMEDIATE;") }
    #expect(try await writer.checkForCommit() == .committed)
    #expect(try await writer.checkForCommit() == .unchanged)
    #expect(try await !writer.tryLock())
    try other.with { try $0.execute("ROLLBACK") }
    #expect(try await writer.tryLock())
    try other.with { try $0.execute("INSERT INTO note VALUES (2, 'b')") }
    #expect(try await writer.checkForCommit() == .committed)
  }

  @Test("a write goes to the file that has replaced the earlier one, and reports the replacement")
  func anotherFile() async throws {
    let (file, next) = (try await TestDatabase(), try await TestDatabase())
    let writer = try await file.open().writer
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    #expect(rename(next.path, file.path) == 0)
    let outcome = await writer.write { try $0.execute("INSERT INTO note VALUES (1, 'a')") }
    try outcome.result.get()
    #expect(outcome.changes.isForeign)
    #expect(try await file.run("SELECT count(*) FROM note;").hasPrefix("1"))
  }

  @Test("a write reports earlier commits of other programs, and knows the keys of its tables")
  func commitsBeforeAWrite() async throws {
    let file = try await TestDatabase()
    let writer = try await file.open().writer
    try other(file).with { try $0.execute("CREATE TABLE tag (name TEXT PRIMARY KEY, place INT) WITHOUT ROWID") }
    for isForeign in [true, false] {
      let changes = await writer.write { try $0.execute("INSERT INTO tag VALUES (\("tag \(isForeign)"), 1)") }.changes
      #expect(changes.isForeign == isForeign)
      #expect(changes.tables["tag"]?.rows == [RowID("tag \(isForeign)")])
    }
  }

  @Test("a change of the schema outside of a transaction is reported")
  func anotherSchema() async throws {
    let writer = try await TestDatabase().open().writer
    let row = await writer.withoutTransaction { try $0.execute("INSERT INTO note VALUES (1, 'a')") }.changes
    #expect(!row.hasOtherSchema && row.tables["note"] != nil)
    let view = await writer.withoutTransaction { try $0.execute("CREATE VIEW notes AS SELECT * FROM note") }.changes
    #expect(view.hasOtherSchema && view.tables.isEmpty)
  }

  private struct Failed: Error {}

  @Test("a body that commits itself has committed, and may have changed anything if it fails later")
  func aBodyThatCommits() async throws {
    let writer = try await TestDatabase().open().writer
    let own = await writer.write { try $0.execute(script: "INSERT INTO note VALUES (9, 'x'); COMMIT;") }
    try own.result.get()
    #expect(own.changes.tables["note"]?.rows == [9])
    let read = await writer.write { connection in
      try connection.execute(script: "INSERT INTO note VALUES (10, 'y'); COMMIT;")
      return try connection.value("SELECT count(*) FROM note", as: Int.self)
    }
    #expect(try read.result.get() == 2)
    let failed: Writer.Outcome<Void> = await writer.write { connection in
      try connection.execute(script: "CREATE TABLE other (id INTEGER); COMMIT;")
      throw Failed()
    }
    #expect(throws: Failed.self) { try failed.result.get() }
    #expect(failed.changes.hasOtherSchema)
  }

  @Test("the keys of tables are read after a change of the schema, and not for each write")
  func keysAreAskedForOnce() async throws {
    let trace = Trace()
    let writer = try await TestDatabase().open { $0.trace = { sql in trace.statements.with { $0.append(sql) } } }.writer
    for (sql, isAsked) in [("INSERT INTO note VALUES (1, 'a')", false), ("CREATE TABLE other (id INTEGER)", true)] {
      _ = trace.take()
      try await writer.write { try $0.execute(SQLQuery(sql: sql)) }.result.get()
      #expect(trace.take().contains { $0.contains("pragma_table_list") } == isAsked)
    }
  }

  @Test("commits with another commit between them are not connected")
  func commitsOfOthers() async throws {
    let file = try await TestDatabase()
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    var marks: [CommitMark] = []
    for id in 1...5 {
      try connection.execute("INSERT INTO note VALUES (\(id), 'a')")
      marks.append(try #require(connection.file.flatMap { CommitMark(of: $0) }))
    }
    let commits = OwnCommits()
    commits.note(.lateRows, from: marks[0], to: marks[1])
    #expect(commits.changes(from: marks[0], to: marks[1], in: []) == .lateRows)
    #expect(commits.changes(from: marks[2], to: marks[2], in: []) == DatabaseChanges(), "of whatever commit")
    let others = OwnCommits()
    others.note(.lateRows, from: marks[0], to: marks[2])
    #expect(others.changes(from: marks[0], to: marks[2], in: []) == nil)
    let gap = OwnCommits()
    for index in [1, 3] { gap.note(.lateRows, from: marks[index - 1], to: marks[index]) }
    #expect(gap.changes(from: marks[2], to: marks[3], in: []) == .lateRows)
    for start in marks[..<2] { #expect(gap.changes(from: start, to: marks[3], in: []) == nil) }
    var huge = DatabaseChanges()
    for name in ["a", "b", "c", "d", "e", "f"] {
      huge.tables[name] = DatabaseChanges.InTable(rows: Set((0..<10_000).map { RowID($0) }))
    }
    commits.note(huge, from: marks[1], to: marks[2])
    #expect(commits.changes(from: marks[0], to: marks[2], in: []) == nil, "what is too much is forgotten")
    for index in 3...4 { commits.note(.lateRows, from: marks[index - 1], to: marks[index]) }
    #expect(commits.changes(from: marks[3], to: marks[4], in: []) == .lateRows, "but what comes later is known")
  }
}
#endif
