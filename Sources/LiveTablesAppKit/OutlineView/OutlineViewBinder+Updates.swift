#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import Foundation
@_spi(Adapters) public import LiveTables

/// Taking the place of data source and delegate, and giving it back.
extension OutlineViewBinder {
  /// Takes the place of an outline view's data source and delegate, and belongs to it from now on.
  ///
  /// What was bound to the outline view before ends.
  public func install(on outlineView: NSOutlineView) {
    if self.outlineView === outlineView { return takePlace() }
    uninstall()
    belong(to: outlineView)
    self.outlineView = outlineView
    columnCells.view = outlineView
    takePlace()
  }

  func takeOutlinePlace() {
    guard let outlineView, !isInPlace else { return }
    isInPlace = true
    earlierDataSource = outlineView.dataSource
    earlierDelegate = outlineView.delegate
    allowedMultipleSelection = outlineView.allowsMultipleSelection
    draggedTypes = outlineView.registeredDraggedTypes
    outlineView.registerForDraggedTypes(draggedTypes + [.liveTablesRow])
    outlineView.allowsMultipleSelection = true  // the selection's mode decides, the view only proposes
    items.reset(to: link.table)
    outlineView.dataSource = self
    outlineView.delegate = self
    outlineView.reloadData()
    telling { openAndClose(anew: true) }
    lendMenu(to: outlineView)
    showAccessories()
  }

  func giveOutlinePlace() {
    guard let outlineView, isInPlace else { return }
    isInPlace = false
    columnCells.endDisplaying()
    show(background: nil, in: outlineView)
    takeMenu(from: outlineView)
    endDrag()
    if outlineView.dataSource === self { outlineView.dataSource = earlierDataSource as? any NSOutlineViewDataSource }
    if outlineView.delegate === self { outlineView.delegate = earlierDelegate as? any NSOutlineViewDelegate }
    outlineView.allowsMultipleSelection = allowedMultipleSelection
    outlineView.unregisterDraggedTypes()
    outlineView.registerForDraggedTypes(draggedTypes)
    earlierDataSource = nil
    earlierDelegate = nil
    outlineView.reloadData()
  }

  func leaveOutline() {
    guard let outlineView else { return }
    givePlace()
    if outlineView.binder === self { outlineView.binder = nil }
    self.outlineView = nil
  }
}

/// How changes are shown.
extension OutlineViewBinder {
  /// Whether the outline view is in a window, and its data source is this.
  public var isReady: Bool { outlineView.map { $0.window != nil && $0.dataSource === self } ?? false }

  /// How many rows are shown, by what the outline view counts.
  public var shownRowCounts: [Int]? {
    outlineView.map { $0.numberOfRows == link.table.count ? link.table.rowCounts : [$0.numberOfRows] }
  }

  func reloadItems(_ commit: () -> Void) {
    guard let outlineView, isInPlace else {
      commit()
      items.reset(to: link.table)
      return
    }
    telling {
      commit()
      columnCells.endDisplaying()
      items.reset(to: link.table)
      outlineView.reloadData()
      openAndClose(anew: true)
      showSelection()
    }
  }

  func performItems(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) throws {
    guard let outlineView, isInPlace else {
      commit()
      items.reset(to: link.table)
      return
    }
    telling {
      animating(animation.isAnimated) {
        outlineView.beginUpdates()
        commit()
        let reloads = columnCells.change(stage, PathMap(stage.operations), in: self)
        let steps = items.follow(link.table)
        for step in steps { perform(step, animation, on: outlineView) }
        outlineView.endUpdates()
        openAndClose(anew: false)
        for case .reload(let item) in steps where item.isShown { outlineView.reloadItem(item) }
        columnCells.reload(reloads) { $0.row }
      }
      showSelection()
    }
    if outlineView.numberOfRows != link.table.count { throw LinesMismatch() }
  }

  private func perform(_ step: OutlineItems<Value>.Step, _ animation: BatchAnimation, on outlineView: NSOutlineView) {
    switch step {
    case .insert(let index, let parent):
      outlineView.insertItems(
        at: IndexSet(integer: index), inParent: parent,
        withAnimation: .appearing(animation.animation(of: .insert, inSection: 0)))
    case .remove(let index, let parent):
      outlineView.removeItems(
        at: IndexSet(integer: index), inParent: parent,
        withAnimation: .disappearing(animation.animation(of: .delete, inSection: 0)))
    case .move(let index, let parent, let target, let newParent):
      outlineView.moveItem(at: index, inParent: parent, to: target, inParent: newParent)
    case .reload: break
    }
  }

  /// Opens and closes items as the rows say, from the top down.
  ///
  /// - Parameter anew: Whether the outline view may be something else than is known, because it was reloaded.
  private func openAndClose(anew: Bool) {
    guard let outlineView else { return }
    for item in items.all {
      if anew { item.isOpen = outlineView.isItemExpanded(item) }
      if item.shouldBeOpen == item.isOpen { continue }
      item.isOpen = item.shouldBeOpen
      if item.isOpen { outlineView.expandItem(item) } else { outlineView.collapseItem(item) }
    }
  }

  // MARK: - Rows

  func path(of item: Any?) -> RowPath? { (item as? OutlineItem<Value>).map { RowPath(section: 0, row: $0.row) } }

  func didAdd(_ rowView: NSTableRowView, _ row: Int) {
    defer { outlineView.map { EarlierOutlineDelegate(self).didAdd(rowView, row, $0) } }
    guard let path = path(of: outlineView?.item(atRow: row)), let value = link.table[path] else { return }
    columnCells.didAdd(rowView, .row(path, value), self)
  }

  func didRemove(_ rowView: NSTableRowView, _ row: Int) {
    columnCells.didRemove(rowView)
    outlineView.map { EarlierOutlineDelegate(self).didRemove(rowView, row, $0) }
  }

  func may(expand isExpanded: Bool, _ item: Any) -> Bool {
    if isTelling { return true }
    if let item = item as? OutlineItem<Value> { onExpansion?(item.value.identity, isExpanded) }
    return false
  }
}

/// What is selected.
@_spi(Adapters) extension OutlineViewBinder: SelectionPresenter {
  /// Selects these rows in the outline view, and configures their cells again.
  @_spi(Adapters) public func showSelection(selected: [RowPath], deselected: [RowPath]) {
    showSelection()
    columnCells.reconfigure(selected + deselected, in: self) { $0.row }
  }

  /// Scrolls to a row, as little as shows it.
  @_spi(Adapters) public func scroll(to path: RowPath) {
    if link.table[path] != nil { outlineView?.scrollRowToVisible(path.row) }
  }

  /// Makes the outline view select what is selected; without a mode that is its own business.
  func showSelection() {
    guard let outlineView, isInPlace, link.selection.mode != .none else { return }
    let wanted = IndexSet(link.selection.paths.map(\.row))
    if outlineView.selectedRowIndexes == wanted { return }
    isSelecting = true
    outlineView.selectRowIndexes(wanted, byExtendingSelection: false)
    isSelecting = false
  }

  func selection(forProposed proposed: IndexSet) -> IndexSet {
    let earlier = outlineView.flatMap { EarlierOutlineDelegate(self).selection(proposed, $0) }
    if link.selection.mode == .none { return earlier ?? IndexSet() }
    let route = link.delegation.route(.maySelect, isImplemented: earlier != nil)
    let rows = route.isForwarded ? earlier ?? proposed : proposed
    return IndexSet(link.selection.allowed(rows.map { RowPath(section: 0, row: $0) }).map(\.row))
  }

  func selectionDidChange(_ notification: Notification) {
    defer { EarlierOutlineDelegate(self).selectionDidChange(notification) }
    guard let outlineView, !isSelecting, !isTelling, link.selection.mode != .none else { return }
    link.selection.user(selects: outlineView.selectedRowIndexes.map { RowPath(section: 0, row: $0) })
    showSelection()
  }
}
#endif
