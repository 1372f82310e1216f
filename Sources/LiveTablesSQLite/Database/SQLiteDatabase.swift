#if SQLite
/// A SQLite database: one connection that writes, several that read at the same time, and live tables of its queries.
///
/// ```swift
/// let database = try await SQLiteDatabase(path: "mail.sqlite")
/// try await database.write { try $0.execute("INSERT INTO mail (subject) VALUES (\(subject))") }
/// let mails = try await database.read { try $0.rows(of: Mail.self, "SELECT * FROM mail") }
/// ```
///
/// Calls wait without blocking a thread of the shared pool: every connection has its own queue. The file is closed with
/// the last reference, or by ``close()``.
public final class SQLiteDatabase: Sendable {
  /// The path of the file from the root, with links: they are followed whenever the file is opened.
  let path: String
  let options: DatabaseOptions
  /// Whether the file has a write-ahead log; else a rollback journal.
  let hasWriteAheadLog: Bool
  let writer: Writer
  let readers: ReaderPool
  let hub = ChangeHub()
  let observer: ForeignObserver
  let gate = ConnectionGate()
  /// What tables have shown; `nil` if the database is in no file, or can only be read.
  let remembered: RememberedTables?

  /// Opens a database.
  ///
  /// A file that is created gets a write-ahead log. A file that exists is never converted.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - isReadOnly: Whether writes are refused.
  ///   - createsFile: Whether a file that does not exist is created.
  ///   - busyTimeout: How long to wait for locks of others before ``DatabaseError`` is thrown.
  ///   - readerCount: How many reads may run at once; further ones wait for their turn.
  ///   - enforcesForeignKeys: Whether foreign keys are enforced.
  ///   - transactionTime: How long the transaction of a table that is shown stays open, at most. It delays no other
  ///     program: it ends earlier when the write-ahead log is written back or starts over.
  ///   - trace: Receives every statement that runs, without its values, on the queue of its connection.
  /// - Throws: ``DatabaseError`` if the file cannot be opened or is no database.
  public convenience init(
    path: String, isReadOnly: Bool = false, createsFile: Bool = true, busyTimeout: Duration = .seconds(5),
    readerCount: Int = 4, enforcesForeignKeys: Bool = true, transactionTime: Duration = .seconds(10),
    trace: (@Sendable (String) -> Void)? = nil
  ) async throws {
    let options = DatabaseOptions(
      isReadOnly: isReadOnly, createsFile: createsFile, busyTimeout: busyTimeout, readerCount: readerCount,
      enforcesForeignKeys: enforcesForeignKeys, transactionTime: transactionTime, trace: trace)
    try await self.init(path: path, options: options)
  }

  init(path: String, options: DatabaseOptions) async throws {
    let hasFile = !path.isEmpty && path != ":memory:" && !path.hasPrefix("file:")
    var settings = DatabaseConnection.Settings(path: hasFile ? path.absolutePath : path)
    settings.gate = gate
    settings.isReadOnly = options.isReadOnly
    settings.createsFile = options.createsFile && !options.isReadOnly
    settings.busyTimeout = options.busyTimeout
    settings.enforcesForeignKeys = options.enforcesForeignKeys
    settings.trace = options.trace
    let writer = Writer(settings)
    let (fullPath, file, hasLog) = try await writer.open()
    settings.path = fullPath
    settings.createsFile = false
    settings.isQueryOnly = true
    settings.enforcesForeignKeys = false
    settings.ownWrites = writer.ownWrites
    self.path = fullPath
    self.options = options
    self.writer = writer
    hasWriteAheadLog = hasLog
    readers = ReaderPool(settings, limit: options.readerCount)
    observer = ForeignObserver(writer, hub, path: fullPath, hasLog: hasLog, signs: options.makeSigns)
    remembered = options.isReadOnly ? nil : RememberedTables(beside: file)
  }

  /// Writes in a transaction, after all writes that were asked for before.
  ///
  /// Live tables that read what was written have heard of it when this returns.
  ///
  /// - Parameter body: Runs on the writer's queue. If it throws, everything it did is undone.
  /// - Returns: What `body` returns, once it is committed.
  /// - Throws: ``DatabaseError``, what `body` throws. `CancellationError` if the task is cancelled before the end of
  ///   `body`, which undoes it, too. ``QueryError/rolledBack`` if an error has undone all of it, such as a conflict with
  ///   `OR ROLLBACK`, and `body` goes on.
  @discardableResult public func write<Value: Sendable>(
    _ body: @Sendable (DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let outcome = await writer.write(body)
    hub.publish(outcome.changes)
    return try outcome.result.get()
  }

  /// Runs statements that cannot be in a transaction, such as `VACUUM` or some `PRAGMA`s.
  ///
  /// - Parameter body: Runs on the writer's queue. A transaction that it leaves open is rolled back.
  /// - Returns: What `body` returns.
  /// - Throws: ``DatabaseError``, what `body` throws.
  @discardableResult public func withoutTransaction<Value: Sendable>(
    _ body: @Sendable (DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let outcome = await writer.withoutTransaction(body)
    hub.publish(outcome.changes)
    return try outcome.result.get()
  }

  /// Reads, while others read and write.
  ///
  /// - Parameter body: Runs on a reader's queue, in a transaction: all it reads is of one state, in which all writes
  ///   that have returned are seen. Statements that change something are refused.
  /// - Throws: ``DatabaseError``, what `body` throws. `CancellationError` if the task is cancelled meanwhile.
  public func read<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) async throws -> Value {
    try await readers.read(body)
  }

  /// Lets go of the file, once running calls have ended.
  ///
  /// Live tables end; whatever is asked for afterwards throws ``QueryError/databaseClosed``. It waits until no connection
  /// has the file open any more; where the task is cancelled, running calls of `read` may end later.
  public func close() async {
    await observer.stop()
    hub.finish()
    await readers.close()
    await remembered?.close()
    await writer.close()
  }
}

extension SQLiteDatabase {
  /// How long a live table gives way to others that write, at most.
  private static var longestYield: Duration { .milliseconds(250) }

  /// Reads for a live table: gives way to other programs that write, and tries again.
  ///
  /// - Parameter body: Reads; its parameter is whether to end early for others.
  func givingWay<Value>(_ body: (_ yields: Bool) async throws -> Value) async throws -> Value {
    let end = ContinuousClock.now + Self.longestYield
    var delay = Duration.milliseconds(2)
    while true {
      do {
        return try await body(ContinuousClock.now < end)
      } catch is WriterWaits {
        try await Task.sleep(for: delay)
        delay = min(delay * 2, .milliseconds(20))
      }
    }
  }
}
#endif
