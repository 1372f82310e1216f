#if SQLite
internal import CSQLite

/// A state of the write-ahead log that a transaction keeps reading even though it releases its locks between reads.
///
/// A lock would block checkpoints by other programs, and eventually all writers. Therefore, an open transaction holds
/// no lock between reads (SQLite's "WAL-mode File Format", 2.3). Before the next read, it acquires the locks and checks
/// that the state still exists, like `sqlite3_snapshot_open`, which few builds of SQLite include. A state ends when a
/// later commit is written back to the file, or when the log starts over.
struct LogState: Sendable {
  private let header: [UInt32]

  /// The state that a transaction sees at a commit, or `nil` if the file has no write-ahead log or if SQLite is older than
  /// 3.37, which releases even locks that a connection does not hold.
  init?(_ mark: CommitMark, in file: OpenFile) {
    guard sqlite3_libversion_number() >= 3_037_000, file.commitCount == nil, let header = mark.logHeader else {
      return nil
    }
    self.header = header
  }

  func release(_ file: OpenFile) { csqlite_log_release(file.file) }

  /// Acquires the locks again if the state still exists, and returns whether it does.
  func hold(_ file: OpenFile) -> Bool { csqlite_log_hold(file.file, header) != 0 }
}
#endif
