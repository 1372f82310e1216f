#if SQLite
internal import Dispatch
internal import LiveTables

/// A connection that reads, on its own queue.
actor Reader {
  /// What was read in a transaction that is open.
  struct Held<Value: Sendable>: Sendable {
    let value: Value
  }

  private nonisolated let executor = QueueExecutor(label: "LiveTablesSQLite.reader")
  private let settings: DatabaseConnection.Settings
  private var connection: DatabaseConnection?
  private var identity: FileIdentity?
  /// Counts the transactions; the last one may be open.
  private var transaction = 0
  private var isOpen = false
  /// When the transaction ends that stays open.
  private var deadline = ContinuousClock.now
  private var expiry: Task<Void, Never>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ settings: DatabaseConnection.Settings) { self.settings = settings }

  deinit { expiry?.cancel() }

  /// Runs a body in a new transaction: all it reads is of one state.
  ///
  /// - Parameter yields: Whether to end early for another program that writes.
  /// - Throws: ``WriterWaits`` if it has ended early.
  func read<Value: Sendable>(
    yields: Bool = false, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Value {
    let connection = try begin()
    defer { end() }
    return try yields ? connection.yieldingToWriters { try body(connection) } : body(connection)
  }

  /// Runs a body in a transaction that stays open, unless the file has a rollback journal: others could not write.
  ///
  /// - Parameters:
  ///   - time: How long it stays open, at most.
  ///   - yields: Whether to end early for another program that writes.
  ///   - body: Gets the connection, and which commit the transaction sees.
  /// - Returns: What the body returns, and the number of the transaction, if it stays open.
  /// - Throws: ``WriterWaits`` if it has ended early.
  func open<Value: Sendable>(
    for time: Duration, yields: Bool, _ body: @Sendable (DatabaseConnection, CommitMark?) throws -> Value
  ) throws -> (value: Value, transaction: Int?) {
    let (connection, mark) = try beginMarked()
    do {
      let value = try yields ? connection.yieldingToWriters { try body(connection, mark) } : body(connection, mark)
      if connection.file?.commitCount != nil {
        end()
        return (value, nil)
      }
      deadline = .now + time
      if expiry == nil {
        expiry = Task { [weak self] in
          while let deadline = await self?.expire() { try? await Task.sleep(until: deadline) }
        }
      }
      return (value, transaction)
    } catch {
      end()
      throw error
    }
  }

  /// Runs a body in a transaction that is open already.
  ///
  /// - Returns: `nil` if it has ended.
  func read<Value: Sendable>(
    in number: Int, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Held<Value>? {
    guard isOpen, number == transaction, let connection else { return nil }
    return Held(value: try body(connection))
  }

  /// Runs a body at once, on the queue of another reader.
  nonisolated func now<Value: Sendable>(_ body: @Sendable (isolated Reader) throws -> Value) rethrows -> Value {
    try executor.queue.sync { try assumeIsolated { try body($0) } }
  }

  /// Ends the transaction if its time is over.
  ///
  /// - Returns: When to look again; `nil` if none is open.
  private func expire() -> ContinuousClock.Instant? {
    if isOpen, .now >= deadline { end() }
    if isOpen { return deadline }
    expiry = nil
    return nil
  }

  /// Whether a transaction is open.
  func isOpen(_ number: Int) -> Bool { isOpen && number == transaction }

  /// Ends a transaction, if it is open still.
  func end(_ number: Int) {
    if number == transaction { end() }
  }

  private func begin() throws -> DatabaseConnection {
    end()
    let connection = try current()
    transaction += 1
    try connection.execute("BEGIN")
    isOpen = true
    return connection
  }

  /// Begins a transaction, and says which commit it sees.
  private func beginMarked() throws -> (DatabaseConnection, CommitMark?) {
    end()
    let connection = try current()
    transaction += 1
    isOpen = true
    do {
      return (connection, try connection.beginReading())
    } catch {
      end()
      throw error
    }
  }

  private func end() {
    if !isOpen { return }
    isOpen = false
    connection?.rollBack()
  }

  /// The connection to the file that is at the path now.
  private func current() throws -> DatabaseConnection {
    let now = FileIdentity(path: settings.path)
    if let connection, now == identity { return connection }
    guard now != nil else { throw QueryError.fileIsGone(path: settings.path) }
    connection = nil
    let fresh = try DatabaseConnection(settings)
    identity = now
    connection = fresh
    return fresh
  }
}
#endif
