#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import Foundation
public import LiveTables

/// Taking the place of data source and delegate, and giving it back.
extension TableBinder: BindingFollower {
  /// Takes the place of a table view's data source and delegate, and belongs to it from now on.
  ///
  /// What was bound to the table view before ends.
  public func install(on tableView: NSTableView) {
    if self.tableView === tableView { return takePlace() }
    uninstall()
    (tableView.binder as? any InstalledBinder)?.uninstall()
    tableView.binder = self
    self.tableView = tableView
    columnCells.view = tableView
    takePlace()
  }

  private func takePlace() {
    guard let tableView, settings == nil else { return }
    settings = TableViewSettings(
      allowsMultipleSelection: tableView.allowsMultipleSelection,
      allowsEmptySelection: tableView.allowsEmptySelection, draggedTypes: tableView.registeredDraggedTypes)
    earlierDataSource = tableView.dataSource
    earlierDelegate = tableView.delegate
    // What is selected is decided by the selection's mode, one row or many; the table view only proposes.
    tableView.allowsMultipleSelection = true
    tableView.allowsEmptySelection = true
    tableView.registerForDraggedTypes(tableView.registeredDraggedTypes + [.liveTablesRow])
    lines = makeLines()
    tableView.dataSource = self
    tableView.delegate = self
    tableView.reloadData()
  }

  /// Puts back what was there before.
  private func givePlace() {
    guard let tableView, let settings else { return }
    self.settings = nil
    columnCells.endDisplaying()
    drag?.cancel()
    drag = nil
    if tableView.dataSource === self { tableView.dataSource = earlierDataSource as? any NSTableViewDataSource }
    if tableView.delegate === self { tableView.delegate = earlierDelegate as? any NSTableViewDelegate }
    tableView.allowsMultipleSelection = settings.allowsMultipleSelection
    tableView.allowsEmptySelection = settings.allowsEmptySelection
    tableView.unregisterDraggedTypes()
    tableView.registerForDraggedTypes(settings.draggedTypes)
    earlierDataSource = nil
    earlierDelegate = nil
    tableView.reloadData()
  }

  /// Something is bound.
  public func bindingBegan() {
    isEnding = false
    takePlace()
  }

  /// Nothing is bound any more: where something else was there before, it is put back.
  public func bindingEnded(_ reason: EndReason) {
    if reason == .finished || (earlierDataSource == nil && earlierDelegate == nil) { return }
    isEnding = true
    endIfDue()
  }

  /// Ends what has ended in the middle of an update.
  func endIfDue() {
    guard isEnding, !isTelling else { return }
    isEnding = false
    givePlace()
  }

  func sizesChanged() {
    answersHeights = true
    guard let tableView, tableView.delegate === self else { return }
    tableView.delegate = nil  // a table view asks a delegate once what it implements
    tableView.delegate = self
    tableView.noteHeightOfRows(withIndexesChanged: IndexSet(integersIn: 0..<lines.count))
  }
}

/// A binder of any type that may have to leave its view.
@MainActor protocol InstalledBinder: AnyObject {
  func uninstall()
}

extension TableBinder: InstalledBinder {
  func uninstall() {
    guard let tableView else { return }
    givePlace()
    if tableView.binder === self { tableView.binder = nil }
    self.tableView = nil
  }
}
#endif
