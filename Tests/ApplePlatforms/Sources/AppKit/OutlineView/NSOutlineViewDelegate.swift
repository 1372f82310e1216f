public import Foundation

@MainActor public protocol NSOutlineViewDataSource: NSObjectProtocol {
  func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int
  func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any
  func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool
}

@MainActor public protocol NSOutlineViewDelegate: NSObjectProtocol {
  func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView?
  func outlineView(_ outlineView: NSOutlineView, didAdd rowView: NSTableRowView, forRow row: Int)
  func outlineView(_ outlineView: NSOutlineView, didRemove rowView: NSTableRowView, forRow row: Int)
  func outlineView(_ outlineView: NSOutlineView, heightOfRowByItem item: Any) -> CGFloat
  func outlineView(_ outlineView: NSOutlineView, shouldExpandItem item: Any) -> Bool
  func outlineView(_ outlineView: NSOutlineView, shouldCollapseItem item: Any) -> Bool
  func outlineView(
    _ outlineView: NSOutlineView, selectionIndexesForProposedSelection proposedSelectionIndexes: IndexSet
  ) -> IndexSet
  func outlineViewSelectionDidChange(_ notification: Notification)

  /// Stands in for `forwardingTarget(for:)`.
  var standInForwardingOutlineTarget: (any NSOutlineViewDelegate)? { get }
}

extension NSOutlineViewDelegate {
  public var standInForwardingOutlineTarget: (any NSOutlineViewDelegate)? { nil }

  public func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView? {
    standInForwardingOutlineTarget?.outlineView(outlineView, viewFor: tableColumn, item: item)
  }

  public func outlineView(_ outlineView: NSOutlineView, didAdd rowView: NSTableRowView, forRow row: Int) {
    standInForwardingOutlineTarget?.outlineView(outlineView, didAdd: rowView, forRow: row)
  }

  public func outlineView(_ outlineView: NSOutlineView, didRemove rowView: NSTableRowView, forRow row: Int) {
    standInForwardingOutlineTarget?.outlineView(outlineView, didRemove: rowView, forRow: row)
  }

  public func outlineView(_ outlineView: NSOutlineView, heightOfRowByItem item: Any) -> CGFloat {
    standInForwardingOutlineTarget?.outlineView(outlineView, heightOfRowByItem: item) ?? outlineView.rowHeight
  }

  public func outlineView(_ outlineView: NSOutlineView, shouldExpandItem item: Any) -> Bool {
    standInForwardingOutlineTarget?.outlineView(outlineView, shouldExpandItem: item) ?? true
  }

  public func outlineView(_ outlineView: NSOutlineView, shouldCollapseItem item: Any) -> Bool {
    standInForwardingOutlineTarget?.outlineView(outlineView, shouldCollapseItem: item) ?? true
  }

  public func outlineView(
    _ outlineView: NSOutlineView, selectionIndexesForProposedSelection proposedSelectionIndexes: IndexSet
  ) -> IndexSet {
    standInForwardingOutlineTarget?.outlineView(
      outlineView, selectionIndexesForProposedSelection: proposedSelectionIndexes) ?? proposedSelectionIndexes
  }

  public func outlineViewSelectionDidChange(_ notification: Notification) {
    standInForwardingOutlineTarget?.outlineViewSelectionDidChange(notification)
  }
}
