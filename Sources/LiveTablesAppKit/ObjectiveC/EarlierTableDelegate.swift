#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation

/// What the delegate and the data source of a table view say that were there before: `nil` where they have no such method.
@MainActor struct EarlierTableDelegate {
  let delegate: (any NSTableViewDelegate)?
  let dataSource: (any NSTableViewDataSource)?

  init(_ proxy: DelegateProxy) {
    delegate = proxy.earlierDelegate as? any NSTableViewDelegate
    dataSource = proxy.earlierDataSource as? any NSTableViewDataSource
  }

  #if canImport(ObjectiveC)
  func isGroupRow(_ row: Int, _ view: NSTableView) -> Bool? { delegate?.tableView?(view, isGroupRow: row) }
  func height(_ row: Int, _ view: NSTableView) -> CGFloat? { delegate?.tableView?(view, heightOfRow: row) }
  func didAdd(_ rowView: NSTableRowView, _ row: Int, _ view: NSTableView) {
    delegate?.tableView?(view, didAdd: rowView, forRow: row)
  }
  func didRemove(_ rowView: NSTableRowView, _ row: Int, _ view: NSTableView) {
    delegate?.tableView?(view, didRemove: rowView, forRow: row)
  }
  func selection(_ proposed: IndexSet, _ view: NSTableView) -> IndexSet? {
    guard let delegate else { return nil }
    if let answer = delegate.tableView?(view, selectionIndexesForProposedSelection: proposed) { return answer }
    return proposed.filteredIndexSet { delegate.tableView?(view, shouldSelectRow: $0) ?? true }
  }
  func selectionDidChange(_ notification: Notification) { delegate?.tableViewSelectionDidChange?(notification) }
  func actions(_ row: Int, _ edge: NSTableView.RowActionEdge, _ view: NSTableView) -> [NSTableViewRowAction]? {
    delegate?.tableView?(view, rowActionsForRow: row, edge: edge)
  }
  func writer(_ row: Int, _ view: NSTableView) -> (any NSPasteboardWriting)? {
    dataSource?.tableView?(view, pasteboardWriterForRow: row) ?? nil
  }
  func dragWillBegin(_ session: NSDraggingSession, at point: NSPoint, _ rows: IndexSet, _ view: NSTableView) {
    dataSource?.tableView?(view, draggingSession: session, willBeginAt: point, forRowIndexes: rows)
  }
  func dragEnded(_ session: NSDraggingSession, at point: NSPoint, _ operation: NSDragOperation, _ view: NSTableView) {
    dataSource?.tableView?(view, draggingSession: session, endedAt: point, operation: operation)
  }
  func validate(
    _ info: any NSDraggingInfo, _ row: Int, _ operation: NSTableView.DropOperation, _ view: NSTableView
  ) -> NSDragOperation? {
    dataSource?.tableView?(view, validateDrop: info, proposedRow: row, proposedDropOperation: operation)
  }
  func accept(
    _ info: any NSDraggingInfo, _ row: Int, _ operation: NSTableView.DropOperation, _ view: NSTableView
  ) -> Bool? {
    dataSource?.tableView?(view, acceptDrop: info, row: row, dropOperation: operation)
  }
  #else
  func isGroupRow(_ row: Int, _ view: NSTableView) -> Bool? { delegate?.tableView(view, isGroupRow: row) }
  func height(_ row: Int, _ view: NSTableView) -> CGFloat? { delegate?.tableView(view, heightOfRow: row) }
  func didAdd(_ rowView: NSTableRowView, _ row: Int, _ view: NSTableView) {
    delegate?.tableView(view, didAdd: rowView, forRow: row)
  }
  func didRemove(_ rowView: NSTableRowView, _ row: Int, _ view: NSTableView) {
    delegate?.tableView(view, didRemove: rowView, forRow: row)
  }
  func selection(_ proposed: IndexSet, _ view: NSTableView) -> IndexSet? {
    delegate?.tableView(view, selectionIndexesForProposedSelection: proposed)
  }
  func selectionDidChange(_ notification: Notification) { delegate?.tableViewSelectionDidChange(notification) }
  func actions(_ row: Int, _ edge: NSTableView.RowActionEdge, _ view: NSTableView) -> [NSTableViewRowAction]? {
    delegate?.tableView(view, rowActionsForRow: row, edge: edge)
  }
  func writer(_ row: Int, _ view: NSTableView) -> (any NSPasteboardWriting)? {
    dataSource?.tableView(view, pasteboardWriterForRow: row)
  }
  func dragWillBegin(_ session: NSDraggingSession, at point: NSPoint, _ rows: IndexSet, _ view: NSTableView) {
    dataSource?.tableView(view, draggingSession: session, willBeginAt: point, forRowIndexes: rows)
  }
  func dragEnded(_ session: NSDraggingSession, at point: NSPoint, _ operation: NSDragOperation, _ view: NSTableView) {
    dataSource?.tableView(view, draggingSession: session, endedAt: point, operation: operation)
  }
  func validate(
    _ info: any NSDraggingInfo, _ row: Int, _ operation: NSTableView.DropOperation, _ view: NSTableView
  ) -> NSDragOperation? {
    dataSource?.tableView(view, validateDrop: info, proposedRow: row, proposedDropOperation: operation)
  }
  func accept(
    _ info: any NSDraggingInfo, _ row: Int, _ operation: NSTableView.DropOperation, _ view: NSTableView
  ) -> Bool? {
    dataSource?.tableView(view, acceptDrop: info, row: row, dropOperation: operation)
  }
  #endif
}
#endif
