/// The options about rows: the columns that identify, group and sort them, and the columns that are shown.
struct RecordOptions: Equatable, Sendable {
  /// The columns that identify a row together; if it is empty, ``IdentityChoice`` chooses them.
  var id: [String] = []
  /// The visible columns, or paths such as `status.phase`; if it is empty, all columns are visible.
  var columns: [String] = []
  var ignored: [String] = []
  var groupBy: String?
  /// The order of rows; equal rows are sorted by the next column.
  var sortBy: [SortOrder] = []
  /// The filter, or `nil` for all rows.
  var search: String?

  /// The columns by which rows are grouped and sorted, but which are not shown; records contain them.
  var hiddenColumns: [String] {
    let shown = ColumnNames(columns)
    var hidden: [String] = []
    for name in [groupBy].compactMap(\.self) + sortBy.map(\.column)
    where shown.positions(of: name).isEmpty && !hidden.contains(name) { hidden.append(name) }
    return columns.isEmpty ? [] : hidden
  }
}

struct SortOrder: Hashable, Sendable {
  var column: String
  var isDescending = false
}
