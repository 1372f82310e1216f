#if SQLite
internal import LiveTables

/// The readers of a database, which are created when they are needed and then reused.
final class ReaderPool: Sendable {
  private let settings: DatabaseConnection.Settings
  private let open = OpenReaders()
  /// The maximum number of concurrent calls to ``read(yields:_:)``, and of idle readers.
  private let limit: Int
  private let state = Locked(State())

  private struct Made: Sendable {
    weak let reader: Reader?
  }

  private struct State: Sendable {
    var idle: [Reader] = []
    /// Weak references to all readers, including those that callers keep.
    var made: [Made] = []
    /// The number of calls to which a reader has been assigned, including calls that have not resumed yet.
    var borrowed = 0
    /// The calls that wait for a reader, in order, with their ticket numbers.
    var waiting: [(number: Int, turn: Signal)] = []
    /// The number of calls that have waited so far, which is the last ticket number.
    var tickets = 0
    var isClosed = false

    mutating func reader(_ settings: DatabaseConnection.Settings, _ open: OpenReaders) throws -> Reader {
      if isClosed { throw QueryError.databaseClosed }
      if let reader = idle.popLast() { return reader }
      let reader = Reader(settings, open)
      made.removeAll { $0.reader == nil }
      made.append(Made(reader: reader))
      return reader
    }
  }

  init(_ settings: DatabaseConnection.Settings, limit: Int) {
    self.settings = settings
    self.limit = max(1, limit)
  }

  /// Runs a body on a reader, as soon as one is available.
  ///
  /// - Parameter yields: Whether to end the read early if another program writes.
  func read<Value: Sendable>(
    yields: Bool = false, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) async throws -> Value {
    try await waitForTurn()
    defer { giveTurn() }
    let reader = try lend()
    defer { giveBack(reader) }
    return try await reader.read(yields: yields, body)
  }

  /// Returns a reader for a caller that keeps it, regardless of the limit.
  func lend() throws -> Reader {
    try state.with { try $0.reader(settings, open) }
  }

  func giveBack(_ reader: Reader) {
    state.with {
      if !$0.isClosed, $0.idle.count < limit { $0.idle.append(reader) }
    }
  }

  var all: [Reader] { state.with { $0.made.compactMap(\.reader) } }

  /// Closes all readers, and waits for calls that use them and for readers that have just been released.
  func close() async {
    let kept = state.with { state in
      state.isClosed = true
      state.idle = []
      for waiter in state.waiting { waiter.turn.finish() }
      state.waiting = []
      return state.made.compactMap(\.reader)
    }
    for reader in kept { await reader.close() }
    await open.closed()
  }

  var waitingCount: Int { state.with { $0.waiting.count } }

  /// Passes the reader of a finished call to the first waiting call whose task is not cancelled.
  func giveTurn() {
    state.with { state in
      while !state.waiting.isEmpty {
        if state.waiting.removeFirst().turn.send() { return }
      }
      state.borrowed -= 1
    }
  }

  private func waitForTurn() async throws {
    let (turn, stream) = Signal.make()
    let number: Int? = try state.with { state in
      if state.isClosed { throw QueryError.databaseClosed }
      if state.borrowed < limit, state.waiting.isEmpty {
        state.borrowed += 1
        return nil
      }
      state.tickets += 1
      state.waiting.append((state.tickets, turn))
      return state.tickets
    }
    guard let number else { return }
    for await _ in stream { return }
    try state.with { state in
      state.waiting.removeAll { $0.number == number }  // cancelled or closed
      throw state.isClosed ? QueryError.databaseClosed : CancellationError() as any Error
    }
  }
}

/// Counts the readers that may have the file open.
///
/// A released reader closes its connection on the thread that released it.
final class OpenReaders: Sendable {
  private let state = Locked((count: 0, waiting: [Signal]()))

  func add() { state.with { $0.count += 1 } }

  func remove() {
    state.with { state in
      state.count -= 1
      if state.count > 0 { return }
      for waiter in state.waiting { waiter.finish() }
      state.waiting = []
    }
  }

  func closed() async {
    let (signal, received) = Signal.make()
    state.with { if $0.count > 0 { $0.waiting.append(signal) } else { signal.finish() } }
    for await _ in received {}
  }
}
#endif
