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
  private nonisolated let session: Session
  /// The time at which the open transaction expires.
  private var deadline = ContinuousClock.now
  private(set) var expiry: Task<Void, Never>?
  /// The number of times that the reader has checked whether its transaction has expired.
  private(set) var expiryLooks = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ settings: DatabaseConnection.Settings, _ open: OpenReaders) { session = Session(settings, open) }

  deinit { expiry?.cancel() }

  /// Runs a body in a new transaction, which reads a single state of the database.
  ///
  /// - Parameter yields: Whether to end the read early if another program writes.
  /// - Throws: ``WriterWaits`` if the read ended early.
  func read<Value: Sendable>(
    yields: Bool = false, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Value {
    session.end()
    let connection = try session.begin()
    defer { session.end() }
    return try yields ? connection.yieldingToWriters { try body(connection) } : body(connection)
  }

  /// Runs a body in a transaction that stays open, unless the file has a rollback journal and an open transaction would
  /// block writers.
  ///
  /// Between reads, the transaction holds no lock. It ends when another program overwrites the state that it reads.
  ///
  /// - Parameters:
  ///   - time: The maximum time for which the transaction stays open.
  ///   - yields: Whether to end the read early if another program writes.
  ///   - body: A closure that receives the connection and the commit that the transaction sees.
  /// - Returns: The result of the body, and the transaction's number if it stays open.
  /// - Throws: ``WriterWaits`` if the read ended early.
  func open<Value: Sendable>(
    for time: Duration, yields: Bool, _ body: @Sendable (DatabaseConnection, CommitMark?) throws -> Value
  ) throws -> (value: Value, transaction: Int?) {
    session.end()
    do {
      let (connection, mark) = try session.beginMarked()
      let value = try yields ? connection.yieldingToWriters { try body(connection, mark) } : body(connection, mark)
      guard let mark, session.keep(mark) else {
        session.end()
        return (value, nil)
      }
      deadline = .now + time
      if expiry == nil { watch() }
      return (value, session.number)
    } catch {
      session.end()
      throw error
    }
  }

  /// Runs a body in an open transaction.
  ///
  /// - Returns: The result of the body, or `nil` if the transaction has ended.
  func read<Value: Sendable>(
    in number: Int, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Held<Value>? {
    try session.read(in: number, body)
  }

  /// Runs a body in an open transaction synchronously, for a caller on the queue of a different reader.
  nonisolated func readNow<Value: Sendable>(
    in number: Int, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Held<Value>? {
    try executor.queue.sync { try session.read(in: number, body) }
  }

  /// Ends an open transaction synchronously, for a caller on the queue of a different reader.
  nonisolated func endNow(_ number: Int) {
    executor.queue.sync {
      if session.isOpen(number) { session.end() }
    }
  }

  /// Ends a transaction if it is open, without waiting.
  nonisolated func endSoon(_ number: Int) {
    executor.queue.async { [session] in
      if session.isOpen(number) { session.end() }
    }
  }

  func limit(_ number: Int, to time: ContinuousClock.Instant) {
    guard session.isOpen(number), time < deadline else { return }
    deadline = time
    expiry?.cancel()
    watch()
  }

  private func watch() {
    expiry = Task { [weak self] in
      while !Task.isCancelled, let deadline = await self?.expire() { try? await Task.sleep(until: deadline) }
    }
  }

  func close() {
    session.end()
    session.close()
  }

  func disconnect() { session.disconnect() }

  func isOpen(_ number: Int) -> Bool { (try? session.read(in: number) { _ in }) != nil }

  /// Ends the open transaction if it has expired.
  ///
  /// - Returns: The time of the next check, or `nil` if no transaction is open.
  private func expire() -> ContinuousClock.Instant? {
    expiryLooks += 1
    if .now >= deadline { session.end() }
    if session.isOpen(session.number) { return deadline }
    expiry = nil
    return nil
  }

  /// The connection and its transaction, which are accessed only on the queue of the reader.
  private final class Session: @unchecked Sendable {
    private let settings: DatabaseConnection.Settings
    private let open: OpenReaders
    private var connection: DatabaseConnection?
    /// The number of transactions begun so far, which identifies the last one.
    private(set) var number = 0
    private var isOpen = false
    /// The state that the open transaction reads without a lock, or `nil` if the transaction holds a lock.
    private var state: LogState?
    private var isClosed = false

    init(_ settings: DatabaseConnection.Settings, _ open: OpenReaders) {
      self.settings = settings
      self.open = open
      open.add()
    }

    deinit { close() }

    func isOpen(_ number: Int) -> Bool { isOpen && number == self.number }

    func read<Value: Sendable>(in number: Int, _ body: (DatabaseConnection) throws -> Value) throws -> Held<Value>? {
      guard isOpen(number), let connection, let file = connection.file, let state else { return nil }
      guard state.hold(file) else {
        end()
        return nil
      }
      defer { state.release(file) }
      return Held(value: try body(connection))
    }

    func begin() throws -> DatabaseConnection {
      let connection = try current()
      try connection.execute("BEGIN")
      isOpen = true
      return connection
    }

    func beginMarked() throws -> (DatabaseConnection, CommitMark?) {
      let connection = try current()
      number += 1
      isOpen = true
      return (connection, try connection.beginReading())
    }

    /// Keeps the transaction open without a lock.
    ///
    /// - Returns: Whether the transaction can stay open without a lock.
    func keep(_ mark: CommitMark) -> Bool {
      guard let file = connection?.file, let state = LogState(mark, in: file) else { return false }
      state.release(file)
      self.state = state
      return true
    }

    func end() {
      if !isOpen { return }
      (isOpen, state) = (false, nil)
      connection?.rollBack()
    }

    func disconnect() {
      guard settings.gate?.isClosed == true else { return }
      end()
      connection = nil
    }

    func close() {
      if isClosed { return }
      isClosed = true
      connection = nil
      open.remove()
    }

    private func current() throws -> DatabaseConnection {
      if isClosed { throw QueryError.databaseClosed }
      if let connection, connection.isCurrent { return connection }
      connection = nil
      if FileIdentity(path: settings.path) == nil { throw QueryError.fileIsGone(path: settings.path) }
      let fresh = try DatabaseConnection.current(settings)
      connection = fresh
      return fresh
    }
  }
}
#endif
