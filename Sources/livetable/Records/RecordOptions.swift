/// The options that determine which columns identify, group and sort rows, and which are shown.
struct RecordOptions: Equatable, Sendable {
  /// The columns that together identify a row, or none to let ``IdentityChoice`` choose.
  var id: [String] = []
  /// The visible columns, or paths such as `status.phase`, or none to show all columns.
  var columns: [String] = []
  var ignored: [String] = []
  var groupBy: String?
  /// The order of rows, from the most significant column to the least significant.
  var sortBy: [SortOrder] = []
  /// The filter, or `nil` to show all rows.
  var search: String?

  /// The columns that group or sort rows, but are not shown.
  var hiddenColumns: [String] {
    let shown = ColumnNames(columns)
    var hidden: [String] = []
    for name in [groupBy].compactMap(\.self) + sortBy.map(\.column)
    where shown.indices(of: name).isEmpty && !hidden.contains(name) { hidden.append(name) }
    return columns.isEmpty ? [] : hidden
  }
}

struct SortOrder: Hashable, Sendable {
  var column: String
  var isDescending = false
}
