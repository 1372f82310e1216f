/// Knows the rows that the tool waits for (`--until`): the table with such a row must not be skipped.
struct AwaitedRows {
  private let condition: EndCondition
  private let name: String
  private let search: String
  private var columnCount = 0
  private var column: RowColumn
  private var query: RowQuery

  /// Creates nothing where the tool waits for no value.
  init?(_ options: StreamOptions) {
    guard let condition = options.display.until, let name = condition.column else { return nil }
    self.condition = condition
    self.name = name
    search = options.records.search ?? ""
    column = RowColumn(name)
    query = RowQuery(search, columns: [])
  }

  /// Looks at how the rows so far have the column.
  mutating func settle(for rows: RecordList) {
    column = column.settled(for: rows)
    query.settle { $0.settled(for: rows) }
  }

  /// Whether the tool waits for a row.
  ///
  /// - Parameter columns: The columns that rows have had so far.
  mutating func contains(_ row: Record, columns: [String]) -> Bool {
    if columns.count != columnCount {
      columnCount = columns.count
      column = RowColumn(name, among: columns)
      query = RowQuery(search, columns: columns)
    }
    return condition.isMet(by: row, in: column) && query.matches(row)
  }
}
