/// The rows that `--until` waits for, whose tables must not be skipped.
struct AwaitedRows {
  private let condition: EndCondition
  private let name: String
  private let search: String
  private var columnCount = 0
  private var column: RowColumn
  private var query: RowQuery

  /// Creates the rows of the command line, or returns `nil` if `--until` does not wait for a value.
  init?(_ options: StreamOptions) {
    guard let condition = options.display.until, let name = condition.column else { return nil }
    self.condition = condition
    self.name = name
    search = options.records.search ?? ""
    column = RowColumn(name)
    query = RowQuery(search, columns: [])
  }

  /// Determines the column's number style from the rows so far.
  mutating func styleColumns(for rows: RecordList) {
    column = column.styled(for: rows)
    query.styleColumns { $0.styled(for: rows) }
  }

  /// Returns whether `--until` waits for a row.
  mutating func contains(_ row: Record, columns: [String]) -> Bool {
    if columns.count != columnCount {
      columnCount = columns.count
      column = RowColumn(name, among: columns)
      query = RowQuery(search, columns: columns)
    }
    return condition.isMet(by: row, in: column) && query.matches(row)
  }
}
