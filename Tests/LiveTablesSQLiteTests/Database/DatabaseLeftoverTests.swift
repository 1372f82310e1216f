#if SQLite && os(Linux)
import Foundation
import LiveTables
import LiveTablesTesting
import LiveTablesOperators
import Testing

@testable import LiveTablesSQLite

/// A row that counts its living instances.
private final class Letter: Diffable, Equatable, Sendable {
  let identity: Int
  let subject: String
  private let living: Guarded<Int>

  init(_ row: DatabaseRow, _ living: Guarded<Int>) throws {
    identity = try row.value("id", as: Int.self)
    subject = try row.value("subject", as: String.self)
    self.living = living
    living.with { $0 += 1 }
  }

  deinit { living.with { $0 -= 1 } }

  static func == (one: Letter, two: Letter) -> Bool {
    one.identity == two.identity && one.subject == two.subject
  }
}

/// Tests that cancelled, dropped and closed readers leave no file, watch, read or row behind.
///
/// The cases run one at a time, because Foundation cannot start processes while about 1,300 files are open.
@Suite("Leftovers of databases", .serialized, .holdsFiles, .timeLimit(.minutes(20))) struct DatabaseLeftoverTests {
  /// The ways to read a live table.
  enum Reading: CaseIterable { case ids, loaded, derived }

  /// The ways to end a read.
  enum Stop: CaseIterable {
    case unread, dropped, cancelled, cancelledInTheMiddle, failedAtFirst, failedLater
    case cancelledBinding, droppedView, replacedBinding
  }

  /// The ways to end the database after the read.
  enum End: CaseIterable { case closed, dropped }

  private typealias Hook = Guarded<(@Sendable () -> Void)?>

  /// Opens a database with ten mails, and calls the hook once when the mails are read the next time.
  private func open(
    _ file: TestDatabase, _ hook: Hook = Hook(nil), _ change: (inout DatabaseOptions) -> Void = { _ in }
  ) async throws -> SQLiteDatabase {
    let database = try await file.open { options in
      change(&options)
      options.trace = { sql in if sql.contains("FROM mail") { hook.with { $0.take() }?() } }
    }
    try await database.write { connection in
      for id in 1...10 { try connection.execute("INSERT INTO mail VALUES (\(id), 'in', 'a', 0)") }
    }
    return database
  }

  private func query(_ living: Guarded<Int>, _ select: SQLQuery = "SELECT * FROM mail") -> TableQuery<
    OneSection, Letter
  > {
    TableQuery(select) { try Letter($0, living) }
  }

  @Test(
    "a reader of a live table leaves nothing after it stops, in an open or closed database",
    arguments: ["wal", "delete"], Reading.allCases.flatMap { one in Stop.allCases.map { (one, $0) } })
  func readers(journal: String, _ kind: (reading: Reading, stop: Stop)) async throws {
    for end in End.allCases {
      let file = try await TestDatabase(journal: journal)
      let (living, hook) = (Guarded(0), Hook(nil))
      weak var weakDatabase: SQLiteDatabase?
      do {
        let database = try await open(file, hook)
        weakDatabase = database
        // The reader of this call stays open for the next call.
        _ = try await database.read { try $0.value("SELECT count(*) FROM mail", as: Int.self) }
        let count = file.connectionCount
        #expect(count == 2)
        do {
          let select: SQLQuery = kind.stop == .failedAtFirst ? "SELECT nothing FROM mail" : "SELECT * FROM mail"
          let troubles = Troubles()
          let live = database.table(query(living, select), onTrouble: troubles.notes)
          switch kind.reading {
          case .ids: try await read(live, database, kind.stop, hook, troubles)
          case .loaded: try await read(live.loaded, database, kind.stop, hook, troubles)
          case .derived: try await read(live.loaded.filter { $0.identity > 0 }, database, kind.stop, hook, troubles)
          }
        }
        await eventually("the reading goes") { database.hub.subscriptionCount == 0 }
        await eventually("its connections are closed") { file.connectionCount <= count }
        await eventually("its rows go") { living.now == 0 }
        if end == .closed {
          await database.close()
          #expect(file.openFileCount == 0 && file.watchCount == 0)
        }
      }
      await eventually("the database goes") { weakDatabase == nil }
      await eventually("all files are closed") { file.openFileCount == 0 && file.watchCount == 0 }
    }
  }

  private func read<Row>(
    _ source: some TableSource<OneSection, Row>, _ database: SQLiteDatabase, _ stop: Stop, _ hook: Hook,
    _ troubles: Troubles
  ) async throws {
    func change() async throws {
      try await database.write { try $0.execute("UPDATE mail SET subject = 'b' WHERE id = 3") }
    }
    switch stop {
    case .unread: _ = source.tables.makeAsyncIterator()
    case .failedAtFirst:
      var tables = source.tables.makeAsyncIterator()
      #expect(await tables.next() == nil)
    case .dropped:
      var tables = source.tables.makeAsyncIterator()
      #expect(await tables.next()?.count == 10)
      try await change()
      #expect(await tables.next()?.count == 10)
    case .cancelled, .cancelledInTheMiddle, .failedLater:
      let counts = Guarded(0)
      let task = Task {
        for await table in source.tables {
          for row in table { _ = try? await (row as? QueryRow<Letter>)?.load() }
          counts.with { $0 += 1 }
        }
      }
      await eventually("a table comes") { counts.now > 0 }
      if stop == .cancelledInTheMiddle {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        hook.with {
          $0 = {
            task.cancel()
            begin.finish()
          }
        }
        try await change()
        for await _ in begun {}
      } else {
        let sql = stop == .failedLater ? "ALTER TABLE mail RENAME TO gone" : "DELETE FROM mail WHERE id = 3"
        try await database.write { try $0.execute(SQLQuery(sql: sql)) }
        if stop == .cancelled {
          await eventually("another table comes") { counts.now > 1 }
        } else {
          #expect(await troubles.next()?.contains("no such table") == true)
        }
        task.cancel()
      }
      await task.value
    case .cancelledBinding, .droppedView, .replacedBinding: try await bind(source, change, stop)
    }
  }

  @MainActor private func bind<Row>(
    _ source: some TableSource<OneSection, Row>, _ change: () async throws -> Void, _ stop: Stop
  ) async throws {
    var view: StrictTableView<OneSection, Row>? = StrictTableView()
    let binding = view?.bind(source)
    await eventually("the view shows the table") { view?.link.table.count == 10 }
    try await change()
    switch stop {
    case .cancelledBinding: binding?.cancel()
    case .replacedBinding: view?.show([])
    default: view = nil
    }
    try await binding?.finished
  }

  /// The objects that still exist when a database is closed.
  enum Held: CaseIterable { case iterator, loadedIterator, row, transaction, query, view }

  @Test(
    "a closed database has no open file, and opens none again",
    arguments: ["wal", "delete"], Held.allCases)
  @MainActor func closed(journal: String, _ held: Held) async throws {
    let file = try await TestDatabase(journal: journal)
    let living = Guarded(0)
    let database = try await open(file)
    let live = database.table(query(living).remembered())
    var iterator = live.tables.makeAsyncIterator()
    var loaded = live.loaded.tables.makeAsyncIterator()
    let view = StrictTableView<OneSection, QueryRow<Letter>>()
    var row: QueryRow<Letter>?
    var transaction: ReadTransaction?
    switch held {
    case .iterator: #expect(await iterator.next()?.count == 10)
    case .loadedIterator: #expect(await loaded.next()?.count == 10)
    case .view:
      view.bind(live)
      await eventually("the view shows the table") { view.link.table.count == 10 }
    case .row: row = await live.state.table.first
    case .transaction: transaction = await live.state.value as? ReadTransaction
    case .query: #expect(await live.state.table.count == 10)
    }
    // The transaction of the previous state is also open.
    try await database.write { try $0.execute("UPDATE mail SET id = 11 WHERE id = 10") }
    _ = await live.state
    #expect(file.watchCount > 0)
    await database.close()
    await eventually("all files are closed") { file.openFileCount == 0 && file.watchCount == 0 }
    #expect(await live.state.table.count == 10)
    if held == .iterator {
      while await iterator.next() != nil {}
    }
    if held == .loadedIterator { while await loaded.next() != nil {} }
    if let row { await #expect(throws: QueryError.databaseClosed) { try await row.load() } }
    if let transaction {
      #expect(await !transaction.isOpen)
      await #expect(throws: QueryError.databaseClosed) {
        try await transaction.read { try $0.value("SELECT 1", as: Int.self) }
      }
    }
    await #expect(throws: QueryError.databaseClosed) { try await database.read { _ in } }
    await database.remembered?.remember([], of: "SELECT 1")
    #expect(file.openFileCount == 0 && file.watchCount == 0)
    withExtendedLifetime(view) {}
  }

  @Test("a database closes its file when running calls have ended, and not earlier")
  func closedMeanwhile() async throws {
    let file = try await TestDatabase()
    let database = try await open(file)
    let gate = DispatchSemaphore(value: 0)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let reading = Task {
      try await database.read { connection in
        begin.finish()
        gate.wait()
        return try connection.value("SELECT count(*) FROM mail", as: Int.self)
      }
    }
    for await _ in begun {}
    let closing = Task {
      await database.close()
      return file.openFileCount
    }
    await eventually("no more is read") { (try? await database.read { _ in }) == nil }
    // The writer is closed last, so writes succeed while the read is running.
    for _ in 1...100 { try await database.write { try $0.execute("UPDATE mail SET subject = 'c' WHERE id = 3") } }
    gate.signal()
    #expect(await closing.value == 0)
    #expect(try await reading.value == 10)
  }

  @Test("a released query leaves nothing, even if no commit affects it")
  func forgotten() async throws {
    let database = try await TestDatabase().open()
    for _ in 1...20 { #expect(await database.table(of: Mail.self, "SELECT * FROM mail").state.table.isEmpty) }
    #expect(database.hub.subscriptionCount == 0)
  }

  /// The calls that wait for another call of the same kind.
  enum Waiting: CaseIterable { case table, row, reader, writer }

  @Test(
    "waiting calls end when their task is cancelled or the database is closed",
    arguments: [true, false], Waiting.allCases)
  func waiting(isCancelled: Bool, _ waiting: Waiting) async throws {
    let file = try await TestDatabase()
    let (living, hook, gate) = (Guarded(0), Hook(nil), DispatchSemaphore(value: 0))
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    // Blocks the queue of a connection.
    let hold: @Sendable () -> Void = {
      begin.finish()
      gate.wait()
    }
    do {
      let database = try await open(file, hook) { $0.readerCount = 1 }
      let live = database.table(query(living))
      let rows = waiting == .row ? Array(await live.state.table) : []
      if waiting == .table || waiting == .row { hook.with { $0 = hold } }
      func call(_ isFirst: Bool) -> Task<Void, Never> {
        let body: @Sendable (DatabaseConnection) throws -> Void = { _ in if isFirst { hold() } }
        return Task {
          switch waiting {
          case .table: _ = await live.state
          case .row: _ = try? await rows[isFirst ? 0 : 1].load()
          case .reader: _ = try? await database.read(body)
          case .writer: _ = try? await database.write(body)
          }
        }
      }
      let first = call(true)
      for await _ in begun {}
      let second = call(false)
      if waiting == .reader { await eventually("it waits") { database.readers.waitingCount == 1 } }
      if isCancelled {
        second.cancel()
        // A cancelled write waits for its turn, and then does not run.
        if waiting != .writer { await second.value }
        gate.signal()
        await first.value
        await second.value
        #expect(database.readers.waitingCount == 0)
        await database.close()
      } else {
        async let end: Void = database.close()
        if waiting == .reader { await second.value }
        gate.signal()
        await end
        await first.value
        await second.value
      }
      #expect(file.openFileCount == 0 && file.watchCount == 0)
    }
    await eventually("rows go") { living.now == 0 }
  }
}
#endif
