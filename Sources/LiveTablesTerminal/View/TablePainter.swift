import LiveTablesCells

/// Composes the frame of a table from the column titles, the visible lines, and the status line.
///
/// The painter requests only the visible rows, and only as many columns as could fit.
struct TablePainter {
  struct PaintedRow {
    var cells: [String]
    /// Whether the row is selected, regardless of the cursor.
    var isSelected = false
    var isDeleted = false
    var symbol: Character = " "
    var freshness = Freshness.old
    var changed: Set<Int> = []
    /// The styles of cells, as set by other programs.
    var renditions: [Int: String] = [:]
  }

  /// The visible content of a line: either text that spans all columns, or `nil` to show the columns.
  struct PaintedLine {
    var text: String?
    var style = Style.plain
    var count: Int?
    var note: String?
  }

  struct Source {
    var line: (_ content: ListLayout.Content) -> PaintedLine
    var row: (_ path: RowPath, _ columns: Range<Int>) -> PaintedRow?
    /// A closure that returns the deleted rows next to a row, and whether each deleted row was after that row.
    ///
    /// For row -1, the closure returns the deleted rows below a section's header. For `nil`, it returns those of an
    /// empty table.
    var deleted: (_ path: RowPath?, _ columns: Range<Int>) -> [(row: PaintedRow, isBehind: Bool)] = { _, _ in [] }
  }

  private var titles: [DisplayText]
  private var measures: ColumnMeasures
  private var sideways = SidewaysOffset()
  private var hasMore = false
  /// The column to which the next frame scrolls.
  private var hidden: Int?
  var sorted: [SortedColumn] = [] { didSet { makeRoomForMark() } }

  var cursorColumn: Int?
  var frozen = 0
  var matches: ((_ column: Int, _ text: String) -> [Range<String.Index>])?
  private var widths: [Int: Int] = [:]
  /// The columns of the last frame, and the list line shown on each screen line below the titles.
  private(set) var places: (layout: TableLayout?, lines: [Int]) = (nil, [])

  init(titles: [String]) {
    self.titles = titles.map { DisplayText($0, limit: Self.widestTitle) }
    measures = ColumnMeasures(titleWidths: self.titles.map(\.width))
  }

  static func listHeight(for size: ScreenSize) -> Int {
    max(0, size.rows - (size.rows > 2 ? 2 : size.rows > 1 ? 1 : 0))
  }

  mutating func scroll(_ command: TableCommand) {
    for _ in 0...max(0, frozen) {
      switch command {
      case .right: sideways.right(columnCount: titles.count, hasMore: hasMore)
      case .left: sideways.left()
      default: return
      }
      // The first column is behind the frozen columns or at the left edge, or the text of the last column has scrolled.
      let isBehind = sideways.firstColumn > frozen || command == .left && sideways.firstColumn == 0
      if isBehind || sideways.hanging > 0 { return }
    }
  }

  /// Moves the cursor to the next column, or scrolls if the cursor is at the last column.
  mutating func moveColumn(_ command: TableCommand) {
    guard let column = cursorColumn else {
      cursorColumn = sideways.firstColumn
      return
    }
    let next = column + (command == .left ? -1 : 1)
    if titles.indices.contains(next), !(command == .left && sideways.hanging > 0) {
      cursorColumn = next
      reveal(next)
    } else {
      scroll(command)
    }
  }

  mutating func resizeColumn(isWider: Bool) {
    guard let column = cursorColumn, titles.indices.contains(column) else { return }
    let width = widths[column] ?? min(measures.columns[column].width, 40)
    widths[column] = max(2, min(isWider ? width + 4 : width - 4, 500))
  }

  func column(at x: Int) -> Int? {
    guard let layout = places.layout, x >= Self.gutter else { return nil }
    var start = Self.gutter
    for column in layout.columns {
      start += column.width + layout.gap
      if x < start { return column.index }
    }
    return layout.columns.last?.index
  }

  /// Adopts the state of another painter, which may have different columns.
  mutating func adopt(_ old: TablePainter) {
    sorted = old.sorted
    frozen = min(old.frozen, titles.count)
    matches = old.matches
    cursorColumn = old.cursorColumn.map { min($0, max(0, titles.count - 1)) }
    if titles == old.titles { (sideways, widths) = (old.sideways, old.widths) }
  }

  /// Adopts the state of a copy that has composed a frame, unless the columns have changed since.
  mutating func adopt(composed copy: TablePainter) {
    guard titles == copy.titles else { return }
    (measures, sideways, hasMore) = (copy.measures, copy.sideways, copy.hasMore)
    (hidden, places) = (copy.hidden, copy.places)
  }

  /// The measures of the columns, including widths set by the user.
  private var columnMeasures: [ColumnMeasures.Column] {
    var columns = measures.columns
    for (column, width) in widths where columns.indices.contains(column) {
      (columns[column].width, columns[column].isFixed) = (width, true)
    }
    return columns
  }

  /// Scrolls horizontally in the next frame until a column is visible.
  mutating func reveal(_ column: Int) { hidden = column }

  private mutating func scrollToHidden(room: Int) {
    guard let column = hidden, titles.indices.contains(column) else { return }
    hidden = nil
    if column < frozen { return }
    while sideways.firstColumn > column { sideways.left() }
    while sideways.firstColumn < column {
      let layout = TableLayout(columnMeasures, room: room, first: sideways.firstColumn, frozen: frozen)
      if layout.columns.contains(where: { $0.index == column }) { return }
      sideways.right(columnCount: titles.count, hasMore: true)
    }
  }

  mutating func forgetWidths() {
    measures = ColumnMeasures(titleWidths: titles.map(\.width))
    makeRoomForMark()
  }

  private mutating func makeRoomForMark() {
    for case let column in sorted.map(\.column) where titles.indices.contains(column) {
      measures.widen(column, to: titles[column].width + 1)
    }
  }

  /// Returns the lines of the frame.
  ///
  /// - Parameters:
  ///   - scroller: The visible part of the list.
  ///   - background: The line to show if there are no rows.
  mutating func lines(
    for size: ScreenSize, scroller: ListScroller, background: PaintedLine?, status: ScreenLine, source: Source
  ) -> [ScreenLine] {
    let room = max(0, size.columns - Self.gutter)
    let visible = rows(on: scroller, room: room, source: source)
    let layout = TableLayout(
      columnMeasures, room: room, first: sideways.firstColumn, hanging: sideways.hanging, frozen: frozen)
    hasMore = layout.hasMore
    places = (layout, visible.map(\.line))
    var lines: [ScreenLine] = []
    if size.rows > 2 { lines.append(titleLine(layout)) }
    for (line, content) in visible {
      switch content {
      case .line(let line): lines.append(Self.wideLine(line, columns: size.columns))
      case .row(let row, let wide):
        lines.append(
          rowLine(row, wide, layout, size.columns, hasCursor: scroller.isSelected(line: line)))
      }
    }
    if let text = background?.text, scroller.layout.rowCount == 0, visible.count < scroller.height {
      let line = ScreenLine([StyledText(DisplayText("  " + text, limit: size.columns), background?.style ?? .plain)])
      lines.insert(line, at: lines.count - (scroller.layout.hasTableFooter ? 1 : 0))
    }
    guard size.rows > 1 else { return lines }
    lines.append(contentsOf: repeatElement(ScreenLine(), count: max(0, size.rows - 1 - lines.count)))
    lines.append(status)
    return lines
  }

  private var firstCell: Int { frozen > 0 ? 0 : sideways.firstColumn }

  // MARK: - Visible lines

  private enum Content {
    case line(PaintedLine)
    case row(PaintedRow, PaintedLine)
  }

  private mutating func rows(
    on scroller: ListScroller, room: Int, source: Source
  ) -> [(line: Int, content: Content)] {
    scrollToHidden(room: room)
    sideways.clamp(columnCount: titles.count)
    let columns = firstCell..<min(titles.count, sideways.firstColumn + room + 1)
    let limit = room + sideways.hanging + 1
    var result: [(Int, Content)] = []
    for line in scroller.visibleLines {
      let content = scroller.content(at: line)
      switch content {
      case .row(let path):
        let wide = source.line(.row(path))
        let row =
          source.row(path, wide.text == nil ? columns : columns.lowerBound..<columns.lowerBound)
          ?? PaintedRow(cells: [])
        for (column, cell) in zip(columns, row.cells) {
          measures.note(cell, width: DisplayText(cell, limit: limit).width, column: column)
        }
        let deleted = wide.text == nil ? source.deleted(path, columns) : []
        result += deleted.filter { !$0.isBehind }.map { (-1, .row($0.row, PaintedLine())) }
        result.append((line, .row(row, wide)))
        result += deleted.filter(\.isBehind).map { (-1, .row($0.row, PaintedLine())) }
      case let content?:
        result.append((line, .line(source.line(content))))
        // Not below a sticky header.
        if case .header(let section) = content, scroller.layout.content(at: line) == content {
          let deleted = source.deleted(RowPath(section: section, row: -1), columns)
          result += deleted.map { (-1, .row($0.row, PaintedLine())) }
        }
      case nil: break
      }
    }
    if scroller.layout.rowCount == 0 {
      let hasFooter = scroller.layout.hasTableFooter && result.last?.0 == scroller.layout.lineCount - 1
      let deleted = source.deleted(nil, columns).map { (-1, Content.row($0.row, PaintedLine())) }
      result.insert(contentsOf: deleted, at: result.count - (hasFooter ? 1 : 0))
    }
    return Self.fitting(result, scroller)
  }

  /// Returns as many lines as fit, dropping deleted rows if they would hide the cursor or the end of the list.
  private static func fitting(
    _ lines: [(line: Int, content: Content)], _ scroller: ListScroller
  ) -> [(line: Int, content: Content)] {
    var lines = lines
    let layout = scroller.layout
    let cursor = lines.firstIndex { scroller.isSelected(line: $0.line) }
    let isLast = cursor.map { layout.row(atOrAfter: lines[$0].line + 1) == nil } ?? false
    let end = isLast || scroller.top > 0 ? lines.lastIndex { $0.line == layout.lineCount - 1 } : nil
    var seen = end ?? cursor ?? 0
    while seen >= scroller.height, let deleted = lines[..<seen].lastIndex(where: { $0.line < 0 }) {
      lines.remove(at: deleted)
      seen -= 1
    }
    return Array(lines.prefix(scroller.height))
  }

  // MARK: - Lines

  private func titleLine(_ layout: TableLayout) -> ScreenLine {
    let style = Style(nil, [.bold, .underlined])
    var spans = [StyledText(sideways == SidewaysOffset() ? "  " : "< ", style)]
    for (position, column) in layout.columns.enumerated() {
      if position > 0 { spans.append(StyledText(DisplayText(spaces: layout.gap), style)) }
      let isCut = position == layout.columns.count - 1 && !layout.isComplete && column.width > 0
      let width = column.width - (isCut ? 1 : 0)
      let mark = sorted.first { $0.column == column.index }?.mark ?? ""
      let title = titles[column.index].cut(to: width - mark.count)
      let text = DisplayText(title.text + mark, limit: width)
      let titleStyle = column.index == cursorColumn ? style.with(.reversed) : style
      spans.append(
        StyledText(text.padded(to: width, alignedRight: stands(column.index)) + (isCut ? ">" : ""), titleStyle))
    }
    return ScreenLine(spans, fill: style)
  }

  private static func wideLine(_ line: PaintedLine, columns: Int) -> ScreenLine {
    let number = DisplayText(
      (line.count.map { " (\($0))" } ?? "") + (line.note.map { "  \($0)" } ?? ""), limit: columns)
    let text = DisplayText(line.text ?? "", limit: max(1, columns - number.width))
    return ScreenLine([StyledText(text, line.style), StyledText(number, Style(line.style.color))])
  }

  private func rowLine(
    _ row: PaintedRow, _ line: PaintedLine, _ layout: TableLayout, _ columns: Int, hasCursor: Bool
  ) -> ScreenLine {
    var bar: Style.Attributes = hasCursor ? .reversed : []
    if row.isSelected { bar.insert(.bold) }
    let plain = Style(nil, row.isDeleted ? [.dim] : bar)
    // The cursor's bar has a single color.
    let mark = hasCursor ? Style(nil, bar.union(.bold)) : Self.style(of: row.symbol, row.freshness).with(bar)
    var spans = [
      StyledText(DisplayText(String(row.symbol), limit: 1), mark),
      StyledText(row.isSelected ? "#" : hasCursor ? ">" : " ", plain),
    ]
    if let text = line.text {
      let isMarked = row.symbol != " " && line.style == .plain
      let room = max(1, columns - Self.gutter)
      spans.append(StyledText(DisplayText(text, limit: room), isMarked ? mark : line.style.with(bar)))
      return ScreenLine(spans, fill: plain)
    }
    for (position, column) in layout.columns.enumerated() {
      if position > 0 { spans.append(StyledText(DisplayText(spaces: layout.gap), plain)) }
      let index = column.index - firstCell
      let cell = index < row.cells.count ? row.cells[index] : ""
      let isChanged = row.symbol == "+" || row.changed.contains(index)
      var style = isChanged ? mark : plain
      if !isChanged, !hasCursor, !row.isDeleted, let rendition = row.renditions[index] {
        style = Style(rendition: rendition).with(bar)
      }
      if hasCursor, column.index == cursorColumn { style = style.with([.bold, .underlined]) }
      let text = text(of: cell, column, isLast: position == layout.columns.count - 1)
      spans += marked(text, column.index, style)
    }
    return ScreenLine(spans, fill: plain)
  }

  private func text(of cell: String, _ column: TableLayout.Column, isLast: Bool) -> DisplayText {
    var text = DisplayText(cell, limit: column.width + (isLast ? sideways.hanging : 0))
    if isLast { text = text.dropping(columns: sideways.hanging) }
    return text.cut(to: column.width).padded(to: column.width, alignedRight: stands(column.index))
  }

  /// Returns the spans of a cell, with search matches highlighted.
  private func marked(_ text: DisplayText, _ column: Int, _ style: Style) -> [StyledText] {
    guard let matches else { return [StyledText(text, style)] }
    var spans: [StyledText] = []
    var start = text.text.startIndex
    func append(_ end: String.Index, _ style: Style) {
      if start < end { spans.append(StyledText(DisplayText(String(text.text[start..<end]), limit: .max), style)) }
      start = max(start, end)
    }
    for range in matches(column, text.text).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      append(range.lowerBound, style)
      append(range.upperBound, Style(.magenta, style.attributes.union([.bold, .underlined])))
    }
    append(text.text.endIndex, style)
    return spans
  }

  private func stands(_ column: Int) -> Bool { measures.columns[column].isNumeric }

  private static func style(of symbol: Character, _ freshness: Freshness) -> Style {
    let color: Style.Color
    switch symbol {
    case "+": color = .green
    case "*": color = .yellow
    case "~": color = .cyan
    case "-": return Style(nil, .dim)
    default: return .plain
    }
    return Style(color, freshness == .fresh ? .bold : freshness == .old ? .dim : [])
  }

  /// The width of the change mark and the selection mark.
  private static let gutter = 2
  private static let widestTitle = 500
}
