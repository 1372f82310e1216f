#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation

/// What the delegate of an outline view says that was there before: `nil` where it has no such method.
@MainActor struct EarlierOutlineDelegate {
  let delegate: (any NSOutlineViewDelegate)?

  init(_ proxy: DelegateProxy) { delegate = proxy.earlierDelegate as? any NSOutlineViewDelegate }

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
  #endif
}
#endif
