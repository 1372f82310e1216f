#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
import Foundation
@_spi(Adapters) import LiveTables

/// Taking the place of data source and delegate, and giving it back.
extension TableBinder {
  /// Takes the place of a table view's data source and delegate, and belongs to it from now on.
  ///
  /// What was bound to the table view before ends.
  public func install(on tableView: NSTableView) {
    if self.tableView === tableView { return takePlace() }
    uninstall()
    belong(to: tableView)
    self.tableView = tableView
    columnCells.view = tableView
    takePlace()
  }

  func takeTablePlace() {
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
    lendMenu(to: tableView)
    showAccessories()
  }

  /// Puts back what was there before.
  func giveTablePlace() {
    guard let tableView, let settings else { return }
    self.settings = nil
    columnCells.endDisplaying()
    show(background: nil, in: tableView)
    takeMenu(from: tableView)
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

  func leaveTable() {
    guard let tableView else { return }
    givePlace()
    if tableView.binder === self { tableView.binder = nil }
    self.tableView = nil
  }

  func sizesChanged() {
    answersHeights = true
    guard let tableView, tableView.delegate === self else { return }
    tableView.delegate = nil  // a table view asks a delegate once what it implements
    tableView.delegate = self
    tableView.noteHeightOfRows(withIndexesChanged: IndexSet(integersIn: 0..<lines.count))
  }
}
#endif
