#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct ReadTransactionTests {
  private let count: SQLQuery = "SELECT count(*) FROM note"

  private func notes(_ transaction: ReadTransaction) async throws -> Int {
    try await transaction.read { try $0.value(count, as: Int.self) }
  }

  @Test("no transaction stays open in an empty file, which has a rollback journal")
  func nothingStaysOpenInAnEmptyFile() async throws {
    let file = try await TestDatabase("", journal: "delete")
    let database = try await file.open()
    #expect(!database.hasWriteAheadLog)
    let tables = database.table(of: Mail.self, "SELECT 1 AS id, 'in' AS folder, 'a' AS subject, 0 AS isRead")

    #expect(await (tables.state.value as? ReadTransaction)?.isOpen == false)
  }

  @Test("a row reads the state that is shown, whatever is committed meanwhile")
  func aRowReadsInTheStateThatIsShown() async throws {
    let database = try await TestDatabase().open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "old"))
    let live = database.table(of: Mail.self, "SELECT * FROM mail")
    func transaction() async throws -> ReadTransaction { try #require(await live.state.value as? ReadTransaction) }
    let row = try #require(await live.state.table.first)
    let first = try await transaction()
    #expect(await first.isOpen)
    #expect(await row.transaction.isOpen)
    try await database.write { connection in
      try connection.execute("INSERT INTO note (text) VALUES ('new')")
      try connection.execute("UPDATE mail SET id = 2, subject = 'new'")
    }
    #expect(try await notes(row.transaction) == 0)
    #expect(try await row.load()?.subject == "old", "the row is still there in its state")
    let second = try await transaction()
    #expect(try await notes(second) == 1)
    #expect(try await notes(first) == 0, "the state before is open as long as it may be on screen")
    try await database.write { connection in
      try connection.execute("INSERT INTO note (text) VALUES ('newer')")
      try connection.execute("UPDATE mail SET id = 3")
    }
    _ = await live.state
    #expect(await !first.isOpen)
    #expect(await second.isOpen)
    #expect(try await notes(first) == 2, "a state that is not open any more reads the newest one")
  }

  @Test("a commit that changes no row keeps the states open that may be on screen")
  func aTableThatStaysTheSame() async throws {
    let database = try await TestDatabase().open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "old"), Mail(id: 2, folder: "in", subject: "old"))
    let live = database.table(of: Mail.self, "SELECT * FROM mail")
    func transaction() async throws -> ReadTransaction { try #require(await live.state.value as? ReadTransaction) }
    let first = try await transaction()
    try await database.write { try $0.execute("DELETE FROM mail WHERE id = 2") }
    let second = try await transaction()
    let revision = await live.state.revision
    _ = try await live.state.table.first?.load()
    for number in 1...3 {
      try await database.write { connection in
        try connection.execute("INSERT INTO note (text) VALUES ('new')")
        try connection.execute("UPDATE mail SET subject = 'old'")
      }
      #expect(await live.state.revision == revision, "nothing has changed")
      #expect(try await transaction() === second)
      for one in [first, second] { #expect(await one.isOpen) }
      #expect(try await notes(first) == 0)
      #expect(try await notes(second) == number, "it goes on with what is newer and has the same rows")
    }
  }

  @Test("a transaction ends after a while, and with its table")
  func aTransactionEndsAfterAWhile() async throws {
    let file = try await TestDatabase()
    let database = try await file.open { $0.transactionTime = .milliseconds(1) }
    try await database.insert(Mail(id: 1, folder: "in", subject: "old"))
    var tables = database.table(of: Mail.self, "SELECT * FROM mail").tables.makeAsyncIterator()
    let row = try #require(await tables.next()?.first)
    await eventually("its time is over") { await !row.transaction.isOpen }
    // No transaction uses the log, so all of it can be written back.
    let checkpoint = try await database.withoutTransaction { connection in
      try connection.map("PRAGMA wal_checkpoint(TRUNCATE)") { try $0.value("busy", as: Int.self) }
    }
    #expect(checkpoint == [0])
    #expect(try await row.load()?.subject == "old")
  }

  @Test("no transaction stays open in a file with a rollback journal, so that others can write")
  func nothingStaysOpenInARollbackJournal() async throws {
    let file = try await TestDatabase(journal: "delete")
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "old"))
    var tables = database.table(of: Mail.self, "SELECT * FROM mail").tables.makeAsyncIterator()
    let row = try #require(await tables.next()?.first)
    #expect(await !row.transaction.isOpen)
    let outcome = try await SQLiteProgram.run(file.path, "UPDATE mail SET subject = 'new';")
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(try await row.load()?.subject == "new")
  }

  @Test("a state has its transaction as its value")
  func aStateHasItsTransaction() async throws {
    let database = try await TestDatabase().open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "old"))
    let live = database.table(of: Mail.self, "SELECT * FROM mail")
    let loaded = live.loaded
    let first = try #require(await live.state.value as? ReadTransaction)
    let whole = try #require(await loaded.state.value as? ReadTransaction)
    try await database.write { connection in
      try connection.execute("INSERT INTO note (text) VALUES ('new')")
      try connection.execute("UPDATE mail SET id = 2")
    }
    let second = try #require(await live.state.value as? ReadTransaction)
    _ = await loaded.state
    #expect(try await notes(first) == 0)
    #expect(try await notes(whole) == 0)
    #expect(try await notes(second) == 1)
  }

  @Test("everything is released when nobody reads any more")
  func whenNobodyReadsAnyMore() async throws {
    let file = try await TestDatabase()
    weak var weakDatabase: SQLiteDatabase?
    do {
      let database = try await file.open()
      weakDatabase = database
      let shown = Shown(database.table(of: Mail.self, "SELECT * FROM mail"))
      #expect(try await shown.next() == [[]])
    }
    await eventually("the database goes") { weakDatabase == nil }
  }
}
#endif
