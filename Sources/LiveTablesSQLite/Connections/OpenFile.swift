#if SQLite
internal import CSQLite

/// The file of a connection, which can be inspected without a lock.
///
/// If the file has a rollback journal, a shared lock makes another program's commit fail unless that program waits for
/// locks. This type uses SQLite's own file handle, because closing a second one would release the locks of this
/// process.
struct OpenFile {
  let file: UnsafeMutablePointer<sqlite3_file>
  let path: String
  private let methods: sqlite3_io_methods

  /// The main file of a connection, which is valid while the connection is open.
  init?(of connection: OpaquePointer) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let methods = file.pointee.pMethods
    else { return nil }
    self.file = file
    path = sqlite3_db_filename(connection, "main").map { String(cString: $0) } ?? ""
    self.methods = methods.pointee
  }

  /// Whether any process is writing or about to write, in a file with a rollback journal.
  var isBeingWritten: Bool {
    var isReserved: Int32 = 0
    return methods.xCheckReservedLock?(file, &isReserved) == SQLITE_OK && isReserved != 0
  }

  /// Whether any process is writing, in a file with a write-ahead log.
  var isLogBeingWritten: Bool { csqlite_log_is_locked(file) != 0 }

  /// The counter that every commit increments, or `nil` if the file has a write-ahead log.
  ///
  /// While the file is being written, the counter may belong to a commit that cannot be read yet.
  var commitCount: UInt32? {
    var bytes = [UInt8](repeating: 0, count: 10)  // bytes 18 to 27 of the header (SQLite's file format, 1.3)
    let code = methods.xRead?(file, &bytes, 10, 18) ?? SQLITE_IOERR
    // Reading an empty file yields zeros and the result code 522, SQLITE_IOERR_SHORT_READ.
    guard code == SQLITE_OK || code == 522, bytes[0] < 2, bytes[1] < 2 else { return nil }
    return bytes[6...].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
#endif
