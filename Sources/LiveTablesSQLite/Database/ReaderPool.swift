#if SQLite
internal import Foundation
internal import LiveTables

/// Readers, to be borrowed and given back.
final class ReaderPool: @unchecked Sendable {
  private let settings: DatabaseConnection.Settings
  private let open = OpenReaders()
  private let limit: Int
  private let lock = NSLock()
  // All of these only ever under the lock.
  private var idle: [Reader] = []
  private var made: [Made] = []
  /// Calls that have a turn, also those that are still to learn of it.
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

  /// Runs a body on a reader, as soon as one is free.
  ///
  /// - Parameter yields: Whether to end early for another program that writes.
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

  /// A reader for a caller that keeps it; it does not count against the limit.
  func lend() throws -> Reader {
    try lock.withLock {
      if isClosed { throw QueryError.databaseClosed }
      return idle.popLast() ?? make()
    }
  }

  /// Takes back a reader that nobody reads with any more.
  func giveBack(_ reader: Reader) {
    lock.withLock {
      if !isClosed, idle.count < limit { idle.append(reader) }
    }
  }

  /// Only ever under the lock.
  private func make() -> Reader {
    let reader = Reader(settings, open)
    made.removeAll { $0.reader == nil }
    made.append(Made(reader: reader))
    return reader
  }

  /// All readers that somebody has.
  var all: [Reader] { lock.withLock { made.compactMap(\.reader) } }

  /// Closes all readers, and waits for those that are borrowed for a call, or were just dropped elsewhere.
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

  /// How many calls wait for a reader.
  var waitingCount: Int { lock.withLock { waiting.count } }

  /// Gives the turn of a call that has ended to the first one that waits and whose task was not cancelled.
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

/// How many readers may have the file open.
///
/// A reader that nobody has any more closes its connection on the thread that dropped it.
final class OpenReaders: @unchecked Sendable {
  private let lock = NSLock()
  // Both only ever under the lock.
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

  /// Waits until there is none, or the task is cancelled.
  func closed() async {
    let (signal, received) = Signal.make()
    lock.withLock { if count > 0 { waiting.append(signal) } else { signal.finish() } }
    for await _ in received {}
  }
}
#endif
