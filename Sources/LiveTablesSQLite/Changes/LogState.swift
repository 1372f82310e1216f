#if SQLite
internal import CSQLite

/// A state of the write-ahead log that a transaction goes on reading, although it gives its locks back in between.
///
/// SQLite keeps a state by a lock, which makes a checkpoint of another program wait, and then everybody who writes. So a
/// transaction that nobody reads in at this moment has none (SQLite's "WAL-mode File Format", 2.3). Before it reads again, it
/// takes the locks and asks whether the state is still there, as `sqlite3_snapshot_open` does, which few libraries have.
/// A state ends when a later commit is written back to the file, or when the log starts over.
struct LogState: Sendable {
  private let header: [UInt32]

  /// The state that a transaction sees that has begun on a commit; `nil` if the file has no write-ahead log, or SQLite is
  /// too old: before 3.37, locks that a connection does not have are given back all the same.
  init?(_ mark: CommitMark, in file: OpenFile) {
    guard sqlite3_libversion_number() >= 3_037_000, file.commitCount == nil, let header = mark.logHeader else {
      return nil
    }
    self.header = header
  }

  /// Gives the locks back.
  func release(_ file: OpenFile) { csqlite_log_release(file.file) }

  /// Takes the locks again.
  ///
  /// - Returns: Whether the state is still there; if not, there is no lock.
  func hold(_ file: OpenFile) -> Bool { csqlite_log_hold(file.file, header) != 0 }
}
#endif
