#if SQLite
internal import LiveTables

/// The connections with which a database is read, of which at most ``limit`` run calls at the same time.
///
/// Further calls wait for their turn, in order.
final class ReaderPool: Sendable {
  private let settings: DatabaseConnection.Settings
  /// The maximum number of concurrent calls to ``read(yields:_:)``, and of idle readers.
  private let limit: Int
  private let state = Locked(State())

  private struct WeakReader: Sendable {
    weak let reader: Reader?
  }

  private struct State: Sendable {
    var idle: [Reader] = []
    /// All readers that exist, idle or in use.
    var readers: [WeakReader] = []
    /// The number of calls that have their turn, including calls that have not resumed yet.
    var runningCalls = 0
    /// The calls that wait for their turn, in order.
    ///
    /// A turn is sent as an element, and closing finishes the signal.
    var waiting: [(ticket: Int, turn: Signal)] = []
    var lastTicket = 0
    var isClosed = false

    mutating func takeOrMakeReader(_ settings: DatabaseConnection.Settings) throws -> Reader {
      if isClosed { throw QueryError.databaseClosed }
      if let reader = idle.popLast() { return reader }
      let reader = Reader(settings)
      readers.removeAll { $0.reader == nil }
      readers.append(WeakReader(reader: reader))
      return reader
    }
  }

  init(_ settings: DatabaseConnection.Settings, limit: Int) {
    self.settings = settings
    self.limit = max(1, limit)
  }

  /// Runs a body on a reader, as soon as one is available.
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
    try state.with { try $0.takeOrMakeReader(settings) }
  }

  func giveBack(_ reader: Reader) {
    state.with {
      if !$0.isClosed, $0.idle.count < limit { $0.idle.append(reader) }
    }
  }

  var all: [Reader] { state.with { $0.readers.compactMap(\.reader) } }

  /// Closes all readers, and waits for calls that use them.
  func close() async {
    let kept = state.with { state in
      state.isClosed = true
      state.idle = []
      for waiter in state.waiting { waiter.turn.finish() }
      state.waiting = []
      return state.readers.compactMap(\.reader)
    }
    for reader in kept { await reader.close() }
  }

  var waitingCount: Int { state.with { $0.waiting.count } }

  /// Gives the turn of a finished call to the first waiting call whose task is not cancelled.
  func giveTurn() {
    state.with { state in
      while !state.waiting.isEmpty {
        let hasReceived = state.waiting.removeFirst().turn.send()  // false if the task is cancelled
        if hasReceived { return }
      }
      state.runningCalls -= 1
    }
  }

  private func waitForTurn() async throws {
    let (turn, stream) = Signal.make()
    let ticket: Int? = try state.with { state in
      if state.isClosed { throw QueryError.databaseClosed }
      if state.runningCalls < limit, state.waiting.isEmpty {
        state.runningCalls += 1
        return nil
      }
      state.lastTicket += 1
      state.waiting.append((state.lastTicket, turn))
      return state.lastTicket
    }
    guard let ticket else { return }
    for await _ in stream { return }
    // The stream has ended without a turn, because the task is cancelled or the pool is closed.
    try state.with { state in
      state.waiting.removeAll { $0.ticket == ticket }
      throw state.isClosed ? QueryError.databaseClosed : CancellationError() as any Error
    }
  }
}
#endif
