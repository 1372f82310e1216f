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
  private nonisolated let states: OpenStates
  /// When the transaction ends that stays open.
  private var deadline = ContinuousClock.now
  private(set) var expiry: Task<Void, Never>?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ settings: DatabaseConnection.Settings, _ states: OpenStates, _ open: OpenReaders) {
    session = Session(settings, open)
    self.states = states
  }

  deinit {
    expiry?.cancel()
    states.remove(ObjectIdentifier(self))
  }

  /// Runs a body in a new transaction: all it reads is of one state.
  ///
  /// - Parameter yields: Whether to end early for another program that writes.
  /// - Throws: ``WriterWaits`` if it has ended early.
  func read<Value: Sendable>(
    yields: Bool = false, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Value {
    end()
    let connection = try session.begin()
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
    end()
    do {
      let (connection, mark) = try session.beginMarked()
      let value = try yields ? connection.yieldingToWriters { try body(connection, mark) } : body(connection, mark)
      if !connection.canStayOpen {
        end()
        return (value, nil)
      }
      states.add(session.number, of: self, mark)
      deadline = .now + time
      if expiry == nil {
        expiry = Task { [weak self] in
          while let deadline = await self?.expire() { try? await Task.sleep(until: deadline) }
        }
      }
      return (value, session.number)
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
    try use { try session.read(in: number, body) }
  }

  /// The same at once, from the queue of another reader.
  nonisolated func readNow<Value: Sendable>(
    in number: Int, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) throws -> Held<Value>? {
    try executor.queue.sync { try use { try session.read(in: number, body) } }
  }

  private nonisolated func use<Value>(_ body: () throws -> Value) rethrows -> Value {
    try states.using(self, body)
  }

  /// Ends a transaction at once, from the queue of another reader, if it is open still.
  nonisolated func endNow(_ number: Int) {
    executor.queue.sync {
      if session.isOpen(number) { end() }
    }
  }

  /// Begins a transaction again that is open and sees the newest commit, from the queue of the writer.
  ///
  /// If another program has committed meanwhile, it ends.
  nonisolated func renewNow(_ number: Int, at mark: CommitMark) {
    executor.queue.sync {
      if session.isOpen(number), !session.renew(at: mark) { end() }
    }
  }

  /// Lets go of the file, for good.
  func close() {
    end()
    session.close()
  }

  private nonisolated func end() {
    session.end()
    states.remove(ObjectIdentifier(self))
  }

  /// Whether a transaction is open.
  func isOpen(_ number: Int) -> Bool { session.isOpen(number) }

  /// Ends the transaction if its time is over.
  ///
  /// - Returns: When to look again; `nil` if none is open.
  private func expire() -> ContinuousClock.Instant? {
    if .now >= deadline { end() }
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
    private var isClosed = false

    init(_ settings: DatabaseConnection.Settings, _ open: OpenReaders) {
      self.settings = settings
      self.open = open
      open.add()
    }

    deinit { close() }

    func isOpen(_ number: Int) -> Bool { isOpen && number == self.number }

    func read<Value: Sendable>(in number: Int, _ body: (DatabaseConnection) throws -> Value) throws -> Held<Value>? {
      guard isOpen(number), let connection else { return nil }
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

    /// Begins the transaction again.
    ///
    /// - Returns: Whether it sees the same commit as before.
    func renew(at mark: CommitMark) -> Bool {
      guard let connection else { return false }
      connection.rollBack()
      return (try? connection.beginReading()) == mark
    }

    func end() {
      if !isOpen { return }
      isOpen = false
      connection?.rollBack()
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
      let now = FileIdentity(path: settings.path)
      if let connection, now == connection.identity { return connection }
      guard now != nil else { throw QueryError.fileIsGone(path: settings.path) }
      connection = nil
      let fresh = try DatabaseConnection(settings)
      connection = fresh
      return fresh
    }
  }
}
#endif
