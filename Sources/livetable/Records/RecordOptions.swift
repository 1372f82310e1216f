/// The options that concern rows: which columns identify, group and sort them, and which columns are shown.
struct RecordOptions: Equatable, Sendable {
  /// The columns that identify a row together, or none to let ``IdentityChoice`` choose them.
  var id: [String] = []
  /// The visible columns, or paths such as `status.phase`, or none to show all columns.
  var columns: [String] = []
  var ignored: [String] = []
  var groupBy: String?
  /// The order of rows, from the most significant column to the least significant.
  var sortBy: [SortOrder] = []
  /// The filter, or `nil` for all rows.
  var search: String?

  /// The columns by which rows are grouped or sorted, but that are not shown.
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
