@_spi(Adapters) import LiveTablesCells

/// Which rows are on the screen.
extension TerminalTableView {
  /// Says which rows have come on the screen and which have left it since the last frame.
  func reportDisplayed() {
    let layout = scroller.layout
    let place = Displayed(lines: scroller.visibleLines, revision: link.revision)
    if place == displayedPlace { return }
    displayedPlace = place
    var rows: [(path: RowPath, row: Row)] = []
    for line in scroller.visibleLines where line > scroller.top || scroller.stickySection == nil {
      guard case .row(let path) = layout.content(at: line), let row = link.table[path] else { continue }
      rows.append((path, row))
    }
    let before = displayedRows
    displayedRows = rows
    for (path, row) in before where !rows.contains(where: { $0.row.identity == row.identity }) {
      link.events.report(.didEndDisplaying, row, at: path)
    }
    for (path, row) in rows where !before.contains(where: { $0.row.identity == row.identity }) {
      link.events.report(.willDisplay, at: path)
    }
  }

  /// No row is on the screen any more: all of them are about to be drawn anew.
  func endDisplaying() {
    for (path, row) in displayedRows { link.events.report(.didEndDisplaying, row, at: path) }
    displayedRows = []
    displayedPlace = nil
  }
}

/// What the rows on the screen depend on.
struct Displayed: Equatable {
  var lines: Range<Int>
  var revision: Int
}
