public import Foundation

// The default implementations of optional methods call the object to which Objective-C would forward the message. If
// there is none, they return what the view uses without the method.

@MainActor public protocol NSTableViewDataSource: NSObjectProtocol {
  func numberOfRows(in tableView: NSTableView) -> Int
  func tableView(_ tableView: NSTableView, pasteboardWriterForRow row: Int) -> (any NSPasteboardWriting)?
  func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forRowIndexes rowIndexes: IndexSet)
  func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    operation: NSDragOperation)
  func tableView(
    _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
    proposedDropOperation dropOperation: NSTableView.DropOperation
  ) -> NSDragOperation
  func tableView(
    _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int, dropOperation: NSTableView.DropOperation
  ) -> Bool

  /// The object that `forwardingTarget(for:)` returns if Objective-C is available.
  var standInForwardingDataSource: (any NSTableViewDataSource)? { get }
}

extension NSTableViewDataSource {
  public var standInForwardingDataSource: (any NSTableViewDataSource)? { nil }

  public func numberOfRows(in tableView: NSTableView) -> Int {
    standInForwardingDataSource?.numberOfRows(in: tableView) ?? 0
  }

  public func tableView(_ tableView: NSTableView, pasteboardWriterForRow row: Int) -> (any NSPasteboardWriting)? {
    standInForwardingDataSource?.tableView(tableView, pasteboardWriterForRow: row)
  }

  public func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forRowIndexes rowIndexes: IndexSet
  ) {
    standInForwardingDataSource?.tableView(
      tableView, draggingSession: session, willBeginAt: screenPoint, forRowIndexes: rowIndexes)
  }

  public func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    operation: NSDragOperation
  ) {
    standInForwardingDataSource?.tableView(
      tableView, draggingSession: session, endedAt: screenPoint, operation: operation)
  }

  public func tableView(
    _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
    proposedDropOperation dropOperation: NSTableView.DropOperation
  ) -> NSDragOperation {
    standInForwardingDataSource?.tableView(
      tableView, validateDrop: info, proposedRow: row, proposedDropOperation: dropOperation) ?? []
  }

  public func tableView(
    _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int, dropOperation: NSTableView.DropOperation
  ) -> Bool {
    standInForwardingDataSource?.tableView(tableView, acceptDrop: info, row: row, dropOperation: dropOperation) ?? false
  }
}

@MainActor public protocol NSTableViewDelegate: NSObjectProtocol {
  func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView?
  func tableView(_ tableView: NSTableView, rowViewForRow row: Int) -> NSTableRowView?
  func tableView(_ tableView: NSTableView, didAdd rowView: NSTableRowView, forRow row: Int)
  func tableView(_ tableView: NSTableView, didRemove rowView: NSTableRowView, forRow row: Int)
  func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool
  func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat
  func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool
  func tableView(
    _ tableView: NSTableView, selectionIndexesForProposedSelection proposedSelectionIndexes: IndexSet
  ) -> IndexSet
  func tableViewSelectionDidChange(_ notification: Notification)
  func tableView(
    _ tableView: NSTableView, rowActionsForRow row: Int, edge: NSTableView.RowActionEdge
  ) -> [NSTableViewRowAction]

  /// The object that `forwardingTarget(for:)` returns if Objective-C is available.
  var standInForwardingTarget: AnyObject? { get }
}

extension NSTableViewDelegate {
  public var standInForwardingTarget: AnyObject? { nil }

  private var next: (any NSTableViewDelegate)? { standInForwardingTarget as? any NSTableViewDelegate }

  public func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
    next?.tableView(tableView, viewFor: tableColumn, row: row)
  }

  public func tableView(_ tableView: NSTableView, rowViewForRow row: Int) -> NSTableRowView? {
    next?.tableView(tableView, rowViewForRow: row)
  }

  public func tableView(_ tableView: NSTableView, didAdd rowView: NSTableRowView, forRow row: Int) {
    next?.tableView(tableView, didAdd: rowView, forRow: row)
  }

  public func tableView(_ tableView: NSTableView, didRemove rowView: NSTableRowView, forRow row: Int) {
    next?.tableView(tableView, didRemove: rowView, forRow: row)
  }

  public func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool {
    next?.tableView(tableView, isGroupRow: row) ?? false
  }

  public func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat {
    next?.tableView(tableView, heightOfRow: row) ?? tableView.rowHeight
  }

  public func tableView(_ tableView: NSTableView, shouldSelectRow row: Int) -> Bool {
    next?.tableView(tableView, shouldSelectRow: row) ?? true
  }

  public func tableView(
    _ tableView: NSTableView, selectionIndexesForProposedSelection proposedSelectionIndexes: IndexSet
  ) -> IndexSet {
    if let target = next {
      return target.tableView(tableView, selectionIndexesForProposedSelection: proposedSelectionIndexes)
    }
    return proposedSelectionIndexes.filteredIndexSet { self.tableView(tableView, shouldSelectRow: $0) }
  }

  public func tableViewSelectionDidChange(_ notification: Notification) {
    next?.tableViewSelectionDidChange(notification)
  }

  public func tableView(
    _ tableView: NSTableView, rowActionsForRow row: Int, edge: NSTableView.RowActionEdge
  ) -> [NSTableViewRowAction] {
    next?.tableView(tableView, rowActionsForRow: row, edge: edge) ?? []
  }
}
