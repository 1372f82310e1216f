@_spi(Adapters) import LiveTablesCells

/// Which row is selected, and which part of a list is on the screen.
///
/// The selection belongs to a row, not to a place: when the list changes it goes where its row goes, and the list scrolls
/// so that it stays on the same line of the screen. Without a selection it is the first row on the screen that stays,
/// except at the very top, where what is new is to be seen.
struct ListScroller: Sendable {
  /// A way through the list.
  enum Motion: Hashable, Sendable {
    case up, down, pageUp, pageDown, home, end
  }

  /// What there is to scroll through.
  private(set) var layout = ListLayout()
  /// The selected row.
  private(set) var selection: RowPath?
  /// The line of the list on the first line of the screen.
  private(set) var top = 0
  /// The lines on the screen.
  private(set) var height = 0

  /// The lines of the list that are on the screen.
  var visibleLines: Range<Int> { top..<min(layout.lineCount, top + height) }

  /// What the screen shows on a line of the list: what is there, or the header that sticks to the first line.
  func content(at line: Int) -> ListLayout.Content? {
    if line == top, let section = stickySection { return .header(section: section) }
    return layout.content(at: line)
  }

  /// What is on the screen.
  var visibleContents: Set<ListLayout.Content> { Set(visibleLines.compactMap { content(at: $0) }) }

  /// The section whose header has to stand on the first line because its own line has scrolled away.
  var stickySection: Int? {
    guard case .row(let path) = layout.content(at: top), hasStickyHeader(path.section) else { return nil }
    return path.section
  }

  /// Whether a line of the list is that of the selected row.
  func isSelected(line: Int) -> Bool {
    selection.flatMap { layout.line(of: $0) } == line
  }

  /// Takes a new height.
  mutating func resize(height: Int) {
    guard height != self.height else { return }
    self.height = max(0, height)
    reveal()
  }

  /// Goes a step or further, and selects the row there.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  mutating func move(_ motion: Motion) {
    guard let selection, let line = layout.line(of: selection) else {
      selectFirst(motion)
      return
    }
    let page = max(1, height - (hasStickyHeader(selection.section) ? 2 : 1))
    switch motion {
    // On the first row and the last one it is brought back to the screen.
    case .up: select(layout.row(atOrBefore: line - 1) ?? selection)
    case .down: select(layout.row(atOrAfter: line + 1) ?? selection)
    case .pageUp: turn(by: -page, from: line)
    case .pageDown: turn(by: page, from: line)
    case .home, .end: selectEnd(motion)
    }
  }

  /// Selects a row and brings it to the screen; a path without a row changes nothing.
  mutating func select(_ path: RowPath?) {
    guard let path, layout.line(of: path) != nil else { return }
    selection = path
    reveal()
  }

  /// Selects nothing.
  mutating func deselect() {
    selection = nil
  }

  /// Scrolls without taking the selection along.
  mutating func scroll(by lines: Int) {
    top += lines
    clampTop()
  }

  /// Scrolls to a row without taking the selection along; a path without a row changes nothing.
  mutating func scroll(to path: RowPath, at position: ScrollAlignment) {
    guard let line = layout.line(of: path) else { return }
    // A header that sticks to the first line covers what would be there.
    let first = max(0, line - (hasStickyHeader(path.section) ? 1 : 0))
    let showing = Double(position == .bottom ? line : first)...Double(line + 1)
    top = Int(
      position.offset(
        showing: showing, offset: Double(top), height: Double(height), content: Double(layout.lineCount)))
    clampTop()
  }

  /// Shows the first lines, wherever the selection is.
  mutating func scrollToTop() { top = 0 }

  /// Takes a changed list.
  ///
  /// - Parameters:
  ///   - layout: The list as it is now.
  ///   - stays: Whether a row of the list as it was is still there, and has not moved by itself.
  ///   - destination: Where a row of the list as it was is now; for one that is gone, where its neighbour is.
  mutating func update(
    to layout: ListLayout, stays: (RowPath) -> Bool = { _ in true }, destination: (RowPath) -> RowPath?
  ) {
    let anchor = anchor(stays)
    let isSeen = selection.flatMap { self.layout.line(of: $0) }.map { visibleLines.contains($0) } ?? true
    self.layout = layout
    selection = selection.flatMap(destination).flatMap { layout.line(of: $0) == nil ? nil : $0 }
    if let anchor, let line = destination(anchor.row).flatMap({ layout.line(of: $0) }) {
      top = line - anchor.y
    }
    // A cursor that was not on the screen does not take it away from what is.
    if isSeen { reveal() } else { clampTop() }
  }

  /// Takes another list, of which it is only known where the selected row is, if it still has one.
  mutating func reload(to layout: ListLayout, selection path: RowPath?) {
    let y = selection.flatMap { self.layout.line(of: $0) }.flatMap { visibleLines.contains($0) ? $0 - top : nil }
    self.layout = layout
    selection = path.flatMap { layout.line(of: $0) == nil ? nil : $0 }
    if let y, let selection, let line = layout.line(of: selection) {
      top = line - y
      reveal()
    }
    clampTop()
  }

  /// The row that stays where it is on the screen, and its line there.
  private func anchor(_ stays: (RowPath) -> Bool) -> (row: RowPath, y: Int)? {
    if let selection, let line = layout.line(of: selection), visibleLines.contains(line) {
      return (selection, line - top)
    }
    if top == 0 { return nil }
    for line in visibleLines {
      if case .row(let row) = content(at: line), stays(row) { return (row, line - top) }
    }
    return nil
  }

  private func hasStickyHeader(_ section: Int) -> Bool { layout.hasHeader(section) && height >= 3 }

  /// Without a selection the first key selects what is on the screen already, where it leads nowhere else.
  private mutating func selectFirst(_ motion: Motion) {
    switch motion {
    case .up, .down, .pageUp, .pageDown: select(layout.row(atOrAfter: top + (stickySection == nil ? 0 : 1)))
    case .home, .end: selectEnd(motion)
    }
  }

  /// Goes all the way up, where the header of the first section is to be seen too, or all the way down.
  private mutating func selectEnd(_ motion: Motion) {
    top = motion == .home ? 0 : layout.lineCount
    select(motion == .home ? layout.row(atOrAfter: 0) : layout.row(atOrBefore: layout.lineCount - 1))
    clampTop()
  }

  /// Turns a page: the selection stays where it is on the screen, as far as there is list.
  private mutating func turn(by lines: Int, from line: Int) {
    top += lines
    let target = line + lines
    select(lines > 0 ? layout.row(nearest: target) : layout.row(atOrAfter: target))
  }

  /// Scrolls as little as shows the selection, below a header that sticks to the first line.
  private mutating func reveal() {
    if let selection, let line = layout.line(of: selection) {
      top = min(top, line - (hasStickyHeader(selection.section) ? 1 : 0))
      top = max(top, line - max(0, height - 1))
    }
    clampTop()
  }

  private mutating func clampTop() {
    top = max(0, min(top, layout.lineCount - height))
  }
}
