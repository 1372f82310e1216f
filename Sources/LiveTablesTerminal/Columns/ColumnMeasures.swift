/// What is known of the contents of columns from the cells that were on the screen.
///
/// Widths only grow, so that a table does not jitter while it scrolls or changes; a new table starts afresh.
struct ColumnMeasures: Hashable, Sendable {
  /// One column.
  struct Column: Hashable, Sendable {
    /// The widest cell, the title included.
    var width: Int
    /// Whether the cells are numbers.
    var isNumeric: Bool { sawNumber && !sawText }

    /// Whether the user has chosen the width.
    var isFixed = false

    fileprivate var sawNumber = false
    fileprivate var sawText = false

    init(width: Int, isNumeric: Bool = false) {
      self.width = width
      sawNumber = isNumeric
    }
  }

  private(set) var columns: [Column]

  /// Knows the titles only.
  init(titleWidths: [Int]) {
    columns = titleWidths.map { Column(width: $0) }
  }

  /// Makes room for something else than cells.
  mutating func widen(_ column: Int, to width: Int) {
    columns[column].width = max(columns[column].width, width)
  }

  /// Takes note of a cell.
  mutating func note(_ value: String, width: Int, column: Int) {
    columns[column].width = max(columns[column].width, width)
    guard !value.isEmpty else { return }
    if NumberText.matches(value) {
      columns[column].sawNumber = true
    } else {
      columns[column].sawText = true
    }
  }
}
