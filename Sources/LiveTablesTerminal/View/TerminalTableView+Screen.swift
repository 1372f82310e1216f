public import LiveTablesCells

extension TerminalTableView: ScreenContent {
  func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine] {
    if openPage != nil { return openPage?.lines(for: size) ?? [] }
    scroller.resize(height: TablePainter.listHeight(for: size))
    return link.makingCells { composed(for: size, at: now) }
  }

  private func composed(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine] {
    reportDisplayed()
    keepLines(of: scroller.visibleContents)
    let (table, columns) = (link.table, columns)
    var source = TablePainter.Source(
      line: { [self] content in line(for: content).map { painted($0, content) } ?? TablePainter.PaintedLine() },
      row: { [self] path, visible in
        table[path].map { painted($0, columns[visible], at: path, now) }
      })
    let deletedRows = markers.deleted(at: now)
    source.deleted = { neighbor, visible in
      deletedRows[neighbor, default: []].map { deleted in
        let cells = columns[visible].map { $0.value(deleted.row) }
        return (TablePainter.PaintedRow(cells: cells, mark: .deleted), deleted.place.isAfterNeighbor)
      }
    }
    let background = accessories.background(rowCount: table.count, revision: link.revision)
    background?.onChange = { [weak self] in self?.setNeedsDisplay() }
    let status = status(at: now)
    let promptLine = prompt.map { prompt in
      prompt.editor.line(
        label: prompt.label, note: prompt.onChange == nil ? prompt.note : status.count, columns: size.columns)
    }
    // The caller's closures may set the columns.
    var copy = painter
    defer { painter.adopt(composed: copy) }
    return copy.lines(
      for: size, scroller: scroller, background: background.map { painted($0, nil) },
      status: promptLine ?? status.line(columns: size.columns), source: source)
  }

  func isFading(at now: ContinuousClock.Instant) -> Bool {
    if page != nil { return false }
    return markers.isFading(at: now) || meter.changesPerSecond(at: now) > 0
  }

  var isHalfway: Bool { link.isHalfway || isHeld }

  var takesInterrupt: Bool { prompt != nil }

  var takesSuspension: Bool { prompt == nil && page == nil && link.editing.undo.undoName != nil }

  func press(_ key: Key) -> Bool {
    if page != nil {
      let closesPage = page?.press(key) ?? true
      if closesPage { page = nil }
      return true
    }
    if let prompt {
      press(key, in: prompt)
      return true
    }
    switch onKey?(key) ?? .unhandled {
    case .handled: return true
    case .quit: return false
    case .unhandled: break
    }
    switch TableCommand(key) {
    case .move(let motion): moveCursor { $0.move(motion) }
    case .moveSideways(let direction):
      if hasColumnCursor { painter.moveCursor(direction) } else { painter.scroll(direction) }
    case .deselect: moveCursor { $0.deselect() }
    case .tap: if let cursor { link.selection.user(.tap, at: cursor) }
    case .toggle: if let cursor { link.selection.user(.toggle, at: cursor) }
    case .pause: isPaused.toggle()
    case .undo: link.editing.undo.undo()
    case .redo: link.editing.undo.redo()
    case .delete: if let cursor { link.editing.delete(at: cursor) }
    case .moveUp: moveRow { $0.path(above: $1) }
    case .moveDown: moveRow { $0.path(below: $1) }
    case .quit: return false
    case nil: break
    }
    return true
  }

  private func moveRow(to target: (TableSnapshot<Section, Row>, RowPath) -> RowPath?) {
    if let cursor, let target = target(link.table, cursor) { link.editing.move(from: cursor, to: target) }
  }

  /// Handles a mouse event by scrolling, moving the cursor to the clicked row, or reporting a click on a title.
  func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: scroll(byLines: -Self.wheelStep)
    case .wheelDown: scroll(byLines: Self.wheelStep)
    case .press where page != nil: break
    case .press where mouse.row == 0:
      if let column = painter.column(at: mouse.column) { onTitleClick?(column) }
    case .press:
      let lines = painter.lastFrame.lines
      guard lines.indices.contains(mouse.row - 1), let line = lines[mouse.row - 1],
        case .row(let path) = scroller.content(at: line)
      else { return }
      moveCursor { $0.select(path) }
      if hasColumnCursor { painter.cursorColumn = painter.column(at: mouse.column) }
    }
  }

  /// Scrolls the open page or, if there is none, the table.
  private func scroll(byLines count: Int) {
    if page == nil { scroller.scroll(by: count) } else { page?.scroll(by: count) }
  }

  private static var wheelStep: Int { 3 }

  private func press(_ key: Key, in prompt: TerminalPrompt) {
    if prompt.onChange != nil, [.up, .down, .pageUp, .pageDown].contains(key) {
      if case .move(let motion) = TableCommand(key) { moveCursor { $0.move(motion) } }
      return
    }
    var prompt = prompt
    let text = prompt.editor.text
    let hasEnded = prompt.press(key)
    self.prompt = prompt
    if hasEnded { self.prompt = nil }
    if prompt.editor.text != text { prompt.change() }
    if hasEnded { prompt.end() }
  }

  func moveCursor(_ move: (inout ListScroller) -> Void) {
    let old = cursor
    move(&scroller)
    guard old != cursor else { return }
    if let old { link.events.report(.unhighlighted, at: old) }
    if let cursor { link.events.report(.highlighted, at: cursor) }
  }

  /// Reports that the row at the cursor has been deleted, and which row is now at the cursor.
  func reportCursorMoved(fromDeleted row: Row, at path: RowPath) {
    link.events.report(.unhighlighted, row, at: path)
    if let cursor { link.events.report(.highlighted, at: cursor) }
  }

  private func painted(_ line: TerminalLine, _ content: ListLayout.Content?) -> TablePainter.PaintedLine {
    var painted = TablePainter.PaintedLine(text: line.text, style: line.look.style)
    if line.showsRowCount, case .header(let section) = content {
      painted.rowCount = scroller.layout.rowCount(inSection: section)
      painted.note = sectionNote?(link.table.sections[section].value)
    }
    return painted
  }

  private func painted(
    _ row: Row, _ columns: ArraySlice<TerminalColumn<Row>>, at path: RowPath, _ now: ContinuousClock.Instant
  ) -> TablePainter.PaintedRow {
    let cells = columns.map { $0.value(row) }
    var painted = TablePainter.PaintedRow(cells: cells, isSelected: link.selection.contains(path))
    for (index, column) in columns.enumerated() {
      if let rendition = column.rendition?(row) { painted.renditions[index] = rendition }
    }
    guard let change = markers.change(at: path, at: now) else { return painted }
    painted.mark = change.kinds.mark
    painted.freshness = change.freshness
    if let previous = change.previous {
      for (index, column) in columns.enumerated() {
        let old = column.value(previous)
        if old == cells[index] || column.isQuiet { continue }
        painted.changed.insert(index)
        if let changedText { painted.cells[index] = changedText(columns.startIndex + index, old, cells[index]) }
      }
    }
    return painted
  }

  private func status(at now: ContinuousClock.Instant) -> StatusLine {
    let layout = scroller.layout
    return StatusLine(
      rowCount: layout.rowCount,
      totalRowCount: totalRowCount.flatMap { $0 > layout.rowCount ? $0 : nil },
      sectionCount: layout.hasHeaders ? layout.sectionCount : nil,
      position: scroller.selection.flatMap { layout.offset(of: $0) }.map { $0 + 1 },
      lastUpdate: lastUpdate,
      rate: meter.changesPerSecond(at: now),
      mode: mode ?? (isPaused ? "PAUSED, space continues" : nil),
      notes: notes,
      totalText: totalText,
      message: message,
      caption: caption)
  }
}

extension TerminalTableView: ScrollableTableView {
  /// Scrolls to the row at a path, if it exists, without moving the cursor.
  ///
  /// - Parameters:
  ///   - path: The path of the row.
  ///   - position: The position on screen to which the row is scrolled.
  ///   - animated: Ignored, because a terminal does not animate scrolling.
  public func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) {
    scroller.scroll(to: path, at: position)
    setNeedsDisplay()
  }
}

extension TerminalTableView: SelectionPresenter {
  /// Redraws the given rows, and configures their cells again.
  package func showSelection(selected: [RowPath], deselected: [RowPath]) {
    var reloads = CellReloads()
    reloads.rows = cells.reconfigure(selected + deselected, in: self)
    moveLines(through: nil, reloads)
    setNeedsDisplay()
  }

  package func scroll(to path: RowPath) { cursor = path }
}
