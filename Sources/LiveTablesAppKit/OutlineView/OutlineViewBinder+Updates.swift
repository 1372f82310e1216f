#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTablesOperators
@_spi(Adapters) import LiveTablesCells

extension OutlineViewBinder {
  func reloadItems(_ commit: () -> Void) {
    guard let outlineView = view else { return commit() }
    updating {
      commit()
      columnCells.endDisplaying()
      items.reset(to: link.table)
      outlineView.reloadData()
      openAndClose(items.all, afterReload: true)
      showSelection()
    }
  }

  func performItems(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) throws {
    guard let outlineView = view else { return commit() }
    updating {
      animating(animation.isAnimated) {
        outlineView.beginUpdates()
        commit()
        let reloads = columnCells.change(stage, PathMap(stage.operations), in: self)
        let changes = items.follow(stage.operations, to: link.table)
        for step in changes.steps { perform(step, animation, on: outlineView) }
        outlineView.endUpdates()
        openAndClose(changes.items.sorted { $0.row < $1.row }, afterReload: false)
        columnCells.reload(reloads) { $0.row }
      }
      showSelection()
    }
    if outlineView.numberOfRows != link.table.count { throw RowMismatch() }
  }

  private func perform(_ step: OutlineItems<Value>.Step, _ animation: BatchAnimation, on outlineView: NSOutlineView) {
    switch step {
    case .insert(let indexes, let parent):
      outlineView.insertItems(
        at: indexes, inParent: parent,
        withAnimation: .appearing(animation.animation(of: .insert, inSection: 0)))
    case .remove(let indexes, let parent):
      outlineView.removeItems(
        at: indexes, inParent: parent,
        withAnimation: .disappearing(animation.animation(of: .delete, inSection: 0)))
    case .move(let index, let parent, let target, let newParent):
      outlineView.moveItem(at: index, inParent: parent, to: target, inParent: newParent)
    }
  }

  /// Expands and collapses items to match the rows.
  ///
  /// - Parameters:
  ///   - items: All items to consider, from top to bottom.
  ///   - afterReload: Whether the outline view may have expanded or collapsed items on its own.
  func openAndClose(_ items: [OutlineItem<Value>], afterReload: Bool) {
    guard let view else { return }
    for item in items {
      if afterReload { item.isOpen = view.isItemExpanded(item) }
      let (wasOpen, wasExpandable) = (item.isOpen, item.knownExpandable)
      item.isOpen = item.shouldBeOpen
      // The items above this one are up to date. The view does not know the children of a collapsed item.
      let isRead = item.parent.map { $0.isOpen && $0.knownExpandable != nil } ?? true
      item.knownExpandable = isRead ? item.isExpandable : nil
      if wasOpen, !item.isOpen { view.collapseItem(item) }
      // A view expands an item only if it knows that the item is expandable.
      if !afterReload, isRead, let wasExpandable, wasExpandable != item.isExpandable { view.reloadItem(item) }
      if !wasOpen, item.isOpen { view.expandItem(item) }
    }
  }

  // MARK: - Rows

  func didAdd(_ rowView: NSTableRowView, _ row: Int) {
    guard let view else { return }
    if updates.isCurrent, let path = path(of: view.item(atRow: row)), let value = link.table[path] {
      columnCells.didAdd(rowView, .row(path, value), self)
    }
    (earlier?.outlineView(_:didAdd:forRow:))?(view, rowView, row)
  }

  func didRemove(_ rowView: NSTableRowView, _ row: Int) {
    columnCells.didRemove(rowView)
    view.map { (earlier?.outlineView(_:didRemove:forRow:))?($0, rowView, row) }
  }

  func may(expand isExpanded: Bool, _ item: Any) -> Bool {
    if isUpdating { return true }
    if let item = item as? OutlineItem<Value> { request(item.value.identity, isExpanded: isExpanded) }
    return false
  }

  // MARK: - Selection

  func selection(forProposed proposed: IndexSet) -> IndexSet {
    let select = earlier?.outlineView(_:selectionIndexesForProposedSelection:)
    let earlier = view.flatMap { select?($0, proposed) }
    if link.selection.mode == .none { return earlier ?? proposed }
    let route = link.delegation.route(.maySelect, isImplemented: earlier != nil)
    let rows = route.isForwarded ? earlier ?? proposed : proposed
    let allowed = link.selection.allowed(rows.map { RowPath(section: 0, row: $0) }).map(\.row)
    // A click that would select nothing does not deselect rows.
    return allowed.isEmpty && !proposed.isEmpty ? view?.selectedRowIndexes ?? [] : IndexSet(allowed)
  }

  func selectionDidChange(_ notification: Notification) {
    if let view { userSelects(view.selectedRowIndexes.map { RowPath(section: 0, row: $0) }) }
    (earlier?.outlineViewSelectionDidChange(_:))?(notification)
  }
}
#endif
