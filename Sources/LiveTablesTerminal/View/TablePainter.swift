import LiveTablesCells

/// Composes the frame of a table from the column titles, the visible lines, and the status line.
///
/// The painter requests only the visible rows, and only as many columns as could fit.
struct TablePainter {
  struct PaintedRow {
    var cells: [String]
    /// Whether the row is selected, regardless of the cursor.
    var isSelected = false
    var mark: RowMark?
    var freshness = Freshness.old
    var changed: Set<Int> = []
    /// The styles of cells, as SGR parameters by the index of the cell.
    var renditions: [Int: String] = [:]
  }

  /// The visible content of a line: either text that spans all columns, or `nil` to show the columns.
  struct PaintedLine {
    var text: String?
    var style = Style.plain
    var rowCount: Int?
    var note: String?
  }

  struct Source {
    var line: (_ content: ListLayout.Content) -> PaintedLine
    var row: (_ path: RowPath, _ columns: Range<Int>) -> PaintedRow?
    /// A closure that returns the deleted rows next to a line, and whether each row was after that line.
    var deleted: (_ neighbor: DeletedRowNeighbor, _ columns: Range<Int>) -> [(row: PaintedRow, isAfter: Bool)] = {
      _, _ in []
    }
  }

  private var titles: [DisplayText]
  private var measures: ColumnMeasures
  private var sideways = SidewaysOffset()
  /// Whether the last frame omits content on the right.
  private var hasMore = false
  /// The column to which the next frame scrolls.
  private var columnToReveal: Int?
  var sorted: [SortedColumn] = [] { didSet { widenSortedColumns() } }

  var cursorColumn: Int?
  var frozenCount = 0
  var matches: ((_ column: Int, _ text: String) -> [Range<String.Index>])?
  /// The widths that the user has set, in cells by column.
  private var userWidths: [Int: Int] = [:]
  /// The columns of the last frame, and the list's line on each screen line below the titles, or `nil` for a deleted
  /// row.
  private(set) var lastFrame: (layout: TableLayout?, lines: [Int?]) = (nil, [])

  init(titles: [String]) {
    self.titles = titles.map { DisplayText($0, limit: Self.widestTitle) }
    measures = ColumnMeasures(titleWidths: self.titles.map(\.width))
  }

  static func listHeight(for size: ScreenSize) -> Int {
    max(0, size.rows - (size.rows > 2 ? 2 : size.rows > 1 ? 1 : 0))
  }

  /// Scrolls by one column, passing over the frozen columns, or within the text of the last column.
  mutating func scroll(_ direction: SidewaysDirection) {
    for _ in 0...max(0, frozenCount) {
      switch direction {
      case .right: sideways.right(columnCount: titles.count, hasMore: hasMore)
      case .left: sideways.left()
      }
      let isAtEdge = direction == .left && sideways.firstColumn == 0
      if sideways.firstColumn > frozenCount || isAtEdge || sideways.textOffset > 0 { return }
    }
  }

  /// Moves the cursor to the next column, or scrolls if the cursor is at the last column.
  mutating func moveCursor(_ direction: SidewaysDirection) {
    guard let column = cursorColumn else {
      cursorColumn = sideways.firstColumn
      return
    }
    let next = column + (direction == .left ? -1 : 1)
    if titles.indices.contains(next), !(direction == .left && sideways.textOffset > 0) {
      cursorColumn = next
      reveal(next)
    } else {
      scroll(direction)
    }
  }

  mutating func resizeColumn(isWider: Bool) {
    guard let column = cursorColumn, titles.indices.contains(column) else { return }
    let width = userWidths[column] ?? min(measures.columns[column].width, 40)
    userWidths[column] = max(2, min(isWider ? width + 4 : width - 4, 500))
  }

  /// Returns the column at a horizontal position in cells, or `nil` if the position is to the left of all columns.
  func column(at x: Int) -> Int? {
    guard let layout = lastFrame.layout, x >= Self.gutter else { return nil }
    var end = Self.gutter
    for column in layout.columns {
      end += column.width + layout.gap
      if x < end { return column.index }
    }
    return layout.columns.last?.index
  }

  /// Adopts the state of another painter, which may have different columns.
  mutating func adopt(_ old: TablePainter) {
    sorted = old.sorted
    frozenCount = min(old.frozenCount, titles.count)
    matches = old.matches
    cursorColumn = old.cursorColumn.map { min($0, max(0, titles.count - 1)) }
    if titles == old.titles { (sideways, userWidths) = (old.sideways, old.userWidths) }
  }

  /// Adopts the state of a copy that has composed a frame, unless the columns have changed since.
  mutating func adopt(composed copy: TablePainter) {
    guard titles == copy.titles else { return }
    (measures, sideways, hasMore) = (copy.measures, copy.sideways, copy.hasMore)
    (columnToReveal, lastFrame) = (copy.columnToReveal, copy.lastFrame)
  }

  /// The measures of the columns, including widths set by the user.
  private var columnMeasures: [ColumnMeasures.Column] {
    var columns = measures.columns
    for (column, width) in userWidths where columns.indices.contains(column) {
      (columns[column].width, columns[column].isFixed) = (width, true)
    }
    return columns
  }

  /// Scrolls horizontally in the next frame until a column is visible.
  mutating func reveal(_ column: Int) { columnToReveal = column }

  private mutating func revealColumn(width: Int) {
    guard let column = columnToReveal, titles.indices.contains(column) else { return }
    columnToReveal = nil
    if column < frozenCount { return }
    while sideways.firstColumn > column { sideways.left() }
    while sideways.firstColumn < column {
      let layout = TableLayout(columnMeasures, width: width, first: sideways.firstColumn, frozenCount: frozenCount)
      if layout.columns.contains(where: { $0.index == column }) { return }
      sideways.right(columnCount: titles.count, hasMore: true)
    }
  }

  mutating func forgetWidths() {
    measures = ColumnMeasures(titleWidths: titles.map(\.width))
    widenSortedColumns()
  }

  /// Makes the titles of sorted columns wide enough for a mark.
  private mutating func widenSortedColumns() {
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
    let width = max(0, size.columns - Self.gutter)
    let visible = visibleLines(of: scroller, width: width, source: source)
    let layout = TableLayout(
      columnMeasures, width: width, first: sideways.firstColumn, textOffset: sideways.textOffset,
      frozenCount: frozenCount)
    hasMore = layout.hasMore
    lastFrame = (layout, visible.map(\.line))
    var lines: [ScreenLine] = []
    if size.rows > 2 { lines.append(titleLine(layout)) }
    for line in visible {
      switch line.content {
      case .text(let text): lines.append(Self.textLine(text, columns: size.columns))
      case .row(let row, let text):
        lines.append(rowLine(row, text, layout, size.columns, hasCursor: line.isSelected(in: scroller)))
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

  /// The column of the first cell that rows are asked for.
  private var firstCell: Int { frozenCount > 0 ? 0 : sideways.firstColumn }

  // MARK: - Visible lines

  private enum Content {
    case text(PaintedLine)
    /// The cells of a row, or its text if it spans all columns.
    case row(PaintedRow, PaintedLine)
  }

  private struct VisibleLine {
    var line: Int?
    var content: Content

    func isSelected(in scroller: ListScroller) -> Bool { line.map(scroller.isSelected) ?? false }
  }

  private mutating func visibleLines(of scroller: ListScroller, width: Int, source: Source) -> [VisibleLine] {
    revealColumn(width: width)
    sideways.clamp(columnCount: titles.count)
    let columns = firstCell..<min(titles.count, sideways.firstColumn + width + 1)
    let limit = width + sideways.textOffset + 1
    func lines(of deleted: [(row: PaintedRow, isAfter: Bool)]) -> [VisibleLine] {
      deleted.map { VisibleLine(content: .row($0.row, PaintedLine())) }
    }
    var result: [VisibleLine] = []
    for line in scroller.visibleLines {
      let content = scroller.content(at: line)
      switch content {
      case .row(let path):
        let text = source.line(.row(path))
        let cells = text.text == nil ? columns : columns.lowerBound..<columns.lowerBound
        let row = source.row(path, cells) ?? PaintedRow(cells: [])
        for (column, cell) in zip(columns, row.cells) {
          measures.add(cell, width: DisplayText(cell, limit: limit).width, column: column)
        }
        let deleted = text.text == nil ? source.deleted(.row(path), columns) : []
        result += lines(of: deleted.filter { !$0.isAfter })
        result.append(VisibleLine(line: line, content: .row(row, text)))
        result += lines(of: deleted.filter(\.isAfter))
      case let content?:
        result.append(VisibleLine(line: line, content: .text(source.line(content))))
        // Not below a sticky header.
        if case .header(let section) = content, scroller.layout.content(at: line) == content {
          result += lines(of: source.deleted(.header(section: section), columns))
        }
      case nil: break
      }
    }
    if scroller.layout.rowCount == 0 {
      let hasFooter = scroller.layout.hasTableFooter && result.last?.line == scroller.layout.lineCount - 1
      result.insert(
        contentsOf: lines(of: source.deleted(.emptyTable, columns)), at: result.count - (hasFooter ? 1 : 0))
    }
    return Self.fitting(result, scroller)
  }

  /// Returns as many lines as fit, dropping deleted rows if they would hide the cursor or the end of the list.
  private static func fitting(_ lines: [VisibleLine], _ scroller: ListScroller) -> [VisibleLine] {
    var lines = lines
    let layout = scroller.layout
    let cursor = lines.firstIndex { $0.isSelected(in: scroller) }
    let isCursorAtEnd = cursor.flatMap { lines[$0].line }.map { layout.row(atOrAfter: $0 + 1) == nil } ?? false
    let end = isCursorAtEnd || scroller.top > 0 ? lines.lastIndex { $0.line == layout.lineCount - 1 } : nil
    var needed = end ?? cursor ?? 0
    while needed >= scroller.height, let deleted = lines[..<needed].lastIndex(where: { $0.line == nil }) {
      lines.remove(at: deleted)
      needed -= 1
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
        StyledText(text.padded(to: width, alignedRight: isNumeric(column.index)) + (isCut ? ">" : ""), titleStyle))
    }
    return ScreenLine(spans, fill: style)
  }

  private static func textLine(_ line: PaintedLine, columns: Int) -> ScreenLine {
    let suffix = DisplayText(
      (line.rowCount.map { " (\($0))" } ?? "") + (line.note.map { "  \($0)" } ?? ""), limit: columns)
    let text = DisplayText(line.text ?? "", limit: max(1, columns - suffix.width))
    return ScreenLine([StyledText(text, line.style), StyledText(suffix, Style(line.style.color))])
  }

  private func rowLine(
    _ row: PaintedRow, _ line: PaintedLine, _ layout: TableLayout, _ columns: Int, hasCursor: Bool
  ) -> ScreenLine {
    var bar: Style.Attributes = hasCursor ? .reversed : []
    if row.isSelected { bar.insert(.bold) }
    let isDeleted = row.mark == .deleted
    let plain = Style(nil, isDeleted ? [.dim] : bar)
    // The cursor's bar has a single color.
    let mark = hasCursor ? Style(nil, bar.union(.bold)) : Self.style(of: row.mark, row.freshness).with(bar)
    var spans = [
      StyledText(DisplayText(String(row.mark?.rawValue ?? " "), limit: 1), mark),
      StyledText(row.isSelected ? "#" : hasCursor ? ">" : " ", plain),
    ]
    if let text = line.text {
      let isMarked = row.mark != nil && line.style == .plain
      let limit = max(1, columns - Self.gutter)
      spans.append(StyledText(DisplayText(text, limit: limit), isMarked ? mark : line.style.with(bar)))
      return ScreenLine(spans, fill: plain)
    }
    for (position, column) in layout.columns.enumerated() {
      if position > 0 { spans.append(StyledText(DisplayText(spaces: layout.gap), plain)) }
      let index = column.index - firstCell
      let cell = index < row.cells.count ? row.cells[index] : ""
      let isChanged = row.mark == .inserted || row.changed.contains(index)
      var style = isChanged ? mark : plain
      if !isChanged, !hasCursor, !isDeleted, let rendition = row.renditions[index] {
        style = Style(rendition: rendition).with(bar)
      }
      if hasCursor, column.index == cursorColumn { style = style.with([.bold, .underlined]) }
      let text = text(of: cell, column, isLast: position == layout.columns.count - 1)
      spans += marked(text, column.index, style)
    }
    return ScreenLine(spans, fill: plain)
  }

  private func text(of cell: String, _ column: TableLayout.Column, isLast: Bool) -> DisplayText {
    var text = DisplayText(cell, limit: column.width + (isLast ? sideways.textOffset : 0))
    if isLast { text = text.dropping(columns: sideways.textOffset) }
    return text.cut(to: column.width).padded(to: column.width, alignedRight: isNumeric(column.index))
  }

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

  private func isNumeric(_ column: Int) -> Bool { measures.columns[column].isNumeric }

  private static func style(of mark: RowMark?, _ freshness: Freshness) -> Style {
    let color: Style.Color
    switch mark {
    case .inserted: color = .green
    case .updated: color = .yellow
    case .moved: color = .cyan
    case .deleted: return Style(nil, .dim)
    case nil: return .plain
    }
    return Style(color, freshness == .fresh ? .bold : freshness == .old ? .dim : [])
  }

  /// The width of the change mark and the selection mark.
  private static let gutter = 2
  private static let widestTitle = 500
}
