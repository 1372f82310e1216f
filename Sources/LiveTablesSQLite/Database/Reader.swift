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
  private nonisolated let session: Session
  /// When the transaction ends that stays open.
  private var deadline = ContinuousClock.now
  private(set) var expiry: Task<Void, Never>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ settings: DatabaseConnection.Settings, _ open: OpenReaders) { session = Session(settings, open) }

  deinit { expiry?.cancel() }

  /// Runs a body in a new transaction: all it reads is of one state.
  ///
  /// - Parameter yields: Whether to end early for another program that writes.
  /// - Throws: ``WriterWaits`` if it has ended early.
  func read<Value: Sendable>(
    yields: Bool = false, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Value {
    session.end()
    let connection = try session.begin()
    defer { session.end() }
    return try yields ? connection.yieldingToWriters { try body(connection) } : body(connection)
  }

  /// Runs a body in a transaction that stays open, unless the file has a rollback journal: others could not write.
  ///
  /// In between it has no lock, so it ends when another program needs what it keeps.
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

  /// Runs a body in a transaction that is open already.
  ///
  /// - Returns: `nil` if it has ended.
  func read<Value: Sendable>(
    in number: Int, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Held<Value>? {
    try session.read(in: number, body)
  }

  /// The same at once, from the queue of another reader.
  nonisolated func readNow<Value: Sendable>(
    in number: Int, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Held<Value>? {
    try executor.queue.sync { try session.read(in: number, body) }
  }

  /// Ends a transaction at once, from the queue of another reader, if it is open still.
  nonisolated func endNow(_ number: Int) {
    executor.queue.sync {
      if session.isOpen(number) { session.end() }
    }
  }

  /// The same without waiting.
  nonisolated func endSoon(_ number: Int) {
    executor.queue.async { [session] in
      if session.isOpen(number) { session.end() }
    }
  }

  /// Has a transaction stay open for a shorter time.
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

  /// Lets go of the file, for good.
  func close() {
    session.end()
    session.close()
  }

  /// Lets go of the file, if connections are to be closed still.
  func disconnect() { session.disconnect() }

  /// Whether a transaction is open, and its state still there.
  func isOpen(_ number: Int) -> Bool { (try? session.read(in: number) { _ in }) != nil }

  /// Ends the transaction if its time is over.
  ///
  /// - Returns: When to look again; `nil` if none is open.
  private func expire() -> ContinuousClock.Instant? {
    if .now >= deadline { session.end() }
    if session.isOpen(session.number) { return deadline }
    expiry = nil
    return nil
  }

  /// The connection and its transaction: only ever on the queue of the reader.
  private final class Session: @unchecked Sendable {
    private let settings: DatabaseConnection.Settings
    private let open: OpenReaders
    private var connection: DatabaseConnection?
    /// Counts the transactions that may stay open; the last one may be open.
    private(set) var number = 0
    private var isOpen = false
    /// What the open transaction keeps without a lock; `nil`: it has one.
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

    /// Begins a transaction, and says which commit it sees.
    func beginMarked() throws -> (DatabaseConnection, CommitMark?) {
      let connection = try current()
      number += 1
      isOpen = true
      return (connection, try connection.beginReading())
    }

    /// Keeps the transaction open without a lock.
    ///
    /// - Returns: Whether that is possible.
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

    /// The connection to the file that is at the path now.
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
