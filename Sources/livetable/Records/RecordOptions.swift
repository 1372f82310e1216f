/// What the command line says about rows: which columns identify them, group them and order them, and which are shown.
struct RecordOptions: Equatable, Sendable {
  /// The columns that identify a row together; without them, ``IdentityChoice`` chooses.
  var id: [String] = []
  /// The columns that are shown, also members of members such as `status.phase`; without them, all are.
  var columns: [String] = []
  /// The columns that are left out.
  var ignored: [String] = []
  /// The column that rows are grouped by.
  var groupBy: String?
  /// The order of rows: rows that are alike in one column are ordered by the next.
  var sortBy: [SortOrder] = []
  /// The words that rows have to have to be shown.
  var search: String?

  /// The columns by which rows are grouped and sorted though they are not shown: records have them all the same.
  var hiddenColumns: [String] {
    let shown = ColumnNames(columns)
    var hidden: [String] = []
    for name in [groupBy].compactMap(\.self) + sortBy.map(\.column)
    where shown.positions(of: name).isEmpty && !hidden.contains(name) { hidden.append(name) }
    return columns.isEmpty ? [] : hidden
  }
}

/// An order of rows by a column.
struct SortOrder: Hashable, Sendable {
  /// The name of the column.
  var column: String
  /// Whether the largest comes first.
  var isDescending = false
}
