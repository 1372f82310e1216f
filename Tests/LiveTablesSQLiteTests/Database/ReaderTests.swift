#if SQLite
import Testing

@testable import LiveTablesSQLite

/// A connection that reads, and its transaction that stays open.
@Suite struct ReaderTests {
  private let count: SQL = "SELECT count(*) FROM note"

  @Test("a transaction that stays open sees one state until it ends, and then is not read any more")
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

  @Test("a transaction in which something is read is left alone, each time")
  func inUse() async throws {
    let file = try await TestDatabase()
    let states = OpenStates()
    let reader = Reader(DatabaseConnection.Settings(path: file.path), states, OpenReaders())
    let mark = try #require(try await reader.open(for: .seconds(600), yields: false) { _, mark in mark }.value)
    func open() -> [Int]? { states.split(at: mark).map { [$0.newest.count, $0.others.count] } }
    for _ in 1...2 {
      #expect(open() == [1, 0])
      states.using(reader) { #expect(open() == nil) }
    }
    states.using(reader) {
      states.using(reader) {}; #expect(open() == nil)
    }
    #expect(open() == [1, 0])
    await reader.close()
    #expect(open() == [0, 0])
  }

  @Test("a reader that goes leaves no task that waits")
  func goes() async throws {
    let file = try await TestDatabase()
    var reader: Reader? = Reader(DatabaseConnection.Settings(path: file.path), OpenStates(), OpenReaders())
    _ = try await reader?.open(for: .seconds(600), yields: false) { _, _ in }
    let task = try #require(await reader?.expiry)
    weak let left = reader
    #expect(!task.isCancelled)
    reader = nil
    while left != nil { await Task.yield() }
    #expect(task.isCancelled)
  }

  @Test("a transaction that fails, or that the next one takes the place of, is not open")
  func fails() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    let reader = try database.readers.lend()
    let (_, one) = try await reader.open(for: .seconds(600), yields: false) { _, _ in }
    let (_, two) = try await reader.open(for: .seconds(600), yields: false) { _, _ in }
    let (first, second) = (try #require(one), try #require(two))
    #expect(await !reader.isOpen(first))
    #expect(await reader.isOpen(second))
    await #expect(throws: DatabaseError.self) {
      try await reader.open(for: .seconds(600), yields: false) { connection, _ in try connection.execute("SELEKT") }
    }
    for number in [second, second + 1] { #expect(await !reader.isOpen(number)) }
    await reader.close()
    await #expect(throws: QueryError.databaseClosed) { try await reader.read { _ in } }
  }

  @Test("a transaction that has ended is not begun again")
  func renewal() async throws {
    let file = try await TestDatabase()
    let reader = try await file.open().readers.lend()
    let (mark, number) = try await reader.open(for: .seconds(600), yields: false) { _, mark in mark }
    let (commit, transaction) = (try #require(mark), try #require(number))
    reader.renewNow(transaction, at: commit)
    #expect(await reader.isOpen(transaction), "it sees the same")
    reader.endNow(transaction)
    reader.renewNow(transaction, at: commit)
    let count = count
    #expect(try await reader.read { try $0.value(count, as: Int.self) } == 0)
  }
}
#endif
