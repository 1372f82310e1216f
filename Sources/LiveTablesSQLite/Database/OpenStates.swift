#if SQLite
internal import CSQLite
internal import Foundation

/// The transactions of live tables that stay open.
///
/// While one of them reads from the write-ahead log, the log cannot start over, and grows with each commit. So from time
/// to time all of it is written back to the file, and those that see the newest commit begin again, which reads
/// the same from the file alone.
final class OpenStates: @unchecked Sendable {
  private struct State {
    weak let reader: Reader?
    let number: Int
    let mark: CommitMark?
    var useCount = 0
  }

  private let lock = NSLock()
  private var states: [ObjectIdentifier: State] = [:]  // only ever under the lock

  /// A transaction stays open.
  func add(_ number: Int, of reader: Reader, _ mark: CommitMark?) {
    lock.withLock { states[ObjectIdentifier(reader)] = State(reader: reader, number: number, mark: mark) }
  }

  /// The transaction of a reader has ended.
  func remove(_ reader: ObjectIdentifier) { lock.withLock { _ = states.removeValue(forKey: reader) } }

  /// Runs a body that reads in the transaction of a reader.
  func using<Value>(_ reader: Reader, _ body: () throws -> Value) rethrows -> Value {
    let id = ObjectIdentifier(reader)
    lock.withLock { states[id]?.useCount += 1 }
    defer { lock.withLock { states[id]?.useCount -= 1 } }
    return try body()
  }

  /// The transactions that see a commit, and the others.
  ///
  /// - Returns: `nil` if something reads in one of them, which may take long.
  func split(at mark: CommitMark) -> (newest: [(Reader, Int)], others: [(Reader, Int)])? {
    lock.withLock {
      if states.values.contains(where: { $0.useCount > 0 }) { return nil }
      var (newest, others): ([(Reader, Int)], [(Reader, Int)]) = ([], [])
      for state in states.values {
        guard let reader = state.reader else { continue }
        if state.mark == mark { newest.append((reader, state.number)) } else { others.append((reader, state.number)) }
      }
      return (newest, others)
    }
  }
}

extension Writer {
  /// Where a write-ahead log begins to be long: before SQLite, which cannot end transactions, looks after it by itself.
  static var longLog: UInt32 { 800 }
  /// How many frames later it is tried again.
  private static var logStep: UInt32 { 200 }

  /// Has the write-ahead log start over with the next commit, if it is long and nobody reads from it.
  ///
  /// Transactions of older states end. What they were for is then looked for in all rows, or read in the newest state.
  func shortenLog(_ connection: DatabaseConnection) {
    guard let file = connection.file, let length = file.logLength, length >= Self.longLog,
      length < triedLength || length >= triedLength + Self.logStep, let mark = CommitMark(of: file),
      let (newest, others) = openStates.split(at: mark)
    else { return }
    // A reading that is under way sees the newest commit in a moment; where none is, SQLite looks after the log.
    if newest.isEmpty, length < 2 * Self.longLog { return }
    triedLength = length
    for (reader, number) in others { reader.endNow(number) }
    guard connection.writeLogBack() else { return }
    for (reader, number) in newest { reader.renewNow(number, at: mark) }
  }
}

extension OpenFile {
  /// How many frames the write-ahead log has; `nil` if there is none, or it is being written.
  var logLength: UInt32? { commitCount == nil ? logHeader?[4] : nil }
}

extension DatabaseConnection {
  /// Whether a transaction that reads can stay open: other programs could not write a file with a rollback journal, and a
  /// log that is long can start over only where this process writes.
  var canStayOpen: Bool {
    guard let file, file.commitCount == nil else { return file == nil }
    return !settings.isReadOnly || file.logLength ?? 0 < Writer.longLog
  }

  /// Writes back what the write-ahead log has and no reader needs there.
  ///
  /// - Returns: Whether that was all.
  func writeLogBack() -> Bool {
    var (length, done): (Int32, Int32) = (0, -1)
    let code = sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_PASSIVE, &length, &done)
    return code == SQLITE_OK && length == done
  }
}
#endif
