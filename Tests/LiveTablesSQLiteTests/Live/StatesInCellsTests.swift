#if SQLite
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesSQLite

/// Tests cells that read more than their row, from the transaction of the shown table.
@MainActor @Suite(.holdsFiles, .timeLimit(.minutes(20))) struct StatesInCellsTests {
  private typealias View = HeadlessTableView<OneSection, QueryRow<Mail>>

  /// The number of notes and the subject of the mail that cells have read in one transaction.
  @MainActor private final class Readings {
    struct Reading: Equatable, Sendable {
      var notes: Int
      var subject: String
    }

    private(set) var all: [Reading] = []
    private(set) var transactions: [ReadTransaction] = []
    private let (news, tell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    func add(_ reading: Reading) {
      all.append(reading)
      tell.yield()
    }

    func note(_ transaction: ReadTransaction) {
      if transactions.last !== transaction { transactions.append(transaction) }
      tell.yield()
    }

    func until(_ condition: (Readings) -> Bool) async {
      for await _ in news where condition(self) { return }
    }
  }

  private nonisolated static func read(_ transaction: ReadTransaction) async throws -> Readings.Reading {
    try await transaction.read { connection in
      .init(
        notes: try connection.value("SELECT count(*) FROM note", as: Int.self),
        subject: try connection.value("SELECT subject FROM mail WHERE id = 1", as: String.self))
    }
  }

  private func view(_ readings: Readings) -> View {
    View(
      .one(HeadlessCell.self) { cell, row, context in
        guard let transaction = context.value(ReadTransaction.self) else { return }
        readings.note(transaction)
        context.scope.task {
          if let reading = try? await Self.read(transaction) {
            cell.text = "\(reading.notes) \(reading.subject)"
            readings.add(reading)
          }
        }
      })
  }

  private func commit(_ number: Int, to database: SQLiteDatabase) async throws {
    try await database.write { connection in
      try connection.execute("INSERT INTO note (text) VALUES ('more')")
      try connection.execute("UPDATE mail SET subject = \("mail \(number)") WHERE id = 1")
    }
  }

  @Test("cells read one state, however fast newer ones arrive, and the newest in the end")
  func whatACellReadsIsOfOneState() async throws {
    let database = try await TestDatabase().open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "mail 0"))
    let readings = Readings()
    let view = view(readings)
    view.bind(database.table(of: Mail.self, "SELECT * FROM mail"))
    await readings.until { !$0.all.isEmpty }
    for number in 1...60 { try await commit(number, to: database) }
    await readings.until { $0.all.contains { $0.notes == 60 } }
    for reading in readings.all { #expect(reading.subject == "mail \(reading.notes)", "torn") }
    #expect(view.reloads == 1 && view.violations.isEmpty)
  }

  @Test("cells read the state that is shown, and earlier states are released")
  func theStateThatIsShownIsRead() async throws {
    let file = try await TestDatabase()
    let database = try await file.open()
    try await database.insert(Mail(id: 1, folder: "in", subject: "mail 0"))
    let readings = Readings()
    let view = view(readings)
    view.bind(database.table(of: Mail.self, "SELECT * FROM mail"))
    await readings.until { !$0.all.isEmpty }
    // During an interaction, the view shows nothing newer.
    view.link.beginInteraction()
    let shown = try #require(view.link.value as? ReadTransaction)
    try await commit(1, to: database)
    #expect(try await Self.read(shown) == .init(notes: 0, subject: "mail 0"))
    #expect(await shown.isOpen)
    view.link.endInteraction()
    await readings.until { $0.all.contains { $0.notes == 1 } }
    for number in 2...8 {
      try await commit(number, to: database)
      await readings.until { $0.all.contains { $0.notes == number } }
    }
    var open = 0
    for transaction in readings.transactions where await transaction.isOpen { open += 1 }
    #expect(readings.transactions.count == 9, "one for each state")
    #expect((1...2).contains(open), "the newest and the one before: \(open)")
    #expect(await readings.transactions.last?.isOpen == true)
  }

  @Test("all earlier states are released within the limit, and cells read the newest state")
  func withinTheBound() async throws {
    let file = try await TestDatabase()
    let database = try await file.open { $0.transactionTime = .milliseconds(1) }
    try await database.insert(Mail(id: 1, folder: "in", subject: "mail 0"))
    let readings = Readings()
    let view = view(readings)
    view.bind(database.table(of: Mail.self, "SELECT * FROM mail"))
    for number in 1...5 {
      await readings.until { $0.all.contains { $0.notes == number - 1 } }
      try await commit(number, to: database)
    }
    await readings.until { $0.all.contains { $0.notes == 5 } }
    for transaction in readings.transactions { while await transaction.isOpen { await Task.yield() } }
    let busy = try await database.withoutTransaction { connection in
      try connection.map("PRAGMA wal_checkpoint(TRUNCATE)") { try $0.value("busy", as: Int.self) }
    }
    #expect(busy == [0], "nobody holds the log")
    let last = try #require(view.link.value as? ReadTransaction)
    #expect(try await Self.read(last) == .init(notes: 5, subject: "mail 5"))
  }
}
#endif
