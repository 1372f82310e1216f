#if SQLite
internal import CSQLite

/// An error reported by SQLite.
public struct SQLiteError: Error, Hashable, Sendable {
  /// The SQLite result code, for example 5 for `SQLITE_BUSY`.
  public let code: Int32
  /// The extended result code, for example 517 for `SQLITE_BUSY_SNAPSHOT`.
  public let extendedCode: Int32
  /// The SQLite error message.
  public let message: String
  /// The SQL statement that failed, without its arguments, or `nil` if no statement caused the error.
  public let statement: String?

  init(code: Int32, message: String, statement: String? = nil) {
    self.code = code & 0xFF
    extendedCode = code
    self.message = message
    self.statement = statement
  }

  init(_ code: Int32, of connection: OpaquePointer?, statement: String? = nil) {
    // After a misuse error, the connection still has the message of the previous call.
    let isOfThisCall = sqlite3_errcode(connection) == code
    let message = String(cString: isOfThisCall ? sqlite3_errmsg(connection) : sqlite3_errstr(code))
    self.init(code: code, message: message, statement: statement)
  }

  /// Whether the call failed because another connection holds a lock, in which case the same call may succeed later.
  public var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  var isInterrupt: Bool { code == SQLITE_INTERRUPT }

  /// Whether the index of a write-ahead log may be missing, in a read-only database.
  var isMissingLogIndex: Bool { code == SQLITE_READONLY || code == SQLITE_CANTOPEN }

  /// Whether the error may be resolved without a commit, because neither the statement nor its arguments caused it.
  var mayResolveItself: Bool {
    ![SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_AUTH].contains(code)
  }
}

extension SQLiteError: CustomStringConvertible {
  /// The error message, the result codes, and the statement.
  public var description: String {
    "\(message) (SQLite \(code)\(extendedCode == code ? "" : "/\(extendedCode)"))"
      + (statement.map { " in “\($0)”" } ?? "")
  }
}
#endif
