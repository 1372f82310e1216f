#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation

/// What the delegate and the data source of an outline view say that were there before: `nil` where they have no such
/// method.
@MainActor struct EarlierOutlineDelegate {
  let delegate: (any NSOutlineViewDelegate)?
  let dataSource: (any NSOutlineViewDataSource)?

  init(_ proxy: DelegateProxy) {
    delegate = proxy.earlierDelegate as? any NSOutlineViewDelegate
    dataSource = proxy.earlierDataSource as? any NSOutlineViewDataSource
  }

  #if canImport(ObjectiveC)
  func didAdd(_ rowView: NSTableRowView, _ row: Int, _ view: NSOutlineView) {
    delegate?.outlineView?(view, didAdd: rowView, forRow: row)
  }
  func didRemove(_ rowView: NSTableRowView, _ row: Int, _ view: NSOutlineView) {
    delegate?.outlineView?(view, didRemove: rowView, forRow: row)
  }
  func selection(_ proposed: IndexSet, _ view: NSOutlineView) -> IndexSet? {
    delegate?.outlineView?(view, selectionIndexesForProposedSelection: proposed)
  }
  func selectionDidChange(_ notification: Notification) { delegate?.outlineViewSelectionDidChange?(notification) }
  func writer(_ item: Any, _ view: NSOutlineView) -> (any NSPasteboardWriting)? {
    dataSource?.outlineView?(view, pasteboardWriterForItem: item) ?? nil
  }
  func dragWillBegin(_ session: NSDraggingSession, at point: NSPoint, _ items: [Any], _ view: NSOutlineView) {
    dataSource?.outlineView?(view, draggingSession: session, willBeginAt: point, forItems: items)
  }
  func dragEnded(_ session: NSDraggingSession, at point: NSPoint, _ operation: NSDragOperation, _ view: NSOutlineView) {
    dataSource?.outlineView?(view, draggingSession: session, endedAt: point, operation: operation)
  }
  func validate(_ info: any NSDraggingInfo, _ item: Any?, _ index: Int, _ view: NSOutlineView) -> NSDragOperation? {
    dataSource?.outlineView?(view, validateDrop: info, proposedItem: item, proposedChildIndex: index)
  }
  func accept(_ info: any NSDraggingInfo, _ item: Any?, _ index: Int, _ view: NSOutlineView) -> Bool? {
    dataSource?.outlineView?(view, acceptDrop: info, item: item, childIndex: index)
  }
  #else
  func didAdd(_ rowView: NSTableRowView, _ row: Int, _ view: NSOutlineView) {
    delegate?.outlineView(view, didAdd: rowView, forRow: row)
  }
  func didRemove(_ rowView: NSTableRowView, _ row: Int, _ view: NSOutlineView) {
    delegate?.outlineView(view, didRemove: rowView, forRow: row)
  }
  func selection(_ proposed: IndexSet, _ view: NSOutlineView) -> IndexSet? {
    delegate?.outlineView(view, selectionIndexesForProposedSelection: proposed)
  }
  func selectionDidChange(_ notification: Notification) { delegate?.outlineViewSelectionDidChange(notification) }
  func writer(_ item: Any, _ view: NSOutlineView) -> (any NSPasteboardWriting)? {
    dataSource?.outlineView(view, pasteboardWriterForItem: item)
  }
  func dragWillBegin(_ session: NSDraggingSession, at point: NSPoint, _ items: [Any], _ view: NSOutlineView) {
    dataSource?.outlineView(view, draggingSession: session, willBeginAt: point, forItems: items)
  }
  func dragEnded(_ session: NSDraggingSession, at point: NSPoint, _ operation: NSDragOperation, _ view: NSOutlineView) {
    dataSource?.outlineView(view, draggingSession: session, endedAt: point, operation: operation)
  }
  func validate(_ info: any NSDraggingInfo, _ item: Any?, _ index: Int, _ view: NSOutlineView) -> NSDragOperation? {
    dataSource?.outlineView(view, validateDrop: info, proposedItem: item, proposedChildIndex: index)
  }
  func accept(_ info: any NSDraggingInfo, _ item: Any?, _ index: Int, _ view: NSOutlineView) -> Bool? {
    dataSource?.outlineView(view, acceptDrop: info, item: item, childIndex: index)
  }
  #endif
}
#endif
