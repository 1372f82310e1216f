#if SQLite
internal import LiveTables

/// Readers, to be borrowed and given back.
actor ReaderPool {
  private let settings: DatabaseConnection.Settings
  private let limit: Int
  private var idle: [Reader] = []
  private var borrowed = 0
  private var waiting: [(number: Int, turn: Signal)] = []
  private var tickets = 0
  private var isClosed = false

  init(_ settings: DatabaseConnection.Settings, limit: Int) {
    self.settings = settings
    self.limit = max(1, limit)
  }

  /// Runs a body on a reader, as soon as one is free.
  ///
  /// - Parameter yields: Whether to end early for another program that writes.
  func read<Value: Sendable>(
    yields: Bool = false, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) async throws -> Value {
    try await waitForTurn()
    let reader = take()
    defer {
      giveBack(reader)
      borrowed -= 1
      giveTurn()
    }
    return try await reader.read(yields: yields, body)
  }

  /// A reader for a caller that keeps it; it does not count against the limit.
  func lend() throws -> Reader {
    if isClosed { throw QueryError.databaseClosed }
    return take()
  }

  /// Takes a reader back; a few are kept for the next time.
  func giveBack(_ reader: Reader) {
    if !isClosed, idle.count < limit { idle.append(reader) }
  }

  /// Lets go of all readers; those that are borrowed go when they are given back.
  func close() {
    isClosed = true
    idle = []
    for waiter in waiting { waiter.turn.finish() }
    waiting = []
  }

  /// How many calls wait for a reader.
  var waitingCount: Int { waiting.count }

  /// Gives a turn to the first call whose task was not cancelled.
  func giveTurn() {
    while !waiting.isEmpty {
      if waiting.removeFirst().turn.send() { return }
    }
  }

  private func take() -> Reader { idle.popLast() ?? Reader(settings) }

  private func waitForTurn() async throws {
    if isClosed { throw QueryError.databaseClosed }
    if borrowed < limit, waiting.isEmpty {
      borrowed += 1
      return
    }
    let (turn, stream) = Signal.make()
    tickets += 1
    let number = tickets
    waiting.append((number, turn))
    var isMine = false
    for await _ in stream {
      isMine = true
      break
    }
    if isMine {
      borrowed += 1
      return
    }
    waiting.removeAll { $0.number == number }  // cancelled or closed
    if isClosed { throw QueryError.databaseClosed }
    throw CancellationError()
  }
}
#endif
