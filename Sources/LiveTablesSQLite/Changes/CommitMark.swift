#if SQLite
internal import CSQLite
internal import Foundation

/// A value that distinguishes a commit to a database from all others while the file is open.
struct CommitMark: Hashable, Sendable {
  /// A counter that every commit increments, in any process.
  let count: UInt32
  /// The header of the write-ahead log's index, or `nil` if the file uses a rollback journal.
  let logHeader: [UInt32]?
  /// The identity of the file, or `nil` if the header alone distinguishes the commit.
  private let fileIdentity: [UInt64]?

  /// Reads the value that identifies the latest commit.
  ///
  /// Inside a transaction, this is the commit that the transaction sees only if the value has not changed since before
  /// the transaction, or if no other connection can commit in the meantime.
  init?(of file: OpenFile) {
    let commitCount = file.commitCount
    logHeader = commitCount == nil ? file.logHeader : nil
    guard let count = commitCount ?? logHeader?[2] else { return nil }
    self.count = count
    // An empty log may belong to an earlier file.
    let logFrameCount = logHeader?[4] ?? 0
    fileIdentity = logFrameCount == 0 ? file.identity : nil
    if logFrameCount == 0, fileIdentity == nil { return nil }
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
  /// Begins a read transaction, and returns the commit that it sees, or `nil` if other connections commit too often to
  /// determine it.
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
