#if SQLite
import Testing

@testable import LiveTablesSQLite

/// Tests reads that yield to other programs, in a file with a rollback journal.
@Suite struct YieldingTests {
  private let count = 20_000

  /// Runs a read with more steps than SQLite takes before it calls the progress handler.
  private func readLong(_ connection: DatabaseConnection) throws -> Int {
    try connection.value(
      "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) SELECT count(*) FROM n", as: Int.self)
  }

  private func connections() async throws -> (TestDatabase, reader: DatabaseConnection, writer: DatabaseConnection) {
    let file = try await TestDatabase(journal: "delete")
    let settings = DatabaseConnection.Settings(path: file.path)
    return (file, try DatabaseConnection(settings), try DatabaseConnection(settings))
  }

  @Test("a read yields to a program that is writing or begins to, and then completes")
  func givingWay() async throws {
    let (file, reader, writer) = try await connections()
    #expect(try reader.yieldingToWriters { try readLong(reader) } == count)
    #expect(throws: WriterWaits.self) {
      try reader.yieldingToWriters {
        try writer.execute("BEGIN IMMEDIATE")
        _ = try readLong(reader)
      }
    }
    #expect(throws: WriterWaits.self) { try reader.yieldingToWriters {} }
    try writer.execute("COMMIT")
    #expect(try reader.yieldingToWriters { try readLong(reader) } == count)
    withExtendedLifetime(file) {}
  }

  @Test("a read that does not yield continues beside a program that writes")
  func notGivingWay() async throws {
    let (file, reader, writer) = try await connections()
    try reader.yieldingToWriters {}
    try writer.execute("BEGIN IMMEDIATE")
    #expect(try readLong(reader) == count, "after a read that was through")
    try writer.execute("ROLLBACK")
    #expect(throws: WriterWaits.self) {
      try reader.yieldingToWriters {
        try writer.execute("BEGIN IMMEDIATE")
        _ = try readLong(reader)
      }
    }
    #expect(try readLong(reader) == count, "after a read that has ended early")
    withExtendedLifetime(file) {}
  }

  @Test("a read yields to other programs after a write of this process, but not during it")
  func ownWrites() async throws {
    let file = try await TestDatabase(journal: "delete")
    let own = try await file.open().writer
    var settings = DatabaseConnection.Settings(path: file.path)
    settings.ownWrites = own.ownWrites
    let reader = Guarded(try DatabaseConnection(settings))
    let outcome = await own.write { connection in
      try connection.execute("INSERT INTO note VALUES (1, 'a')")
      return try reader.with { reader in try reader.yieldingToWriters { try readLong(reader) } }
    }
    #expect(try outcome.result.get() == count)
    let other = try DatabaseConnection(settings)
    try other.execute("BEGIN IMMEDIATE")
    #expect(throws: WriterWaits.self) { try reader.with { try $0.yieldingToWriters {} } }
    withExtendedLifetime(other) {}
  }

  @Test("this process counts as writing during a write, and for ten milliseconds afterwards")
  func recentWrites() {
    let own = OwnWrites()
    #expect(!own.isRecent() && !own.isRunning)
    own.isRunning = true
    #expect(own.isRecent(at: .now + .seconds(1)))
    let start = ContinuousClock.now
    own.isRunning = false
    #expect(own.isRecent(at: start + .milliseconds(10)) && !own.isRecent(at: .now + .milliseconds(10)))
  }

  @Test("a row's own read runs once, even if another program begins to write")
  func aRowsOwnRead() async throws {
    let file = try await TestDatabase(journal: "delete")
    let database = try await file.open()
    let transaction = ReadTransaction(database)
    let writer = Guarded(try DatabaseConnection(DatabaseConnection.Settings(path: file.path)))
    let times = Guarded(0)
    let found = try await transaction.read { connection in
      if times.with({
        $0 += 1; return $0
      }) == 1 {
        try writer.with { try $0.execute("BEGIN IMMEDIATE") }
      }
      return try readLong(connection)
    }
    #expect(found == count && times.now == 1)
  }

  @Test("the app's reads do not yield")
  func theCallersReads() async throws {
    let file = try await TestDatabase(journal: "delete")
    let database = try await file.open()
    let writer = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    try writer.execute("BEGIN IMMEDIATE")
    #expect(try await database.read { try $0.value("SELECT count(*) FROM note", as: Int.self) } == 0)
    withExtendedLifetime(writer) {}
  }
}
#endif
