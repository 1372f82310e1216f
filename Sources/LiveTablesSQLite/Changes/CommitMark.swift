#if SQLite
internal import CSQLite
internal import Foundation

/// Distinguishes one commit of a database from all others, for as long as the file is open.
///
/// A file with a write-ahead log has a counter, the number of frames and a checksum of the last one in the log's index; one
/// with a rollback journal has a counter in its header.
struct CommitMark: Hashable, Sendable {
  /// Grows by one with every commit, of whatever process.
  let count: UInt32
  private var details: [UInt64]
  /// What the header of the log's index was; `nil` if the file has a rollback journal.
  private(set) var logHeader: [UInt32]?

  static func == (one: CommitMark, two: CommitMark) -> Bool { one.count == two.count && one.details == two.details }

  func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(details)
  }

  /// The newest commit.
  ///
  /// In a transaction it is the one that the transaction sees, if it was the same before that began, or if others cannot
  /// commit meanwhile.
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
      // All is in the file itself, and the log may be that of another one.
      guard let identity = file.identity else { return nil }
      details += identity
    }
  }
}

extension CommitMark {
  /// Whether a commit of the same file is a later one.
  func isAfter(_ other: CommitMark) -> Bool { Int32(bitPattern: count &- other.count) > 0 }
}

extension OpenFile {
  /// The header of the index of the write-ahead log; `nil` if it is being written.
  var logHeader: [UInt32]? {
    var header = [UInt32](repeating: 0, count: 12)
    return csqlite_log_header(file, &header) == 0 ? nil : header
  }

  /// What distinguishes the file from another that takes its place, and from what it was before it was written.
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
  /// Begins a transaction that reads.
  ///
  /// - Returns: The commit that it sees; `nil` if others commit too fast to tell.
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
