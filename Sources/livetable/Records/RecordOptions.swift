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
  /// The order of rows.
  var sortBy: SortOrder?
  /// The words that rows have to have to be shown.
  var search: String?

  /// The columns by which rows are grouped and sorted though they are not shown: records have them all the same.
  var hiddenColumns: [String] {
    let named = [groupBy, groupBy == sortBy?.column ? nil : sortBy?.column].compactMap(\.self)
    let shown = ColumnNames(columns)
    return columns.isEmpty ? [] : named.filter { shown.positions(of: $0).isEmpty }
  }
}

/// An order of rows by one column.
struct SortOrder: Hashable, Sendable {
  /// The name of the column.
  var column: String
  /// Whether the largest comes first.
  var isDescending = false
}
