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

/// An error caused by an invalid query, or by invalid use of a query or its database.
public enum QueryError: Error, Hashable, Sendable {
  /// The number of arguments differs from the number of question marks.
  case argumentCount(expected: Int, given: Int, statement: String)
  /// The query has no column with this name.
  case noColumn(String, available: [String])
  /// A row has `NULL` in its id column.
  case nullID(column: String)
  /// The text contains more than one statement.
  case severalStatements(String)
  /// SQLite cannot store a value exactly, because it is NaN or an integer that does not fit in 64 bits.
  case cannotBeStored(String)
  /// The query returned no rows.
  case noRows(String)
  /// A column contains a value that cannot be decoded as the requested type.
  case wrongType(column: String, value: SQLiteValue, wanted: String)
  /// A page was requested from a query that is not sorted by columns.
  case pageWithoutOrder
  /// A page was requested next to a row that does not exist.
  case noRow(RowID)
  /// There is no table that has this name and a single-column key.
  case cannotBeLogged(String)
  /// A different table already has the name of the change log.
  case nameIsTaken(String)
  /// The transaction was rolled back while the body of `write` was running.
  case rolledBack
  /// The database is closed.
  case databaseClosed
  /// The database file no longer exists.
  case fileIsGone(path: String)
  /// The edited row, or the row next to it, does not exist in the database.
  case editedRowIsGone
  /// An edit had no effect on the row, for example because of a trigger.
  case editWasIgnored(String)
  /// The ``SQLiteRowWriter`` does not support the edit.
  case editCannotBeWritten
}

extension QueryError: CustomStringConvertible {
  /// A description of the problem, including the values involved.
  public var description: String {
    switch self {
    case .argumentCount(let expected, let given, let statement):
      "“\(statement)” has \(expected) question marks for values, and \(given) \(given == 1 ? "value is" : "values are") given"
    case .noColumn(let name, let available):
      "the query has no column “\(name)”; there are \(available.map { "“\($0)”" }.joined(separator: ", "))"
    case .nullID(let column): "the id column “\(column)” is NULL"
    case .severalStatements(let sql): "more than one statement: “\(sql)”"
    case .cannotBeStored(let words): "SQLite cannot store \(words) exactly"
    case .noRows(let sql): "the query returns no rows: “\(sql)”"
    case .pageWithoutOrder: "a page needs a query that is sorted by columns: sorted(by:)"
    case .cannotBeLogged(let name): "“\(name)” is not a table with a key of one column, so its changes cannot be logged"
    case .nameIsTaken(let name): "the change log needs the name “\(name)”, which another table has"
    case .rolledBack: "the transaction was rolled back before its body had ended"
    case .databaseClosed: "the database is closed"
    case .fileIsGone(let path): "the file \(path) no longer exists"
    case .editedRowIsGone: "the edited row, or the row next to it, does not exist"
    case .editWasIgnored(let words): "the edit had no effect: \(words)"
    case .editCannotBeWritten: "the row writer does not support this edit"
    case .noRow(let id): "no row has the id “\(id)”, next to which a page was requested"
    case .wrongType(let column, let value, let wanted): "“\(column)” is \(value), not of type \(wanted)"
    }
  }
}
#endif
