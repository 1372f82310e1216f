#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
#if canImport(ObjectiveC)
import ObjectiveC
#endif

// Everything that needs the Objective-C runtime, and nothing else: what is in the first branch of each `#if` is not
// compiled where AppKit is a module that stands in for it.

/// Stands in the place of a view's delegate and data source, and passes on what it does not know to those that were there
/// before.
@MainActor open class DelegateProxy: NSObject {
  /// The view's delegate before this one; what it is told and asked besides is forwarded to it.
  public internal(set) weak var earlierDelegate: AnyObject?

  /// The view's data source before this one.
  public internal(set) weak var earlierDataSource: AnyObject?

  /// Whether the view is to ask for the height of every row, which costs time when there are many.
  var answersHeights = false

  nonisolated override init() { super.init() }

  #if canImport(ObjectiveC)
  private struct Answer: @unchecked Sendable {
    let object: AnyObject?
  }

  private func earlier(respondingTo selector: Selector) -> AnyObject? {
    [earlierDelegate, earlierDataSource].lazy.compactMap { $0 }.first { $0.responds(to: selector) }
  }

  /// Whether this object or one of those before it has a method.
  nonisolated open override func responds(to selector: Selector!) -> Bool {
    guard let selector else { return false }
    let name = NSStringFromSelector(selector)
    let isOwn = super.responds(to: selector)
    return MainActor.assumeIsolated {
      let isHidden = !answersHeights && (name == "tableView:heightOfRow:" || name == "outlineView:heightOfRowByItem:")
      return (isOwn && !isHidden) || earlier(respondingTo: NSSelectorFromString(name)) != nil
    }
  }

  /// The object before this one that has a method which this one has not.
  nonisolated open override func forwardingTarget(for selector: Selector!) -> Any? {
    guard let selector else { return nil }
    let name = NSStringFromSelector(selector)
    return MainActor.assumeIsolated { Answer(object: earlier(respondingTo: NSSelectorFromString(name))) }.object
  }
  #endif
}

#if canImport(ObjectiveC)
/// A table view or an outline view, which is one.
typealias LineView = NSTableView

@MainActor private enum Key { static var binder: UInt8 = 0 }

extension NSView {
  /// What was bound to the view last, and lives as long as the view.
  var binder: AnyObject? {
    get { objc_getAssociatedObject(self, &Key.binder) as AnyObject? }
    set { objc_setAssociatedObject(self, &Key.binder, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
  }
}
#else
/// A table view or an outline view.
typealias LineView = StandInTable

extension NSView {
  /// What was bound to the view last, and lives as long as the view.
  var binder: AnyObject? {
    get { standInAssociations["binder"] }
    set { standInAssociations["binder"] = newValue }
  }
}

extension DelegateProxy {
  /// Stands in for `forwardingTarget(for:)`.
  public var standInForwardingTarget: (any NSTableViewDelegate)? { earlierDelegate as? any NSTableViewDelegate }
  /// Stands in for `forwardingTarget(for:)`.
  public var standInForwardingDataSource: (any NSTableViewDataSource)? {
    earlierDataSource as? any NSTableViewDataSource
  }
  /// Stands in for `forwardingTarget(for:)`.
  public var standInForwardingCollectionTarget: (any NSCollectionViewDelegate)? {
    earlierDelegate as? any NSCollectionViewDelegate
  }
  /// Stands in for `forwardingTarget(for:)`.
  public var standInForwardingOutlineTarget: (any NSOutlineViewDelegate)? {
    earlierDelegate as? any NSOutlineViewDelegate
  }
}
#endif

extension NSView {
  /// A view of a type that is known only now.
  static func make(_ type: any AnyObject.Type) -> NSView? {
    #if canImport(ObjectiveC)
    (type as? NSView.Type)?.init(frame: .zero)
    #else
    (type as? NSView.Type)?.init(standInFrame: .zero)
    #endif
  }
}

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
/// What the delegate of a collection view says that was there before: `nil` where it has no such method.
@MainActor struct EarlierCollectionDelegate {
  let delegate: (any NSCollectionViewDelegate)?

  init(_ proxy: DelegateProxy) { delegate = proxy.earlierDelegate as? any NSCollectionViewDelegate }

  #if canImport(ObjectiveC)
  func shouldSelect(_ paths: Set<IndexPath>, _ view: NSCollectionView) -> Set<IndexPath>? {
    delegate?.collectionView?(view, shouldSelectItemsAt: paths)
  }
  func didSelect(_ paths: Set<IndexPath>, _ view: NSCollectionView) {
    delegate?.collectionView?(view, didSelectItemsAt: paths)
  }
  func didDeselect(_ paths: Set<IndexPath>, _ view: NSCollectionView) {
    delegate?.collectionView?(view, didDeselectItemsAt: paths)
  }
  func willDisplay(_ item: NSCollectionViewItem, at path: IndexPath, _ view: NSCollectionView) {
    delegate?.collectionView?(view, willDisplay: item, forRepresentedObjectAt: path)
  }
  func didEndDisplaying(_ item: NSCollectionViewItem, at path: IndexPath, _ view: NSCollectionView) {
    delegate?.collectionView?(view, didEndDisplaying: item, forRepresentedObjectAt: path)
  }
  #else
  func shouldSelect(_ paths: Set<IndexPath>, _ view: NSCollectionView) -> Set<IndexPath>? {
    delegate?.collectionView(view, shouldSelectItemsAt: paths)
  }
  func didSelect(_ paths: Set<IndexPath>, _ view: NSCollectionView) {
    delegate?.collectionView(view, didSelectItemsAt: paths)
  }
  func didDeselect(_ paths: Set<IndexPath>, _ view: NSCollectionView) {
    delegate?.collectionView(view, didDeselectItemsAt: paths)
  }
  func willDisplay(_ item: NSCollectionViewItem, at path: IndexPath, _ view: NSCollectionView) {
    delegate?.collectionView(view, willDisplay: item, forRepresentedObjectAt: path)
  }
  func didEndDisplaying(_ item: NSCollectionViewItem, at path: IndexPath, _ view: NSCollectionView) {
    delegate?.collectionView(view, didEndDisplaying: item, forRepresentedObjectAt: path)
  }
  #endif
}
#endif
