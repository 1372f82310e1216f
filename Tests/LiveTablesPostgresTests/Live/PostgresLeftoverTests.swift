#if Postgres
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

/// A row that counts its living instances.
private final class Letter: Encodable, Diffable, Equatable, Sendable {
  let mail: Mail
  private let living: Counter

  init(_ mail: Mail, _ living: Counter) {
    self.mail = mail
    self.living = living
    living.add(1)
  }

  deinit { living.add(-1) }

  var identity: Int { mail.id }

  func encode(to encoder: any Encoder) throws { try mail.encode(to: encoder) }

  static func == (one: Letter, two: Letter) -> Bool { one.mail == two.mail }
}

/// Tests that cancelled, dropped and closed readers leave no connection, slot or row behind.
@Suite("Leftovers of server tables", .timeLimit(.minutes(20))) struct PostgresLeftoverTests {
  enum Stop: CaseIterable {
    case unread, dropped, cancelled, closed, failedAtFirst, failedLater, lost, edited, cancelledEdit
    case cancelledBinding, droppedView
  }

  @Test("a reader of a server's table leaves nothing after it stops", arguments: Stop.allCases, [true, false])
  func readers(_ stop: Stop, closes: Bool) async throws {
    let database = try await TestDatabase()
    let living = Counter()
    try await database.execute("INSERT INTO mail SELECT n, 'in', 'a', n FROM generate_series(1, 10) n")
    weak var weakTable: PostgresTable<Letter>?
    do {
      let name = stop == .failedAtFirst ? "nothing" : "mail"
      let table = PostgresTable(from: name, connection: database.settings) { row in
        Letter(try row.decode(Mail.self), living)
      }
      weakTable = table
      try await read(table, database, stop)
      if closes {
        await table.close()
        #expect(await table.state.isFinished)
      }
    }
    try await until("the table goes", database) { weakTable == nil }
    try await until("its rows go", database) { living.count == 0 }
    try await until("its connections are closed", database) {
      try await database.execute("SELECT count(*) AS n FROM pg_stat_activity WHERE \(others(database))")["n"] == "0"
    }
    try await database.end()
  }

  /// Returns a condition for the connections to a database, except the connection that queries them.
  private func others(_ database: TestDatabase) -> String {
    "datname = '\(database.name)' AND pid <> pg_backend_pid()"
  }

  /// Polls a condition until it is true, and fails after about a minute on the server's clock.
  private func until(
    _ what: String, _ database: TestDatabase, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
  ) async throws {
    for _ in 0..<6_000 {
      if try await condition() { return }
      try await database.execute("SELECT pg_sleep(0.01)")
    }
    Issue.record("in vain: \(what)", sourceLocation: sourceLocation)
  }

  private func read(_ table: PostgresTable<Letter>, _ database: TestDatabase, _ stop: Stop) async throws {
    var tables = table.tables.makeAsyncIterator()
    switch stop {
    case .unread: return
    case .failedAtFirst:
      #expect(await tables.next() == nil)
      return
    case .cancelledBinding, .droppedView: return try await bind(table, stop)
    default: #expect(await tables.next()?.count == 10)
    }
    switch stop {
    case .cancelled:
      let task = Task { for await _ in table.tables {} }
      try await database.execute("UPDATE mail SET subject = 'b' WHERE id = 3")
      #expect(await tables.next()?.count == 10)
      task.cancel()
      await task.value
    case .closed:
      let task = Task { for await _ in table.tables {} }
      await table.close()
      await task.value
    case .failedLater:
      try await database.execute("DROP TABLE mail")
    case .lost:
      try await database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE \(others(database))")
    case .edited:
      try await table.edit { $0.remove(id: 3) }
    case .cancelledEdit:
      try await database.execute("BEGIN; LOCK TABLE mail")
      let task = Task { try await table.edit { $0.remove(id: 3) } }
      while await tables.next()?.count != 9 {}
      task.cancel()
      await #expect(throws: (any Error).self) { try await task.value }
      try await database.execute("COMMIT")
    default: break
    }
  }

  @MainActor private func bind(_ table: PostgresTable<Letter>, _ stop: Stop) async throws {
    var view: StrictTableView<OneSection, Letter>? = StrictTableView()
    let binding = view?.bind(table)
    while view?.link.table.count != 10 { await Task.yield() }
    if stop == .cancelledBinding { binding?.cancel() } else { view = nil }
    try await binding?.finished
  }
}
#endif
