#if SQLite
internal import Foundation
internal import LiveTables

final class ReaderPool: @unchecked Sendable {
  private let settings: DatabaseConnection.Settings
  private let open = OpenReaders()
  private let limit: Int
  private let lock = NSLock()
  // Protected by the lock.
  private var idle: [Reader] = []
  private var made: [Made] = []
  /// The number of calls that have a turn, including calls that have not resumed yet.
  private var borrowed = 0
  private var waiting: [(number: Int, turn: Signal)] = []
  private var tickets = 0
  private var isClosed = false

  private struct Made {
    weak let reader: Reader?
  }

  init(_ settings: DatabaseConnection.Settings, limit: Int) {
    self.settings = settings
    self.limit = max(1, limit)
  }

  /// Runs a body on a reader, as soon as one is available.
  ///
  /// - Parameter yields: Whether to end early if another program writes.
  func read<Value: Sendable>(
    yields: Bool = false, _ body: @Sendable (DatabaseConnection) throws -> Value
  ) async throws -> Value {
    try await waitForTurn()
    defer { giveTurn() }
    let reader = try lock.withLock {
      if isClosed { throw QueryError.databaseClosed }
      return idle.popLast() ?? make()
    }
    defer { giveBack(reader) }
    return try await reader.read(yields: yields, body)
  }

  /// Returns a reader for a caller that keeps it, regardless of the limit.
  func lend() throws -> Reader {
    try lock.withLock {
      if isClosed { throw QueryError.databaseClosed }
      return idle.popLast() ?? make()
    }
  }

  /// Returns a reader to the pool.
  func giveBack(_ reader: Reader) {
    lock.withLock {
      if !isClosed, idle.count < limit { idle.append(reader) }
    }
  }

  /// Call this method only with the lock held.
  private func make() -> Reader {
    let reader = Reader(settings, open)
    made.removeAll { $0.reader == nil }
    made.append(Made(reader: reader))
    return reader
  }

  /// All readers in use or in the pool.
  var all: [Reader] { lock.withLock { made.compactMap(\.reader) } }

  /// Closes all readers, and waits for calls that use one and for readers that were just released.
  func close() async {
    let kept = lock.withLock {
      isClosed = true
      idle = []
      for waiter in waiting { waiter.turn.finish() }
      waiting = []
      return made.compactMap(\.reader)
    }
    for reader in kept { await reader.close() }
    await open.closed()
  }

  var waitingCount: Int { lock.withLock { waiting.count } }

  /// Passes the turn of an ended call to the first waiting call whose task is not cancelled.
  func giveTurn() {
    lock.withLock {
      while !waiting.isEmpty {
        if waiting.removeFirst().turn.send() { return }
      }
      borrowed -= 1
    }
  }

  private func waitForTurn() async throws {
    let (turn, stream) = Signal.make()
    let number: Int? = try lock.withLock {
      if isClosed { throw QueryError.databaseClosed }
      if borrowed < limit, waiting.isEmpty {
        borrowed += 1
        return nil
      }
      tickets += 1
      waiting.append((tickets, turn))
      return tickets
    }
    guard let number else { return }
    for await _ in stream { return }
    try lock.withLock {
      waiting.removeAll { $0.number == number }  // cancelled or closed
      throw isClosed ? QueryError.databaseClosed : CancellationError() as any Error
    }
  }
}

/// Counts the readers that may have the file open.
///
/// A released reader closes its connection on the thread that released it.
final class OpenReaders: @unchecked Sendable {
  private let lock = NSLock()
  // Protected by the lock.
  private var count = 0
  private var waiting: [Signal] = []

  func add() { lock.withLock { count += 1 } }

  func remove() {
    lock.withLock {
      count -= 1
      if count > 0 { return }
      for waiter in waiting { waiter.finish() }
      waiting = []
    }
  }

  /// Waits until no reader is open, or until the task is cancelled.
  func closed() async {
    let (signal, received) = Signal.make()
    lock.withLock { if count > 0 { waiting.append(signal) } else { signal.finish() } }
    for await _ in received {}
  }
}
#endif
