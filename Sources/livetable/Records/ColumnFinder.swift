/// Finds a named column in row after row; rows that share their column names are looked at once.
struct ColumnFinder: Sendable {
  /// The name of the column.
  let name: String
  private var last: (columns: ColumnNames, position: Int?)?

  init(_ name: String) {
    self.name = name
  }

  /// The value of the column in a row, or `nil` where the row does not have it.
  ///
  /// - Throws: The columns that match, where only the case of the name's letters differs and several do.
  mutating func value(in object: JSONObject) throws(AmbiguousColumn) -> JSONValue? {
    if last?.columns !== object.columns {
      last = (object.columns, try object.columns.position(of: name))
    }
    return last?.position.map { object.values[$0] } ?? object.member(at: name)
  }
}
