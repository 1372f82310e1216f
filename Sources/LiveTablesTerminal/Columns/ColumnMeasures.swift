/// The widths and types of columns, measured from the cells that have been on screen.
///
/// Column widths only grow, so that a table does not jitter while it scrolls or changes. The columns are measured again
/// for a new table.
struct ColumnMeasures: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    var width: Int
    var isNumeric: Bool { sawNumber && !sawText }

    /// Whether the user has set the width, so that the layout does not shrink the column.
    var isFixed = false

    fileprivate var sawNumber = false
    fileprivate var sawText = false

    init(width: Int, isNumeric: Bool = false) {
      self.width = width
      sawNumber = isNumeric
    }
  }

  private(set) var columns: [Column]

  init(titleWidths: [Int]) {
    columns = titleWidths.map { Column(width: $0) }
  }

  /// Increases the width of a column for content other than cells.
  mutating func widen(_ column: Int, to width: Int) {
    columns[column].width = max(columns[column].width, width)
  }

  mutating func add(_ value: String, width: Int, column: Int) {
    columns[column].width = max(columns[column].width, width)
    guard !value.isEmpty else { return }
    if NumberText.matches(value) {
      columns[column].sawNumber = true
    } else {
      columns[column].sawText = true
    }
  }
}
