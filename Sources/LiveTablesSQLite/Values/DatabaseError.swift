#if SQLite
internal import CSQLite

/// An error of SQLite.
public struct DatabaseError: Error, Hashable, Sendable {
  /// The result code, such as 5 for `SQLITE_BUSY`.
  public let code: Int32
  /// The extended result code, such as 517 for `SQLITE_BUSY_SNAPSHOT`.
  public let extendedCode: Int32
  /// SQLite's own words.
  public let message: String
  /// The statement, without its values, where there is one.
  public let statement: String?

  init(code: Int32, message: String, statement: String? = nil) {
    self.code = code & 0xFF
    extendedCode = code
    self.message = message
    self.statement = statement
  }

  /// What is known of the last call on a connection.
  init(_ code: Int32, of connection: OpaquePointer?, statement: String? = nil) {
    // After a call that SQLite refuses as misuse, the connection still has the words of the one before.
    let isOfThisCall = sqlite3_errcode(connection) == code
    let message = String(cString: isOfThisCall ? sqlite3_errmsg(connection) : sqlite3_errstr(code))
    self.init(code: code, message: message, statement: statement)
  }

  /// Whether another connection holds a lock: the same call may succeed a moment later.
  public var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  var isInterrupt: Bool { code == SQLITE_INTERRUPT }

  /// Whether a write-ahead log cannot be read because its index is missing and cannot be created.
  var isWithoutIndex: Bool { code == SQLITE_READONLY || code == SQLITE_CANTOPEN }

  /// Whether it is not the fault of the statement or its values, and can be over without a commit.
  var passes: Bool {
    ![SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_RANGE, SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_AUTH].contains(code)
  }
}

extension DatabaseError: CustomStringConvertible {
  /// The message, the codes and the statement.
  public var description: String {
    "\(message) (SQLite \(code)\(extendedCode == code ? "" : "/\(extendedCode)"))"
      + (statement.map { " in “\($0)”" } ?? "")
  }
}

/// An invalid query, or invalid use of one or of its database.
public enum QueryError: Error, Hashable, Sendable {
  /// There are more or fewer values than question marks.
  case argumentCount(expected: Int, given: Int, statement: String)
  /// There is no column of this name; these are there.
  case noColumn(String, available: [String])
  /// A row has `NULL` in its id column.
  case nullID(column: String)
  /// There is more than one statement where there may be one.
  case severalStatements(String)
  /// SQLite cannot store a value exactly: NaN, or a whole number without room in 64 bits.
  case cannotBeStored(String)
  /// The query gives no rows.
  case noRows(String)
  /// A column has a value that is not of the type that is asked for.
  case wrongType(column: String, value: DatabaseValue, wanted: String)
  /// A page is asked for, and the query has no order by columns.
  case pageWithoutOrder
  /// A page is to be next to a row that is not there.
  case noRow(RowID)
  /// There is no table of this name whose rows have a key of one column.
  case cannotBeLogged(String)
  /// Another table has the name that the change log needs.
  case nameIsTaken(String)
  /// A transaction was rolled back while the body of `write` ran, by SQLite because of an error, or by a statement.
  case rolledBack
  /// The database was closed.
  case databaseClosed
  /// The file of the database does not exist any more.
  case fileIsGone(path: String)
  /// An edit of the user was taken back: the database has no row with its id, or with that of the row next to it.
  case editedRowIsGone
  /// An edit of the user was taken back: the database has not done to the row what the edit says, for instance because
  /// of a trigger.
  case editWasIgnored(String)
  /// An edit of the user was taken back: the ``EditWriter`` has no way to write it.
  case editCannotBeWritten
}

extension QueryError: CustomStringConvertible {
  /// What is wrong, and what there is.
  public var description: String {
    switch self {
    case .argumentCount(let expected, let given, let statement):
      "“\(statement)” has \(expected) question marks for values, and \(given) \(given == 1 ? "value is" : "values are") given"
    case .noColumn(let name, let available):
      "there is no column “\(name)”; there are \(available.map { "“\($0)”" }.joined(separator: ", "))"
    case .nullID(let column): "“\(column)”, which says who a row is, is NULL"
    case .severalStatements(let sql): "more than one statement: “\(sql)”"
    case .cannotBeStored(let words): "SQLite cannot store \(words) exactly"
    case .noRows(let sql): "no rows: “\(sql)”"
    case .pageWithoutOrder: "a page needs an order by columns: sorted(by:)"
    case .cannotBeLogged(let name): "“\(name)” is no table whose rows can be listed by a key"
    case .nameIsTaken(let name): "the change log needs the name “\(name)”, which another table has"
    case .rolledBack: "the transaction was rolled back while it ran, and all that it did is undone"
    case .databaseClosed: "the database is closed"
    case .fileIsGone(let path): "\(path) is gone"
    case .editedRowIsGone: "the row, or the one next to it, is not there"
    case .editWasIgnored(let words): "the edit was not done: \(words)"
    case .editCannotBeWritten: "there is no way to write this edit"
    case .noRow(let id): "a page is to be next to a row that is not there: “\(id)”"
    case .wrongType(let column, let value, let wanted): "“\(column)” is \(value), not of type \(wanted)"
    }
  }
}
#endif
