/// Finds a column by name in many rows, with a cache for rows that share their column names.
struct ColumnFinder: Sendable {
  let name: String
  private var last: (columns: ColumnNames, position: Int?)?

  init(_ name: String) {
    self.name = name
  }

  /// The value of the column in a row, or `nil` if the row does not have it.
  ///
  /// - Throws: The matching columns, if several match without regard to case.
  mutating func value(in object: JSONObject) throws(AmbiguousColumn) -> JSONValue? {
    if last?.columns !== object.columns {
      last = (object.columns, try object.columns.position(of: name))
    }
    return last?.position.map { object.values[$0] } ?? object.member(at: name)
  }
}
