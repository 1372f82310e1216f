/// What the command line says about rows: which columns identify them, group them and order them, and which are shown.
struct RecordOptions: Equatable {
  /// The columns that identify a row together; none stands for a column `id`, else the first one.
  var id: [String] = []
  /// The column that rows are grouped by.
  var groupBy: String?
  /// The order of rows.
  var sortBy: SortOrder?
  /// The words that rows have to have to be shown.
  var search: String?
}

/// An order of rows by one column.
struct SortOrder: Hashable, Sendable {
  /// The name of the column.
  var column: String
  /// Whether the largest comes first.
  var isDescending = false
}
