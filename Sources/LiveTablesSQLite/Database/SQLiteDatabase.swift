#if SQLite
/// A SQLite database with a single writing connection, several concurrent readers, and live tables that show query
/// results.
///
/// ```swift
/// let database = try await SQLiteDatabase(path: "mail.sqlite")
/// try await database.write { try $0.execute("INSERT INTO mail (subject) VALUES (\(subject))") }
/// let mails = try await database.read { try $0.rows(of: Mail.self, "SELECT * FROM mail") }
/// ```
///
/// Every connection has its own queue, so calls do not block Swift's cooperative thread pool. The file is closed when the
/// last reference to the database is released, or when you call ``close()``.
public final class SQLiteDatabase: Sendable {
  /// The absolute path of the file, whose symbolic links are resolved whenever the file is opened.
  let path: String
  let options: DatabaseOptions
  let hasWriteAheadLog: Bool
  let writer: Writer
  let readers: ReaderPool
  let hub = ChangeHub()
  let observer: ForeignObserver
  let gate = ConnectionGate()
  /// The stored rows of tables that have been shown, or `nil` if the database is read-only.
  let remembered: RememberedTables?

  /// Opens a database.
  ///
  /// A new file uses a write-ahead log. The journal mode of an existing file is never changed.
  ///
  /// - Parameters:
  ///   - path: The path of the database file.
  ///   - isReadOnly: Whether the database can only be read.
  ///   - createsFile: Whether to create the file if it does not exist.
  ///   - busyTimeout: The maximum time to wait for a lock before ``SQLiteError`` is thrown.
  ///   - readerCount: The maximum number of concurrent reads. Additional reads wait until a read ends.
  ///   - enforcesForeignKeys: Whether SQLite enforces foreign keys.
  ///   - transactionTime: The maximum time for which a live table on screen keeps a transaction open. The transaction
  ///     does not block other programs, because it ends early if another program checkpoints or restarts the
  ///     write-ahead log.
  ///   - trace: A closure that receives every statement without its arguments, on the connection's queue.
  /// - Throws: ``SQLiteError`` if the file cannot be opened or is not a database.
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
    observer = ForeignObserver(
      writer, hub, path: fullPath, hasLog: hasLog, makeWatcher: options.makeWatcher)
    remembered = options.isReadOnly ? nil : RememberedTables(beside: file)
  }

  /// Runs a closure in a write transaction, after all earlier writes.
  ///
  /// Live tables that read the changed database tables are notified before this method returns.
  ///
  /// - Parameter body: A closure that is called on the writer's queue. If it throws an error, the transaction is rolled
  ///   back.
  /// - Returns: The result of `body`, after the commit.
  /// - Throws: ``SQLiteError``, or any error thrown by `body`. `CancellationError` if the task is cancelled before
  ///   `body` ends, in which case the transaction is rolled back. ``QueryError/rolledBack`` if `body` continues after
  ///   an error that has rolled the transaction back, for example a conflict with `OR ROLLBACK`.
  @discardableResult public func write<Value: Sendable>(
    _ body: @Sendable (DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let outcome = await writer.write(body)
    hub.publish(outcome.changes)
    return try outcome.result.get()
  }

  /// Runs statements that are not allowed in a transaction, such as `VACUUM` and certain `PRAGMA`s.
  ///
  /// - Parameter body: A closure that is called on the writer's queue. If it leaves a transaction open, that transaction
  ///   is rolled back.
  /// - Throws: ``SQLiteError``, or any error thrown by `body`.
  @discardableResult public func withoutTransaction<Value: Sendable>(
    _ body: @Sendable (DatabaseConnection) throws -> Value
  ) async throws -> Value {
    let outcome = await writer.withoutTransaction(body)
    hub.publish(outcome.changes)
    return try outcome.result.get()
  }

  /// Runs a closure in a read transaction, concurrently with other reads and writes.
  ///
  /// - Parameter body: A closure that is called on a reader's queue. It reads a single state of the database, which
  ///   includes the writes of all calls to `write` that have returned. Statements that write are rejected.
  /// - Throws: ``SQLiteError``, or any error thrown by `body`. `CancellationError` if the task is cancelled.
  public func read<Value: Sendable>(_ body: @Sendable (DatabaseConnection) throws -> Value) async throws -> Value {
    try await readers.read(body)
  }

  /// Closes the file after all calls in progress have finished.
  ///
  /// The sequences of live tables end, and later calls throw ``QueryError/databaseClosed``. This method returns when no
  /// connection is open.
  public func close() async {
    await observer.stop()
    hub.finish()
    await readers.close()
    await remembered?.close()
    await writer.close()
    await gate.emptied()
  }
}

extension SQLiteDatabase {
  /// The maximum time for which a live table defers its reads so that other programs can write.
  private static var longestYield: Duration { .milliseconds(250) }

  /// Runs a live table's read, and repeats the read if it ends early because another program needs to write.
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
