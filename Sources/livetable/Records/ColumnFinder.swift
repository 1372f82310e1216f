/// Finds a column by name in many rows, with a cache for rows that share their column names.
struct ColumnFinder: Sendable {
  let name: String
  let option: String
  /// The column names of the last row, and the index of the column among them.
  private var last: (columns: ColumnNames, index: Int?)?

  init(_ name: String, _ option: String) { (self.name, self.option) = (name, option) }

  /// Returns the value of the column in a row, or `nil` if the row does not have the column.
  ///
  /// - Throws: An error that names the row if several columns match without regard to case.
  mutating func value(in row: InputRow, number: Int?, source: String) throws(InputError) -> JSONValue? {
    if last?.columns !== row.object.columns {
      do {
        last = (row.object.columns, try row.object.columns.index(of: name))
      } catch {
        throw error.inputError(source: source, line: row.line, row: number, option: option)
      }
    }
    return last?.index.map { row.object.values[$0] } ?? row.object.member(at: name)
  }
}
