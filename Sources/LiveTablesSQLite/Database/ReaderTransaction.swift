#if SQLite
/// The connection of a reader with its transaction, which are accessed only on the queue of the reader.
final class ReaderTransaction: @unchecked Sendable {
  private enum State {
    /// No transaction is open.
    case idle
    /// A transaction is open, and holds a lock.
    case locked
    /// A transaction is open, and holds no lock between reads of this state.
    case unlocked(LogState)
    /// The connection is closed, and is not opened again.
    case closed
  }

  private let settings: DatabaseConnection.Settings
  private var connection: DatabaseConnection?
  private var state = State.idle
  /// The number of transactions begun so far, which identifies the last one.
  private(set) var number = 0

  init(_ settings: DatabaseConnection.Settings) { self.settings = settings }

  func isOpen(_ number: Int) -> Bool {
    if number != self.number { return false }
    switch state {
    case .locked, .unlocked: return true
    case .idle, .closed: return false
    }
  }

  func read<Value: Sendable>(
    in number: Int, _ body: (DatabaseConnection) throws -> Value
  ) throws -> Reader.Held<Value>? {
    guard number == self.number, case .unlocked(let logState) = state, let connection, let file = connection.file else {
      return nil
    }
    guard logState.hold(file) else {
      end()
      return nil
    }
    defer { logState.release(file) }
    return Reader.Held(value: try body(connection))
  }

  /// Begins a transaction, in place of an open one.
  func begin() throws -> DatabaseConnection {
    let connection = try readyConnection()
    try connection.execute("BEGIN")
    return connection
  }

  /// Begins a transaction, in place of an open one, and returns the commit that it sees, if known.
  func beginMarked() throws -> (DatabaseConnection, CommitMark?) {
    let connection = try readyConnection()
    return (connection, try connection.beginReading())
  }

  /// Keeps the transaction open without a lock, and returns whether this is possible.
  func keep(_ mark: CommitMark) -> Bool {
    guard let file = connection?.file, let logState = LogState(mark, in: file) else { return false }
    logState.release(file)
    state = .unlocked(logState)
    return true
  }

  func end() {
    guard isOpen(number) else { return }
    state = .idle
    connection?.rollBack()
  }

  func end(_ number: Int) { if isOpen(number) { end() } }

  func disconnect() {
    guard settings.gate?.isClosed == true else { return }
    end()
    connection = nil
  }

  func close() { (state, connection) = (.closed, nil) }

  private func readyConnection() throws -> DatabaseConnection {
    end()
    if case .closed = state { throw QueryError.databaseClosed }
    if connection?.isCurrent != true {
      connection = nil
      try settings.checkFileExists()
    }
    let ready = try connection ?? DatabaseConnection.open(settings)
    (connection, state, number) = (ready, .locked, number + 1)
    return ready
  }
}
#endif
