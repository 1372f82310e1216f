#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
@_spi(Adapters) public import LiveTablesCells
import LiveTablesOperators

extension TableViewBinder {
  func reloadLines(_ commit: () -> Void) {
    guard let view else { return commit() }
    updating {
      let first = updates.isCurrent ? firstVisible : nil
      commit()
      columnCells.endDisplaying()
      lines = makeLines()
      view.reloadData()
      showSelection()
      keep(first)
    }
  }

  func performLines(
    _ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void
  ) throws {
    guard let view else { return commit() }
    var isDone = false
    // A batch that only updates rows does not change the lines of the table view.
    let changesLines = stage.operations.count > stage.operations.updatedRows.count
    updating {
      let map = PathMap(stage.operations)
      let anchor = anchor(for: stage.operations)
      let isAnimated = animation.isAnimated && anchor?.hasChangesAbove != true
      var reloads: [(column: NSUserInterfaceItemIdentifier?, CellReloads)] = []
      animating(isAnimated) {
        view.beginUpdates()
        commit()
        reloads = columnCells.change(stage, map, in: self)
        // The caller's code, which determines the kinds of headers, may read the lines.
        var followed = lines
        let steps =
          changesLines ? followed.follow(stage.operations, rowCounts: link.table.rowCounts) { hasLine($0, $1) } : []
        lines = followed
        for step in steps ?? [] { perform(step, animation, on: view) }
        isDone = steps != nil
        if !isDone { lines = makeLines() }
        view.endUpdates()
      }
      if isDone {
        columnCells.reload(reloads, line: { lines.line(of: $0) }) { lines.line(of: $0.kind, section: $0.section) }
        animating(isAnimated) { noteHeights(of: stage.operations) }
      }
      if changesLines { showSelection() }
      if let anchor, let offset = anchor.offset(top: { top(of: $0) }) { scroll(to: offset) }
    }
    if !isDone { throw RowMismatch() }
  }

  private func perform(_ step: LineStep, _ animation: BatchAnimation, on tableView: NSTableView) {
    switch step {
    case .remove(let range, let section):
      let animation = animation.animation(of: .delete, inSection: section)
      tableView.removeRows(at: IndexSet(integersIn: range), withAnimation: .disappearing(animation))
    case .insert(let range, let section):
      let animation = animation.animation(of: .insert, inSection: section)
      tableView.insertRows(at: IndexSet(integersIn: range), withAnimation: .appearing(animation))
    case .move(let from, let to): tableView.moveRow(at: from, to: to)
    }
  }

  private func noteHeights(of operations: BatchOperations) {
    guard sizes != nil || isAnsweredByOthers("tableView:heightOfRow:") else { return }
    let rows = operations.updatedRows + operations.movedRows.map(\.to)
    let supplements = operations.updatedSections.flatMap { section in
      [SupplementaryKind.header, .footer].compactMap { lines.line(of: $0, section: section) }
    }
    let changed = IndexSet(rows.compactMap { lines.line(of: $0) } + supplements)
    if !changed.isEmpty { view?.noteHeightOfRows(withIndexesChanged: changed) }
  }

  // MARK: - Scroll position

  /// The scroll offset below the column header, which is negative if the user has pulled the view down.
  private var offset: Double { Double(clippedRect.minY) + coveredHeight }

  private var clippedRect: NSRect { view.map { $0.enclosingScrollView?.contentView.bounds ?? $0.visibleRect } ?? .zero }

  private func top(of path: RowPath) -> Double? {
    guard let view, let line = lines.line(of: path) else { return nil }
    return Double(view.rect(ofRow: line).minY)
  }

  /// The rows on screen from top to bottom, with their distances from the top of the table.
  private var visibleRows: some Sequence<(path: RowPath, top: Double)> {
    var rect = view?.visibleRect ?? .zero
    let covered = max(0, CGFloat(offset) - rect.minY)
    rect.origin.y += covered
    rect.size.height -= covered
    let range = view?.rows(in: rect) ?? NSRange(location: 0, length: 0)
    return (range.location..<range.location + range.length).lazy.compactMap { line in
      guard case .row(let path) = self.lines[line], let top = self.top(of: path) else { return nil }
      return (path, top)
    }
  }

  private func anchor(for operations: BatchOperations) -> ScrollAnchor? {
    contentOffsetAdjustment == .never
      ? nil : ScrollAnchor(for: operations, rows: visibleRows, offset: offset, keeping: contentOffsetAdjustment)
  }

  private var firstVisible: (id: Row.Identity, distance: Double)? {
    if contentOffsetAdjustment == .never || (contentOffsetAdjustment == .unlessAtTop && offset <= 0) { return nil }
    guard let first = visibleRows.first(where: { _ in true }), let row = link.table[first.path] else { return nil }
    return (row.identity, first.top - offset)
  }

  private func keep(_ first: (id: Row.Identity, distance: Double)?) {
    guard let first, let path = link.table.path(of: first.id), let top = top(of: path) else { return }
    scroll(to: top - first.distance)
  }

  /// The height of the visible area that the column header covers.
  private var coveredHeight: Double { view?.enclosingScrollView.map { Double($0.contentView.contentInsets.top) } ?? 0 }

  func scroll(to offset: Double, animated: Bool = false) {
    guard let view, offset != self.offset else { return }
    let origin = NSPoint(x: view.visibleRect.minX, y: CGFloat(max(0, offset) - coveredHeight))
    guard animated, let scrollView = view.enclosingScrollView else { return view.scroll(origin) }
    // In a scroll view, only the bounds of the clip view can be animated.
    scrollView.contentView.animator().setBoundsOrigin(origin)
    scrollView.reflectScrolledClipView(scrollView.contentView)
  }
}

extension TableViewBinder: ScrollableTableView {
  /// Scrolls to the row at a path, if it exists.
  public func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) {
    guard let view, let line = lines.line(of: path) else { return }
    let rect = view.rect(ofRow: line)
    if rect.height <= 0 { return }
    let target = position.offset(
      showing: Double(rect.minY)...Double(rect.maxY), offset: offset,
      height: Double(clippedRect.height) - coveredHeight, content: Double(view.frame.height))
    animating(animated) { scroll(to: target, animated: animated) }
  }
}
#endif
