#if SQLite
internal import LiveTables

/// Readers, to be borrowed and given back.
actor ReaderPool {
  private let settings: Connection.Settings
  private let limit: Int
  private var idle: [Reader] = []
  private var borrowed = 0
  private var waiting: [(number: Int, turn: Signal)] = []
  private var tickets = 0
  private var isClosed = false

  init(_ settings: Connection.Settings, limit: Int) {
    self.settings = settings
    self.limit = max(1, limit)
  }

  /// Runs a body on a reader, as soon as one is free.
  func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) async throws -> Value {
    try await waitForTurn()
    let reader = take()
    defer {
      giveBack(reader)
      borrowed -= 1
      if !waiting.isEmpty { waiting.removeFirst().turn.send() }
    }
    return try await reader.read(body)
  }

  /// A reader for somebody who keeps it: it does not count as one of those that reads wait for.
  func lend() throws -> Reader {
    if isClosed { throw DatabaseClosed() }
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

  private func take() -> Reader { idle.popLast() ?? Reader(settings) }

  private func waitForTurn() async throws {
    if isClosed { throw DatabaseClosed() }
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
    // Cancelled or closed. Where the turn was given in the same moment, it goes to the next.
    if let index = waiting.firstIndex(where: { $0.number == number }) {
      waiting.remove(at: index)
    } else if !waiting.isEmpty {
      waiting.removeFirst().turn.send()
    }
    if isClosed { throw DatabaseClosed() }
    throw CancellationError()
  }
}
#endif
