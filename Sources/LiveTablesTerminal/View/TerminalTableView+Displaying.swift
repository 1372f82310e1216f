import LiveTablesCells

extension TerminalTableView {
  /// Reports the rows that have appeared on screen or left it since the last frame.
  func reportDisplayed() {
    let layout = scroller.layout
    let report = DisplayReport(lines: scroller.visibleLines, revision: link.revision)
    if report == lastReport { return }
    lastReport = report
    var rows: [RowPath] = []
    for line in scroller.visibleLines where line > scroller.top || scroller.stickySection == nil {
      if case .row(let path) = layout.content(at: line) { rows.append(path) }
    }
    let before = displayedRows
    displayedRows = rows
    for path in before where !rows.contains(path) { link.events.report(.didEndDisplaying, at: path) }
    for path in rows where !before.contains(path) { link.events.report(.willDisplay, at: path) }
  }

  /// Updates the displayed rows after a batch, and reports deleted rows as no longer displayed.
  func moveDisplayedRows(through map: PathMap, from source: TableSnapshot<Section, Row>) {
    let before = displayedRows
    displayedRows = []
    for path in before {
      if let target = map.target(of: path) {
        displayedRows.append(target)
      } else if let row = source[path] {
        link.events.report(.didEndDisplaying, row, at: path)
      }
    }
  }

  /// Reports that all rows have left the screen, because they are about to be drawn again.
  func endDisplaying() {
    for path in displayedRows { link.events.report(.didEndDisplaying, at: path) }
    displayedRows = []
    lastReport = nil
  }
}

/// The visible lines and the revision of the table when the displayed rows were last reported.
struct DisplayReport: Equatable {
  /// The visible lines, as line numbers of the table's layout.
  var lines: Range<Int>
  var revision: Int
}
