#if SQLite
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
