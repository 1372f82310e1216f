#if SQLite
import Testing

@testable import LiveTablesSQLite

/// Tests a connection that reads, and its transaction that stays open.
@Suite struct ReaderTests {
  private let count: SQLQuery = "SELECT count(*) FROM note"

  @Test("an open transaction reads one state until it ends")
  func staysOpen() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    let reader = try database.readers.lend()
    let count = count
    let (first, number) = try await reader.open(for: .seconds(600), yields: false) { connection, mark in
      #expect(mark != nil)
      return try connection.value(count, as: Int.self)
    }
    let transaction = try #require(number)
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('new')") }
    let again = try await reader.read(in: transaction) { try $0.value(count, as: Int.self) }
    #expect(first == 0 && again?.value == 0)
    #expect(await reader.isOpen(transaction))
    #expect(await !reader.isOpen(transaction + 1))
    reader.endNow(transaction + 1)
    #expect(await reader.isOpen(transaction), "that is another one")
    reader.endNow(transaction)
    #expect(await !reader.isOpen(transaction))
    #expect(try await reader.read(in: transaction) { try $0.value(count, as: Int.self) } == nil)
    #expect(try await reader.read { try $0.value(count, as: Int.self) } == 1)
  }

  @Test func aTransactionThatStaysOpenEndsWhenItsStateGoes() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "old"))
    let reader = try database.readers.lend()
    let count = count
    func open() async throws -> Int {
      try #require(try await reader.open(for: .seconds(600), yields: false) { _, _ in }.transaction)
    }
    func checkpoint(_ mode: String) async throws -> Int {
      try await database.withoutTransaction { connection in
        try connection.map("PRAGMA wal_checkpoint(\(SQLQuery(sql: mode)))") { try $0.decode(Int.self, at: 0) }[0]
      }
    }
    // The transaction has the newest state, so a checkpoint does not end it.
    var transaction = try await open()
    #expect(try await checkpoint("FULL") == 0)
    #expect(await reader.isOpen(transaction))
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('new')") }
    transaction = try await open()
    // The checkpoint writes back a later commit, which ends the transaction.
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('newer')") }
    #expect(try await reader.read(in: transaction) { try $0.value(count, as: Int.self) }?.value == 1)
    #expect(try await checkpoint("PASSIVE") == 0)
    #expect(await !reader.isOpen(transaction))
    // The log starts over, which ends the transaction.
    transaction = try await open()
    for mode in ["RESTART", "TRUNCATE"] { #expect(try await checkpoint(mode) == 0) }
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('newer')") }
    #expect(await !reader.isOpen(transaction))
    // A transaction that is being read blocks a checkpoint, as any reader does.
    transaction = try await open()
    try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('newest')") }
    let path = file.path
    let busy = try await reader.read(in: transaction) { connection in
      let other = try DatabaseConnection(DatabaseConnection.Settings(path: path))
      let busy = try other.withoutPatience {
        try other.map("PRAGMA wal_checkpoint(TRUNCATE)") { try $0.decode(Int.self, at: 0) }
      }
      return [busy[0], try connection.value(count, as: Int.self)]
    }
    #expect(busy?.value == [1, 3])
    #expect(try await checkpoint("TRUNCATE") == 0)
  }

  @Test func theFirstCommitToAFileLeavesTheStateBeforeOpen() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    let reader = try database.readers.lend()
    let number = try await reader.open(for: .seconds(600), yields: false) { _, _ in }.transaction
    let transaction = try #require(number)
    let count = count
    for number in 1...2 {
      try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('new')") }
      let held = try await reader.read(in: transaction) { try $0.value(count, as: Int.self) }
      #expect(held?.value == (number == 1 ? 0 : nil))
    }
  }

  @Test("a released reader leaves no waiting task")
  func goes() async throws {
    let file = try await TestDatabase()
    var reader: Reader? = Reader(DatabaseConnection.Settings(path: file.path))
    _ = try await reader?.open(for: .seconds(600), yields: false) { _, _ in }
    let task = try #require(await reader?.expiry)
    weak let left = reader
    #expect(!task.isCancelled)
    reader = nil
    await eventually("it goes") { left == nil }
    #expect(task.isCancelled)
  }

  @Test func betweenItsBeginAndItsEndAnOpenTransactionIsNotLookedAt() async throws {
    let file = try await TestDatabase()
    let reader = Reader(DatabaseConnection.Settings(path: file.path))
    _ = try await reader.open(for: .milliseconds(200), yields: false) { _, _ in }
    await eventually("the time is over") { await reader.expiry == nil }
    #expect(await (1..<5).contains(reader.expiryCheckCount))
  }

  @Test("a transaction that failed, or was replaced by the next one, is not open")
  func fails() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    let reader = try database.readers.lend()
    let (_, one) = try await reader.open(for: .seconds(600), yields: false) { _, _ in }
    let (_, two) = try await reader.open(for: .seconds(600), yields: false) { _, _ in }
    let (first, second) = (try #require(one), try #require(two))
    #expect(await !reader.isOpen(first))
    #expect(await reader.isOpen(second))
    await #expect(throws: SQLiteError.self) {
      try await reader.open(for: .seconds(600), yields: false) { connection, _ in try connection.execute("SELEKT") }
    }
    for number in [second, second + 1] { #expect(await !reader.isOpen(number)) }
    await reader.close()
    await #expect(throws: QueryError.databaseClosed) { try await reader.read { _ in } }
  }
}
#endif
