import LiveTables

/// What is on the screen, and what keys do to it.
extension TerminalTableView: ScreenContent {
  func lines(for size: ScreenSize, at now: ContinuousClock.Instant) -> [ScreenLine] {
    scroller.resize(height: TablePainter.listHeight(for: size))
    let table = link.table
    let sections = table.sections
    let source = TablePainter.Source(
      header: { [sectionTitle] section in sectionTitle?(sections[section].value) ?? "" },
      row: { [self] path, columns in table[path].map { painted($0, columns, at: now) } })
    return painter.lines(
      for: size, scroller: scroller, empty: link.revision == 0 ? waitingText : emptyText, status: status(at: now),
      source: source)
  }

  func isFading(at now: ContinuousClock.Instant) -> Bool {
    markers.isFading(at: now) || meter.changesPerSecond(at: now) > 0
  }

  func press(_ key: Key) -> Bool {
    switch onKey?(key) ?? .unhandled {
    case .handled: return true
    case .quit: return false
    case .unhandled: break
    }
    switch TableCommand(key) {
    case .move(let motion): scroller.move(motion)
    case .left: painter.scroll(.left)
    case .right: painter.scroll(.right)
    case .deselect: scroller.deselect()
    case .pause: isPaused.toggle()
    case .quit: return false
    case nil: break
    }
    return true
  }

  private func painted(_ row: Row, _ columns: Range<Int>, at now: ContinuousClock.Instant) -> TablePainter.PaintedRow {
    let cells = columns.map { self.columns[$0].value(row) }
    var painted = TablePainter.PaintedRow(cells: cells)
    guard let mark = markers.mark(of: row.identity, at: now) else { return painted }
    painted.symbol = mark.kinds.symbol
    painted.freshness = mark.freshness
    if let previous = mark.previous {
      for (index, column) in columns.enumerated() where self.columns[column].value(previous) != cells[index] {
        painted.changed.insert(index)
      }
    }
    return painted
  }

  private func status(at now: ContinuousClock.Instant) -> StatusLine {
    let layout = scroller.layout
    return StatusLine(
      rows: layout.rowCount,
      sections: layout.hasHeaders ? layout.sectionCount : nil,
      position: scroller.selection.flatMap { layout.offset(of: $0) }.map { $0 + 1 },
      lastUpdate: tally,
      rate: meter.changesPerSecond(at: now),
      isPaused: isPaused,
      message: message,
      caption: caption)
  }
}
