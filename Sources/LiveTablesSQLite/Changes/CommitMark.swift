#if SQLite
internal import CSQLite
internal import Foundation

/// A value that distinguishes a commit to a database from all others while the file is open.
///
/// With a write-ahead log, the value consists of the counter, the number of frames, and the last checksum in the log's
/// index. With a rollback journal, it is the counter in the file header.
struct CommitMark: Hashable, Sendable {
  /// A counter that every commit increments, in any process.
  let count: UInt32
  private var details: [UInt64]
  /// The header of the write-ahead log's index, or `nil` if the file uses a rollback journal.
  private(set) var logHeader: [UInt32]?

  static func == (one: CommitMark, two: CommitMark) -> Bool { one.count == two.count && one.details == two.details }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(details)
  }

  /// Reads the value that identifies the latest commit.
  ///
  /// Inside a transaction, the value belongs to the commit that the transaction sees only if it has not changed since
  /// before the transaction, or if no other connection can commit in the meantime.
  init?(of file: OpenFile) {
    if let count = file.commitCount {
      guard let identity = file.identity else { return nil }
      self.count = count
      details = identity
      return
    }
    guard let header = file.logHeader else { return nil }
    count = header[2]
    logHeader = header
    details = [header[4], header[6], header[7], header[8]].map(UInt64.init)
    if header[4] == 0 {
      // The log is empty and may belong to an earlier file, so the mark also needs the identity of the file.
      guard let identity = file.identity else { return nil }
      details += identity
    }
  }
}

extension CommitMark {
  /// Returns whether this commit is later than another commit to the same file.
  func isAfter(_ other: CommitMark) -> Bool { Int32(bitPattern: count &- other.count) > 0 }
}

extension OpenFile {
  /// The header of the write-ahead log's index, or `nil` while the index is being written.
  var logHeader: [UInt32]? {
    var header = [UInt32](repeating: 0, count: 12)
    return csqlite_log_header(file, &header) == 0 ? nil : header
  }

  /// The file's inode and modification time, which change when the file is replaced or written.
  var identity: [UInt64]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    return [UInt64(status.st_ino), UInt64(bitPattern: Int64(time.tv_sec)), UInt64(bitPattern: Int64(time.tv_nsec))]
  }
}

extension DatabaseConnection {
  /// Begins a read transaction.
  ///
  /// - Returns: The commit that the transaction sees, or `nil` if other connections commit too often to determine it.
  func beginReading() throws -> CommitMark? {
    for attempt in 0..<4 {
      if attempt > 0 { rollBack() }
      let before = file.flatMap { CommitMark(of: $0) }
      try execute("BEGIN")
      _ = try schemaVersion()
      guard let file, let mark = CommitMark(of: file) else { continue }
      if mark == before || file.commitCount != nil { return mark }
    }
    return nil
  }
}
#endif
