#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
@_spi(Adapters) public import LiveTables

/// What users do.
@_spi(Adapters) extension TableBinder: SelectionPresenter {
  private var earlier: EarlierTableDelegate { EarlierTableDelegate(self) }

  private func route(_ message: DelegateMessage) -> Delegation.Route {
    link.delegation.route(message, isImplemented: earlierDelegate != nil || earlierDataSource != nil)
  }

  func path(ofLine line: Int) -> RowPath? {
    if case .row(let path)? = lines[line] { path } else { nil }
  }

  // MARK: - Selection

  /// Selects these rows in the table view, and configures their cells again.
  @_spi(Adapters) public func showSelection(selected: [RowPath], deselected: [RowPath]) {
    showSelection()
    columnCells.reconfigure(selected + deselected, in: self) { lines.line(of: $0) }
  }

  /// Scrolls to a row, as little as shows it.
  @_spi(Adapters) public func scroll(to path: RowPath) {
    if let line = lines.line(of: path) { tableView?.scrollRowToVisible(line) }
  }

  /// Makes the table view select what is selected; without a mode that is its own business.
  func showSelection() {
    guard let tableView, settings != nil, link.selection.mode != .none else { return }
    let wanted = IndexSet(link.selection.paths.compactMap { lines.line(of: $0) })
    if tableView.selectedRowIndexes == wanted { return }
    isSelecting = true
    tableView.selectRowIndexes(wanted, byExtendingSelection: false)
    isSelecting = false
  }

  func selection(forProposed proposed: IndexSet) -> IndexSet {
    if link.selection.mode == .none {
      guard let tableView else { return IndexSet() }
      return earlier.selection(proposed, tableView) ?? IndexSet()
    }
    var proposed = proposed
    if let tableView, route(.maySelect).isForwarded {
      proposed = earlier.selection(proposed, tableView) ?? proposed
    }
    return IndexSet(link.selection.allowed(proposed.compactMap(path(ofLine:))).compactMap { lines.line(of: $0) })
  }

  func selectionDidChange(_ notification: Notification) {
    defer { earlier.selectionDidChange(notification) }
    guard let tableView, !isSelecting, !isTelling, link.selection.mode != .none else { return }
    link.selection.user(selects: tableView.selectedRowIndexes.compactMap(path(ofLine:)))
    showSelection()
  }

  // MARK: - Actions

  func actions(forLine line: Int, _ edge: NSTableView.RowActionEdge) -> [NSTableViewRowAction] {
    guard let tableView else { return [] }
    let route = route(.actions)
    let own = route.isHandled && edge == .trailing ? path(ofLine: line).map { link.editing.actions(at: $0) } ?? [] : []
    if own.isEmpty { return earlier.actions(line, edge, tableView) ?? [] }
    return own.map { action in
      NSTableViewRowAction(style: action.isDestructive ? .destructive : .regular, title: action.title) {
        [weak self] _, line in
        MainActor.assumeIsolated { self?.perform(action, line) }
      }
    }
  }

  private func perform(_ action: RowAction<Section, Row>, _ line: Int) {
    if let path = path(ofLine: line) { link.editing.perform(action, at: path) }
    tableView?.rowActionsVisible = false
  }

  // MARK: - Dragging

  func writer(forLine line: Int) -> (any NSPasteboardWriting)? {
    guard let tableView else { return nil }
    guard let path = path(ofLine: line), link.editing.may(.move, at: path) else {
      return earlier.writer(line, tableView)
    }
    return NSPasteboardItem(row: path)
  }

  func dragWillBegin(_ session: NSDraggingSession, at point: NSPoint, _ lines: IndexSet) {
    drag?.cancel()
    drag = lines.lazy.compactMap(path(ofLine:)).first.flatMap { link.editing.beginDrag(at: $0) }
    tableView.map { earlier.dragWillBegin(session, at: point, lines, $0) }
  }

  func dragEnded(_ session: NSDraggingSession, at point: NSPoint, _ operation: NSDragOperation) {
    drag?.cancel()
    drag = nil
    dropGap = nil
    tableView.map { earlier.dragEnded(session, at: point, operation, $0) }
  }

  private func isOwn(_ info: any NSDraggingInfo) -> Bool {
    drag?.source != nil && info.draggingSource as? NSTableView === tableView
  }

  func validateDrop(
    _ info: any NSDraggingInfo, _ line: Int, _ operation: NSTableView.DropOperation
  ) -> NSDragOperation {
    guard let tableView else { return [] }
    guard isOwn(info), let drag else { return earlier.validate(info, line, operation, tableView) ?? [] }
    dropGap = nil
    guard let proposed = lines.gap(aboveLine: line), let gap = drag.gap(for: proposed),
      let place = lines.line(ofGap: gap)
    else { return [] }
    dropGap = (place, gap)
    tableView.setDropRow(place, dropOperation: .above)
    return .move
  }

  func acceptDrop(_ info: any NSDraggingInfo, _ line: Int, _ operation: NSTableView.DropOperation) -> Bool {
    guard let tableView else { return false }
    guard isOwn(info), let drag else { return earlier.accept(info, line, operation, tableView) ?? false }
    let validated = dropGap?.line == line ? dropGap?.gap : nil
    dropGap = nil
    return (validated ?? lines.gap(aboveLine: line)).map { drag.drop(intoGap: $0) } ?? false
  }
}
#endif
