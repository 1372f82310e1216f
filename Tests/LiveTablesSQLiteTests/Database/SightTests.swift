#if SQLite
import Testing

@testable import LiveTablesSQLite

/// What the writer sees of other programs when it looks, without waiting for them.
@Suite(.timeLimit(.minutes(20))) struct SightTests {
  /// Another program, on a queue of its own.
  private func other(_ file: TestDatabase) throws -> Guarded<DatabaseConnection> {
    Guarded(try DatabaseConnection(DatabaseConnection.Settings(path: file.path)))
  }

  @Test("in a file with a rollback journal, the lock, the commit and the end of the write are seen")
  func rollbackJournal() async throws {
    let file = try await TestDatabase(journal: "delete")
    let writer = try await file.open().writer
    let other = try other(file)
    #expect(try await writer.look() == .unread(isBeingWritten: false), "nothing is known yet")
    #expect(try await writer.confirm() == .same)
    #expect(try await writer.look() == .same)
    try other.with { try $0.execute("BEGIN IMMEDIATE") }
    #expect(try await writer.look() == .busy)
    #expect(try await !writer.tryLock())
    try other.with { try $0.execute(script: "INSERT INTO note VALUES (1, 'a'); COMMIT;") }
    #expect(try await writer.look() == .unread(isBeingWritten: false))
    try other.with { try $0.execute("BEGIN IMMEDIATE") }
    #expect(try await writer.look() == .unread(isBeingWritten: true))
    try other.with { try $0.execute("ROLLBACK") }
    #expect(try await writer.tryLock())
    #expect(try await writer.confirm() == .moved)
    #expect(try await writer.look() == .same)
    _ = await writer.write { try $0.execute("INSERT INTO note VALUES (2, 'own')") }
    #expect(try await writer.look() == .unread(isBeingWritten: false))
    #expect(try await writer.confirm() == .same, "it was this process")
  }

  @Test("in a file with a write-ahead log a commit is seen while the next one is written")
  func writeAheadLog() async throws {
    let file = try await TestDatabase()
    let writer = try await file.open().writer
    let other = try other(file)
    #expect(try await writer.look() == .same)
    try other.with { try $0.execute(script: "INSERT INTO note VALUES (1, 'a'); BEGIN IMMEDIATE;") }
    #expect(try await writer.look() == .moved)
    #expect(try await writer.look() == .same)
    #expect(try await !writer.tryLock())
    try other.with { try $0.execute("ROLLBACK") }
    #expect(try await writer.tryLock())
  }
}
#endif
