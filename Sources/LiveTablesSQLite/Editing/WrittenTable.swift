#if SQLite
/// A table whose rows are found by the value of a column.
struct WrittenTable: Hashable, Sendable {
  let name: String
  let id: String

  /// The qualified id column, because SQLite treats a quoted name that is not a column as text.
  var key: SQLQuery { column(id) }

  func column(_ column: String) -> SQLQuery { "\(identifier: name).\(identifier: column)" }

  /// Returns a condition that matches only one row, even if the column's collation regards another row's id as equal.
  func isRow(_ row: RowID) -> SQLQuery { "\(key) = \(row) AND \(key) IS \(row) COLLATE BINARY" }
}
#endif
