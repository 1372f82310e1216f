import LiveTables

/// Composes the frame of a table: column titles, the lines of the list that are on the screen, and the status.
///
/// It asks for the rows that are on the screen and for no others, and for no more columns than could fit.
struct TablePainter {
  /// What is to be seen of a row.
  struct PaintedRow {
    /// The texts of the columns that were asked for.
    var cells: [String]
    /// Whether it is selected, wherever the cursor is.
    var isSelected = false
    /// What happened to it.
    var symbol: Character = " "
    var freshness = Freshness.old
    /// Which of the columns that were asked for have changed.
    var changed: Set<Int> = []
  }

  /// Where the contents come from.
  struct Source {
    var header: (_ section: Int) -> String
    var row: (_ path: RowPath, _ columns: Range<Int>) -> PaintedRow?
  }

  private var titles: [DisplayText]
  private let isRight: [(_ numeric: Bool) -> Bool]
  private var measures: ColumnMeasures
  private var sideways = SidewaysOffset()
  private var hasMore = false

  /// Creates a painter for columns with titles; each says whether its text stands on the right.
  init(titles: [String], isRight: [(_ numeric: Bool) -> Bool]) {
    self.titles = titles.map { DisplayText($0, limit: Self.widestTitle) }
    self.isRight = isRight
    measures = ColumnMeasures(titleWidths: self.titles.map(\.width))
  }

  /// The lines of the list that a screen has room for.
  static func listHeight(for size: ScreenSize) -> Int {
    max(0, size.rows - (size.rows > 2 ? 2 : size.rows > 1 ? 1 : 0))
  }

  /// Scrolls sideways.
  mutating func scroll(_ command: TableCommand) {
    if command == .left { sideways.left() }
    if command == .right { sideways.right(columnCount: titles.count, hasMore: hasMore) }
  }

  /// Forgets how wide contents were.
  mutating func forgetWidths() {
    measures = ColumnMeasures(titleWidths: titles.map(\.width))
  }

  /// The frame.
  ///
  /// - Parameters:
  ///   - size: The size of the screen.
  ///   - scroller: What is on it.
  ///   - empty: What is said where there is nothing.
  ///   - status: The last line: a status or a prompt.
  ///   - source: Where the contents come from.
  mutating func lines(
    for size: ScreenSize, scroller: ListScroller, empty: String, status: ScreenLine, source: Source
  ) -> [ScreenLine] {
    let room = max(0, size.columns - Self.gutter)
    let visible = rows(on: scroller, room: room, source: source)
    let layout = TableLayout(
      measures.columns, room: room, first: sideways.firstColumn, hanging: sideways.hanging)
    hasMore = layout.hasMore
    var lines: [ScreenLine] = []
    if size.rows > 2 { lines.append(titleLine(layout)) }
    for (line, content) in visible {
      switch content {
      case .header(let title, let count):
        lines.append(Self.headerLine(title, count: count, columns: size.columns))
      case .row(let row):
        lines.append(rowLine(row, layout, hasCursor: scroller.isSelected(line: line)))
      }
    }
    if scroller.layout.rowCount == 0, visible.count < scroller.height {
      lines.append(ScreenLine([Span(DisplayText("  " + empty, limit: size.columns), Style(nil, .dim))]))
    }
    guard size.rows > 1 else { return lines }
    lines.append(contentsOf: repeatElement(ScreenLine(), count: max(0, size.rows - 1 - lines.count)))
    lines.append(status)
    return lines
  }

  // MARK: - What is on the screen

  private enum Content {
    case header(title: String, count: Int)
    case row(PaintedRow)
  }

  private mutating func rows(
    on scroller: ListScroller, room: Int, source: Source
  ) -> [(line: Int, content: Content)] {
    sideways.clamp(columnCount: titles.count)
    let columns = sideways.firstColumn..<min(titles.count, sideways.firstColumn + room + 1)
    let limit = room + sideways.hanging + 1
    var result: [(Int, Content)] = []
    for line in scroller.visibleLines {
      let layout = scroller.layout
      if line == scroller.top, let section = scroller.stickySection {
        result.append((line, .header(title: source.header(section), count: layout.rowCount(inSection: section))))
        continue
      }
      switch layout.content(at: line) {
      case .header(let section):
        result.append((line, .header(title: source.header(section), count: layout.rowCount(inSection: section))))
      case .row(let path):
        let row = source.row(path, columns) ?? PaintedRow(cells: [])
        for (column, cell) in zip(columns, row.cells) {
          measures.note(cell, width: DisplayText(cell, limit: limit).width, column: column)
        }
        result.append((line, .row(row)))
      case nil: break
      }
    }
    return result
  }

  // MARK: - Lines

  private func titleLine(_ layout: TableLayout) -> ScreenLine {
    let style = Style(nil, [.bold, .underlined])
    var spans = [Span(sideways == SidewaysOffset() ? "  " : "< ", style)]
    for (position, column) in layout.columns.enumerated() {
      if position > 0 { spans.append(Span(DisplayText(spaces: layout.gap), style)) }
      let isCut = position == layout.columns.count - 1 && !layout.isComplete && column.width > 0
      let width = column.width - (isCut ? 1 : 0)
      let title = titles[column.index].cut(to: width)
      spans.append(Span(title.padded(to: width, alignedRight: stands(column.index)) + (isCut ? ">" : ""), style))
    }
    return ScreenLine(spans, fill: style)
  }

  private static func headerLine(_ title: String, count: Int, columns: Int) -> ScreenLine {
    let number = DisplayText(" (\(count))", limit: columns)
    let text = DisplayText(title, limit: max(1, columns - number.width))
    return ScreenLine([Span(text, Style(.blue, .bold)), Span(number, Style(.blue, .dim))])
  }

  private func rowLine(_ row: PaintedRow, _ layout: TableLayout, hasCursor: Bool) -> ScreenLine {
    var bar: Style.Attributes = hasCursor ? .reversed : []
    if row.isSelected { bar.insert(.bold) }
    let plain = Style(nil, bar)
    let mark = Self.style(of: row.symbol, row.freshness).with(bar)
    var spans = [
      Span(DisplayText(String(row.symbol), limit: 1), mark), Span(row.isSelected ? "#" : hasCursor ? ">" : " ", plain),
    ]
    for (position, column) in layout.columns.enumerated() {
      if position > 0 { spans.append(Span(DisplayText(spaces: layout.gap), plain)) }
      let index = column.index - sideways.firstColumn
      let cell = index < row.cells.count ? row.cells[index] : ""
      let isChanged = row.symbol == "+" || row.changed.contains(index)
      spans.append(Span(text(of: cell, column, isLast: position == layout.columns.count - 1), isChanged ? mark : plain))
    }
    return ScreenLine(spans, fill: plain)
  }

  private func text(of cell: String, _ column: TableLayout.Column, isLast: Bool) -> DisplayText {
    var text = DisplayText(cell, limit: column.width + (isLast ? sideways.hanging : 0))
    if isLast { text = text.dropping(columns: sideways.hanging) }
    return text.cut(to: column.width).padded(to: column.width, alignedRight: stands(column.index))
  }

  /// Whether the text of a column stands on the right.
  private func stands(_ column: Int) -> Bool {
    isRight[column](measures.columns[column].isNumeric)
  }

  private static func style(of symbol: Character, _ freshness: Freshness) -> Style {
    let color: Style.Color
    switch symbol {
    case "+": color = .green
    case "*": color = .yellow
    case "~": color = .cyan
    default: return .plain
    }
    return Style(color, freshness == .fresh ? .bold : freshness == .old ? .dim : [])
  }

  /// The columns for the mark and the selection.
  private static let gutter = 2
  private static let widestTitle = 500
}
