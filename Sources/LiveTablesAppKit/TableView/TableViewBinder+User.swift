#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesOperators

extension TableViewBinder {
  // MARK: - Selection

  /// Returns the selection as adjusted by the previous delegate, or `nil` if that delegate does not adjust selections.
  private func earlierSelection(forProposed proposed: IndexSet) -> IndexSet? {
    guard let view else { return nil }
    if let select = earlier?.tableView(_:selectionIndexesForProposedSelection:) { return select(view, proposed) }
    guard let shouldSelect = earlier?.tableView(_:shouldSelectRow:) else { return nil }
    return proposed.filteredIndexSet { shouldSelect(view, $0) }
  }

  func selection(forProposed proposed: IndexSet) -> IndexSet {
    let earlier = earlierSelection(forProposed: proposed)
    if link.selection.mode == .none { return earlier ?? proposed }
    let route = link.delegation.route(.maySelect, isImplemented: earlier != nil)
    let lines = route.isForwarded ? earlier ?? proposed : proposed
    let allowed = link.selection.allowed(lines.compactMap(path(ofLine:))).compactMap { self.lines.line(of: $0) }
    // A click that would select nothing does not deselect rows.
    return allowed.isEmpty && !proposed.isEmpty ? view?.selectedRowIndexes ?? [] : IndexSet(allowed)
  }

  func selectionDidChange(_ notification: Notification) {
    if let view { userSelects(view.selectedRowIndexes.compactMap(path(ofLine:))) }
    (earlier?.tableViewSelectionDidChange(_:))?(notification)
  }

  // MARK: - Actions

  func actions(forLine line: Int, _ edge: NSTableView.RowActionEdge) -> [NSTableViewRowAction] {
    guard let view else { return [] }
    // The rules' actions are trailing actions of rows. The caller provides leading actions, and the actions of
    // headers.
    guard edge == .trailing, let path = path(ofLine: line), handlesActions(at: path) else {
      return (earlier?.tableView(_:rowActionsForRow:edge:))?(view, line, edge) ?? []
    }
    return actions(at: path).map { action, perform in
      NSTableViewRowAction(style: action.isDestructive ? .destructive : .regular, title: action.title) {
        [weak self] _, _ in
        MainActor.assumeIsolated {
          _ = perform()
          self?.view?.rowActionsVisible = false
        }
      }
    }
  }

  // MARK: - Dragging

  func writer(forLine line: Int) -> (any NSPasteboardWriting)? {
    guard updates.isCurrent, let path = path(ofLine: line), link.editing.may(.move, at: path) else { return nil }
    return NSPasteboardItem(row: path)
  }

  func validateDrop(_ info: any NSDraggingInfo, _ line: Int) -> NSDragOperation {
    dropGap = nil
    guard isOwn(info), let drag, let proposed = lines.gap(aboveLine: line), let gap = drag.gap(for: proposed),
      let place = lines.line(ofGap: gap)
    else { return [] }
    dropGap = (place, gap)
    view?.setDropRow(place, dropOperation: .above)
    return .move
  }

  func acceptDrop(_ info: any NSDraggingInfo, _ line: Int) -> Bool {
    guard isOwn(info), let drag else { return false }
    let validated = dropGap?.line == line ? dropGap?.gap : nil
    dropGap = nil
    return (validated ?? lines.gap(aboveLine: line)).map { drag.drop(intoGap: $0) } ?? false
  }
}
#endif
