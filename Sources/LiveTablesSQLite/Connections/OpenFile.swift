#if SQLite
internal import CSQLite

/// The file of a connection, looked at without a lock.
///
/// In a file with a rollback journal, a shared lock makes another program's commit fail if it does not wait for locks.
/// SQLite's own file handle is used, since closing another one would drop the locks that this process holds.
struct OpenFile {
  let file: UnsafeMutablePointer<sqlite3_file>
  let path: String
  private let methods: sqlite3_io_methods

  /// The main file of a connection; good as long as that is open.
  init?(of connection: OpaquePointer) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let methods = file.pointee.pMethods
    else { return nil }
    self.file = file
    path = sqlite3_db_filename(connection, "main").map { String(cString: $0) } ?? ""
    self.methods = methods.pointee
  }

  /// Whether any connection, of whatever process, is about to write or is writing, in a file with a rollback journal.
  var isBeingWritten: Bool {
    var isReserved: Int32 = 0
    return methods.xCheckReservedLock?(file, &isReserved) == SQLITE_OK && isReserved != 0
  }

  /// The same in a file with a write-ahead log.
  var isLogBeingWritten: Bool { csqlite_log_is_locked(file) != 0 }

  /// The counter that moves with each commit; `nil` if the file has a write-ahead log.
  ///
  /// While the file is being written, the number may be that of a commit that cannot be read yet.
  var commitCount: UInt32? {
    var bytes = [UInt8](repeating: 0, count: 10)  // bytes 18 to 27 of the header (SQLite's file format, 1.3)
    let code = methods.xRead?(file, &bytes, 10, 18) ?? SQLITE_IOERR
    // An empty file reads as zeros, with the code 522, SQLITE_IOERR_SHORT_READ.
    guard code == SQLITE_OK || code == 522, bytes[0] < 2, bytes[1] < 2 else { return nil }
    return bytes[6...].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
#endif
