@_spi(Adapters) import LiveTablesCells

/// Which rows are on the screen.
extension TerminalTableView {
  /// Says which rows have come on the screen and which have left it since the last frame.
  func reportDisplayed() {
    let layout = scroller.layout
    let place = Displayed(lines: scroller.visibleLines, revision: link.revision)
    if place == displayedPlace { return }
    displayedPlace = place
    var rows: [RowPath] = []
    for line in scroller.visibleLines where line > scroller.top || scroller.stickySection == nil {
      if case .row(let path) = layout.content(at: line) { rows.append(path) }
    }
    let before = displayedRows
    displayedRows = rows
    for path in before where !rows.contains(path) { link.events.report(.didEndDisplaying, at: path) }
    for path in rows where !before.contains(path) { link.events.report(.willDisplay, at: path) }
  }

  /// Rows on the screen go where a batch takes them; those that it deletes have left the screen.
  func carryDisplayed(through map: PathMap, from source: TableSnapshot<Section, Row>) {
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

  /// No row is on the screen any more: all of them are about to be drawn anew.
  func endDisplaying() {
    for path in displayedRows { link.events.report(.didEndDisplaying, at: path) }
    displayedRows = []
    displayedPlace = nil
  }
}

/// What the rows on the screen depend on.
struct Displayed: Equatable {
  var lines: Range<Int>
  var revision: Int
}
