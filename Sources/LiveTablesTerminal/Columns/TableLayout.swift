import TableDiff

/// Which columns stand where, and how wide they are.
///
/// Where there is room every column is as wide as its contents and the last one takes what is left. Where there is not,
/// the widest columns give way first, numbers last, because a number cut short is a wrong number; columns that do not
/// fit even then are left out on the right, and scrolling sideways brings them in.
struct TableLayout: Hashable, Sendable {
  /// A column that is on the screen.
  struct Column: Hashable, Sendable {
    /// Which column of the table it is.
    var index: Int
    /// Its width.
    var width: Int
  }

  /// The columns from left to right.
  private(set) var columns: [Column]
  /// The blank columns between two of them.
  private(set) var gap: Int
  /// Whether no column is left out on the right.
  private(set) var isComplete: Bool
  /// Whether contents are cut, or columns left out, that scrolling sideways brings in.
  private(set) var hasMore: Bool

  /// Lays out columns.
  ///
  /// - Parameters:
  ///   - measures: What is known of all columns.
  ///   - room: The columns of the screen to share.
  ///   - first: The first column to show.
  ///   - hanging: How many columns of the last one's text have been scrolled away.
  ///   - frozen: How many columns stay where they are, before the first one.
  init(_ measures: [ColumnMeasures.Column], room: Int, first: Int = 0, hanging: Int = 0, frozen: Int = 0) {
    var columns: [Column] = []
    var taken = 0
    for index in [0..<min(frozen, first), measures.indices.dropFirst(first)].joined() {
      let width = Self.leastWidth(of: measures[index])
      let needed = taken + width + (columns.isEmpty ? 0 : 1)
      guard needed <= room || columns.isEmpty else { break }
      columns.append(Column(index: index, width: min(width, max(0, room))))
      taken = needed
    }
    let natural = columns.map { measures[$0.index].width }
    let wide = natural.reduce(0, +) + 2 * (columns.count - 1)
    isComplete = (columns.last?.index ?? -1) == measures.count - 1
    let gap = isComplete && wide <= room ? 2 : 1
    Self.grow(&columns, to: natural, by: room - columns.reduce(0) { $0 + $1.width } - gap * (columns.count - 1))
    if let last = columns.indices.last, !measures[columns[last].index].isNumeric {
      let before = columns.dropLast().reduce(0) { $0 + $1.width + gap }
      columns[last].width = max(columns[last].width, room - before)
    }
    hasMore = !isComplete || columns.contains { $0.width < measures[$0.index].width - hanging }
    self.columns = columns
    self.gap = gap
  }

  /// The least width at which a column is still of use.
  private static func leastWidth(of measure: ColumnMeasures.Column) -> Int {
    measure.isFixed ? measure.width : min(measure.width, measure.isNumeric ? 12 : 5)
  }

  /// Shares out room so that the narrowest columns come into their own first.
  private static func grow(_ columns: inout [Column], to natural: [Int], by room: Int) {
    var room = room
    let order = columns.indices.sorted { natural[$0] < natural[$1] }
    // Raising all columns to one level costs the same as pouring water into a vessel with steps.
    func cost(of level: Int) -> Int {
      columns.indices.reduce(0) { $0 + max(0, min(level, natural[$1]) - columns[$1].width) }
    }
    let level = (0..<(natural.max() ?? 0)).partitioningIndex { cost(of: $0 + 1) > room }
    room -= cost(of: level)
    for index in columns.indices {
      columns[index].width = max(columns[index].width, min(level, natural[index]))
    }
    for index in order where room > 0 && columns[index].width < natural[index] {
      columns[index].width += 1
      room -= 1
    }
  }
}
