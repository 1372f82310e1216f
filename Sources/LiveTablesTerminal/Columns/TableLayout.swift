import TableDiff

/// The positions and widths of columns.
///
/// If there is enough space, every column is as wide as its content, and the last column extends to the edge.
/// Otherwise, the widest columns shrink first and columns of numbers last, because a truncated number is a wrong
/// number. Columns that still do not fit are omitted on the right, and the user can scroll to them.
struct TableLayout: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    var index: Int
    var width: Int
  }

  private(set) var columns: [Column]
  private(set) var gap: Int
  private(set) var isComplete: Bool
  /// Whether scrolling can reveal truncated content or more columns.
  private(set) var hasMore: Bool

  /// Lays out columns.
  ///
  /// - Parameters:
  ///   - width: The available width in cells.
  ///   - first: The first column to the right of the frozen columns.
  ///   - textOffset: The number of cells by which the text of the last column has scrolled.
  ///   - frozenCount: The number of columns that stay visible on the left.
  init(_ measures: [ColumnMeasures.Column], width space: Int, first: Int = 0, textOffset: Int = 0, frozenCount: Int = 0)
  {
    var columns: [Column] = []
    var taken = 0
    for index in [0..<min(frozenCount, first), measures.indices.dropFirst(first)].joined() {
      let width = Self.minimumWidth(of: measures[index])
      let needed = taken + width + (columns.isEmpty ? 0 : 1)
      guard needed <= space || columns.isEmpty else { break }
      columns.append(Column(index: index, width: min(width, max(0, space))))
      taken = needed
    }
    let natural = columns.map { measures[$0.index].width }
    let spacedWidth = natural.reduce(0, +) + 2 * (columns.count - 1)
    isComplete = (columns.last?.index ?? -1) == measures.count - 1
    let gap = isComplete && spacedWidth <= space ? 2 : 1
    Self.grow(&columns, to: natural, by: space - columns.reduce(0) { $0 + $1.width } - gap * (columns.count - 1))
    if let last = columns.indices.last, !measures[columns[last].index].isNumeric {
      let before = columns.dropLast().reduce(0) { $0 + $1.width + gap }
      columns[last].width = max(columns[last].width, space - before)
    }
    hasMore = !isComplete || columns.contains { $0.width < measures[$0.index].width - textOffset }
    self.columns = columns
    self.gap = gap
  }

  private static func minimumWidth(of measure: ColumnMeasures.Column) -> Int {
    measure.isFixed ? measure.width : min(measure.width, measure.isNumeric ? 12 : 5)
  }

  /// Distributes the available width so that the narrowest columns reach their full width first.
  private static func grow(_ columns: inout [Column], to natural: [Int], by space: Int) {
    var space = space
    let order = columns.indices.sorted { natural[$0] < natural[$1] }
    // Raises all columns to the same level, like water in a vessel with steps.
    func cost(of level: Int) -> Int {
      columns.indices.reduce(0) { $0 + max(0, min(level, natural[$1]) - columns[$1].width) }
    }
    let level = (0..<(natural.max() ?? 0)).partitioningIndex { cost(of: $0 + 1) > space }
    space -= cost(of: level)
    for index in columns.indices {
      columns[index].width = max(columns[index].width, min(level, natural[index]))
    }
    for index in order where space > 0 && columns[index].width < natural[index] {
      columns[index].width += 1
      space -= 1
    }
  }
}
