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
    let shown = ColumnNames(columns)
    var hidden: [String] = []
    for name in [groupBy].compactMap(\.self) + (sortBy?.all ?? []).map(\.column) where shown.positions(of: name).isEmpty
    {
      if !hidden.contains(name) { hidden.append(name) }
    }
    return columns.isEmpty ? [] : hidden
  }
}

/// An order of rows by a column, and by others where that is alike.
struct SortOrder: Hashable, Sendable {
  /// The name of the column.
  var column: String
  /// Whether the largest comes first.
  var isDescending = false
  /// How rows are ordered that are alike.
  var then: [SortOrder] = []

  /// The order itself and those that follow it.
  var all: [SortOrder] { [SortOrder(column: column, isDescending: isDescending)] + then }
}

extension SortOrder {
  /// Puts orders behind each other; `nil` if there are none.
  init?(_ orders: [SortOrder]) {
    guard let first = orders.first else { return nil }
    self = first
    then = Array(orders.dropFirst())
  }
}
