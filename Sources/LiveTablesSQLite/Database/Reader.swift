#if SQLite
internal import Dispatch
internal import LiveTables

/// A connection that only reads, with its own queue and at most one open transaction.
actor Reader {
  /// The result of a read in an open transaction.
  struct Held<Value: Sendable>: Sendable {
    let value: Value
  }

  private nonisolated let executor = QueueExecutor(label: "LiveTablesSQLite.reader")
  private nonisolated let transaction: ReaderTransaction
  /// The time at which the open transaction expires.
  private var deadline = ContinuousClock.now
  private(set) var expiry: Task<Void, Never>?
  /// The number of checks whether the transaction has expired, for tests.
  private(set) var expiryCheckCount = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ settings: DatabaseConnection.Settings) { transaction = ReaderTransaction(settings) }

  deinit { expiry?.cancel() }

  /// Runs a body in a new transaction, which reads a single state of the database.
  ///
  /// - Throws: ``WriterWaits`` if `yields` is `true` and the read ended early because another program writes.
  func read<Value: Sendable>(
    yields: Bool = false, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Value {
    defer { transaction.end() }
    let connection = try transaction.begin()
    return try yields ? connection.yieldingToWriters { try body(connection) } : body(connection)
  }

  /// Runs a body in a transaction that stays open, unless the file has a rollback journal and an open transaction would
  /// block writers.
  ///
  /// Between reads, the transaction holds no lock. It ends when another program overwrites the state that it reads.
  ///
  /// - Parameters:
  ///   - time: The maximum time for which the transaction stays open.
  ///   - body: A closure that receives the connection and the commit that the transaction sees.
  /// - Returns: The result of the body, and the transaction's number if it stays open.
  /// - Throws: ``WriterWaits`` if `yields` is `true` and the read ended early because another program writes.
  func open<Value: Sendable>(
    for time: Duration, yields: Bool, _ body: @Sendable (DatabaseConnection, CommitMark?) throws -> Value
  ) throws -> (value: Value, transaction: Int?) {
    do {
      let (connection, mark) = try transaction.beginMarked()
      let value = try yields ? connection.yieldingToWriters { try body(connection, mark) } : body(connection, mark)
      guard let mark, transaction.keep(mark) else {
        transaction.end()
        return (value, nil)
      }
      deadline = .now + time
      if expiry == nil { watchExpiry() }
      return (value, transaction.number)
    } catch {
      transaction.end()
      throw error
    }
  }

  /// Runs a body in an open transaction, or returns `nil` if the transaction has ended.
  func read<Value: Sendable>(
    in number: Int, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Held<Value>? {
    try transaction.read(in: number, body)
  }

  /// Runs a body in an open transaction, for a caller on the queue of a different reader.
  nonisolated func readNow<Value: Sendable>(
    in number: Int, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Held<Value>? {
    try executor.queue.sync { try transaction.read(in: number, body) }
  }

  /// Ends an open transaction, for a caller on the queue of a different reader.
  nonisolated func endNow(_ number: Int) { executor.queue.sync { transaction.end(number) } }

  /// Ends a transaction if it is open, without waiting.
  nonisolated func endSoon(_ number: Int) { executor.queue.async { [transaction] in transaction.end(number) } }

  /// Ends an open transaction at the given time, unless it expires earlier.
  func limit(_ number: Int, to time: ContinuousClock.Instant) {
    guard transaction.isOpen(number), time < deadline else { return }
    deadline = time
    expiry?.cancel()
    watchExpiry()
  }

  private func watchExpiry() {
    expiry = Task { [weak self] in
      while !Task.isCancelled, let deadline = await self?.expire() { try? await Task.sleep(until: deadline) }
    }
  }

  /// Closes the connection for good.
  func close() { transaction.close() }

  /// Closes the connection until the next read, if the database's gate is closed.
  func disconnect() { transaction.disconnect() }

  func isOpen(_ number: Int) -> Bool { (try? transaction.read(in: number) { _ in }) != nil }

  /// Ends the open transaction if it has expired, and returns the time of the next check, if it is open.
  private func expire() -> ContinuousClock.Instant? {
    expiryCheckCount += 1
    if .now >= deadline { transaction.end() }
    if transaction.isOpen(transaction.number) { return deadline }
    expiry = nil
    return nil
  }
}
#endif
