import LiveTablesCells

/// The selected row and the visible part of a list.
///
/// When the list changes, it scrolls so that the row at the cursor keeps its line on screen. Without a cursor, the
/// first visible row keeps its line, unless the list is scrolled to the top, where new rows should become visible.
struct ListScroller: Sendable {
  enum Motion: Hashable, Sendable {
    case up, down, pageUp, pageDown, home, end
  }

  private(set) var layout = ListLayout()
  private(set) var selection: RowPath?
  /// The line of the list that is on the first line of the screen.
  private(set) var top = 0
  private(set) var height = 0

  var visibleLines: Range<Int> { top..<min(layout.lineCount, top + height) }

  /// Returns the content on screen for a line of the list, with the sticky header, if any, on the first line.
  func content(at line: Int) -> ListLayout.Content? {
    if line == top, let section = stickySection { return .header(section: section) }
    return layout.content(at: line)
  }

  var visibleContents: Set<ListLayout.Content> { Set(visibleLines.compactMap { content(at: $0) }) }

  /// The section whose header sticks to the first line because the header's own line has scrolled out of view.
  var stickySection: Int? {
    guard case .row(let path) = layout.content(at: top), hasStickyHeader(path.section) else { return nil }
    return path.section
  }

  func isSelected(line: Int) -> Bool {
    selection.flatMap { layout.line(of: $0) } == line
  }

  mutating func resize(height: Int) {
    guard height != self.height else { return }
    self.height = max(0, height)
    reveal()
  }

  mutating func move(_ motion: Motion) {
    guard let selection, let line = layout.line(of: selection) else {
      selectFirst(motion)
      return
    }
    let page = max(1, height - (hasStickyHeader(selection.section) ? 2 : 1))
    switch motion {
    // On the first or last row, the selection is scrolled back into view.
    case .up: select(layout.row(atOrBefore: line - 1) ?? selection)
    case .down: select(layout.row(atOrAfter: line + 1) ?? selection)
    case .pageUp: turn(by: -page, from: line)
    case .pageDown: turn(by: page, from: line)
    case .home, .end: selectEnd(motion)
    }
  }

  /// Selects the row at a path and scrolls to it, if the row exists.
  mutating func select(_ path: RowPath?) {
    guard let path, layout.line(of: path) != nil else { return }
    selection = path
    reveal()
  }

  mutating func deselect() {
    selection = nil
  }

  mutating func scroll(by lines: Int) {
    top += lines
    clampTop()
  }

  /// Scrolls to the row at a path, if it exists, without changing the selection.
  mutating func scroll(to path: RowPath, at position: ScrollAlignment) {
    guard let line = layout.line(of: path) else { return }
    // A sticky header covers the first line.
    let first = max(0, line - (hasStickyHeader(path.section) ? 1 : 0))
    let showing = Double(position == .bottom ? line : first)...Double(line + 1)
    top = Int(
      position.offset(
        showing: showing, offset: Double(top), height: Double(height), content: Double(layout.lineCount)))
    clampTop()
  }

  mutating func scrollToTop() { top = 0 }

  /// Updates the list after a change.
  ///
  /// - Parameters:
  ///   - layout: The layout after the change.
  ///   - stays: A closure that returns whether a row of the old list still exists and has not moved.
  ///   - destination: A closure that returns the new path of a row of the old list or, if the row was deleted, of its
  ///     neighbor.
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
    // If the cursor is off screen, the visible rows keep their positions.
    if isSeen { reveal() } else { clampTop() }
  }

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

  /// Returns the row that keeps its position on screen, with its line on screen.
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

  /// Selects the first visible row when the first key is pressed or, for Home and End, the first or last row.
  private mutating func selectFirst(_ motion: Motion) {
    switch motion {
    case .up, .down, .pageUp, .pageDown: select(layout.row(atOrAfter: top + (stickySection == nil ? 0 : 1)))
    case .home, .end: selectEnd(motion)
    }
  }

  /// Selects the first row, and shows the header above it, or selects the last row.
  private mutating func selectEnd(_ motion: Motion) {
    top = motion == .home ? 0 : layout.lineCount
    select(motion == .home ? layout.row(atOrAfter: 0) : layout.row(atOrBefore: layout.lineCount - 1))
    clampTop()
  }

  /// Moves the selection by a page, and keeps its position on screen if possible.
  private mutating func turn(by lines: Int, from line: Int) {
    top += lines
    let target = line + lines
    select(lines > 0 ? layout.row(nearest: target) : layout.row(atOrAfter: target))
  }

  /// Scrolls to the selection by the shortest distance, below a sticky header.
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
