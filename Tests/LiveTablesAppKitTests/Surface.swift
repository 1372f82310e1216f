#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation

// Every declaration of AppKit that the adapters use, as a reference of the type that the documentation gives it. Nothing
// here is run: where a declaration is not what it is taken for, this file does not compile, on Linux against the module
// that stands in for AppKit, on a Mac against AppKit itself.
//
// An optional requirement is an optional function on a Mac; on Linux it is one that always exists, which becomes an
// optional by itself.

@MainActor private func views(_ view: NSView) {
  _ = \NSView.window as KeyPath<NSView, NSWindow?>
  _ = \NSView.frame as ReferenceWritableKeyPath<NSView, NSRect>
  _ = \NSView.visibleRect as KeyPath<NSView, NSRect>
  _ = \NSView.identifier as ReferenceWritableKeyPath<NSView, NSUserInterfaceItemIdentifier?>
  _ = \NSView.registeredDraggedTypes as KeyPath<NSView, [NSPasteboard.PasteboardType]>
  _ = view.registerForDraggedTypes as @MainActor ([NSPasteboard.PasteboardType]) -> Void
  _ = view.unregisterDraggedTypes as @MainActor () -> Void
  _ = view.scroll(_:) as @MainActor (NSPoint) -> Void
  _ = \NSView.superview as KeyPath<NSView, NSView?>
  _ = \NSView.bounds as ReferenceWritableKeyPath<NSView, NSRect>
  _ = \NSView.autoresizingMask as ReferenceWritableKeyPath<NSView, NSView.AutoresizingMask>
  _ = [.width, .height] as NSView.AutoresizingMask
  _ = view.removeFromSuperview as @MainActor () -> Void
  _ =
    view.addSubview(_:positioned:relativeTo:) as @MainActor (NSView, NSWindow.OrderingMode, NSView?) -> Void
  _ = NSWindow.OrderingMode.below as NSWindow.OrderingMode
  _ = view.layoutSubtreeIfNeeded as @MainActor () -> Void
  _ = NSUserInterfaceItemIdentifier.init(_:) as (String) -> NSUserInterfaceItemIdentifier
  _ = NSNib(nibNamed: "Cell", bundle: nil) as NSNib?
}

@MainActor private func menus(_ menu: NSMenu, _ delegate: any NSMenuDelegate, _ event: NSEvent, _ view: NSView) {
  _ = \NSView.menu as ReferenceWritableKeyPath<NSView, NSMenu?>
  _ = \NSMenu.delegate as ReferenceWritableKeyPath<NSMenu, (any NSMenuDelegate)?>
  _ = NSMenu() as NSMenu
  _ = menu.addItem as @MainActor (NSMenuItem) -> Void
  _ = menu.removeAllItems as @MainActor () -> Void
  _ = delegate.menuNeedsUpdate(_:) as ((NSMenu) -> Void)?
  _ = NSApplication.shared.currentEvent as NSEvent?
  _ = event.type as NSEvent.EventType
  for type: NSEvent.EventType in [.leftMouseDown, .rightMouseDown] { _ = type }
  _ = event.locationInWindow as NSPoint
  _ = view.convert(_:from:) as @MainActor (NSPoint, NSView?) -> NSPoint
}

@MainActor private func animations(_ context: NSAnimationContext) {
  _ = NSAnimationContext.beginGrouping as @MainActor () -> Void
  _ = NSAnimationContext.endGrouping as @MainActor () -> Void
  _ = NSAnimationContext.current as NSAnimationContext
  _ = \NSAnimationContext.duration as ReferenceWritableKeyPath<NSAnimationContext, TimeInterval>
  _ = \NSAnimationContext.allowsImplicitAnimation as ReferenceWritableKeyPath<NSAnimationContext, Bool>
}

// MARK: - Table views

@MainActor private func tables(_ view: NSTableView, _ rowView: NSTableRowView, _ column: NSTableColumn) {
  _ = \NSTableView.dataSource as ReferenceWritableKeyPath<NSTableView, (any NSTableViewDataSource)?>
  _ = \NSTableView.delegate as ReferenceWritableKeyPath<NSTableView, (any NSTableViewDelegate)?>
  _ = \NSTableView.tableColumns as KeyPath<NSTableView, [NSTableColumn]>
  _ = \NSTableView.numberOfRows as KeyPath<NSTableView, Int>
  _ = \NSTableView.rowHeight as ReferenceWritableKeyPath<NSTableView, CGFloat>
  _ = \NSTableView.allowsMultipleSelection as ReferenceWritableKeyPath<NSTableView, Bool>
  _ = \NSTableView.allowsEmptySelection as ReferenceWritableKeyPath<NSTableView, Bool>
  _ = \NSTableView.selectedRowIndexes as KeyPath<NSTableView, IndexSet>
  _ = \NSTableView.rowActionsVisible as ReferenceWritableKeyPath<NSTableView, Bool>
  _ = \NSTableColumn.identifier as ReferenceWritableKeyPath<NSTableColumn, NSUserInterfaceItemIdentifier>
  _ = view.column(withIdentifier:) as @MainActor (NSUserInterfaceItemIdentifier) -> Int
  _ = view.makeView(withIdentifier:owner:) as @MainActor (NSUserInterfaceItemIdentifier, Any?) -> NSView?
  _ = view.register(_:forIdentifier:) as @MainActor (NSNib?, NSUserInterfaceItemIdentifier) -> Void
  _ = view.selectRowIndexes(_:byExtendingSelection:) as @MainActor (IndexSet, Bool) -> Void
  _ = \NSTableView.clickedRow as KeyPath<NSTableView, Int>
  _ = view.scrollRowToVisible as @MainActor (Int) -> Void
  _ = view.rows(in:) as @MainActor (NSRect) -> NSRange
  _ = view.rect(ofRow:) as @MainActor (Int) -> NSRect
  _ = view.setDropRow(_:dropOperation:) as @MainActor (Int, NSTableView.DropOperation) -> Void
  _ = NSTableViewRowAction(style: .destructive, title: "Delete") { (_: NSTableViewRowAction, _: Int) in }
  for style: NSTableViewRowAction.Style in [.regular, .destructive] { _ = style }
  for edge: NSTableView.RowActionEdge in [.leading, .trailing] { _ = edge }
  for operation: NSTableView.DropOperation in [.on, .above] { _ = operation }
}

@MainActor private func updates(_ view: NSTableView) {
  _ = view.reloadData as @MainActor () -> Void
  _ = view.reloadData(forRowIndexes:columnIndexes:) as @MainActor (IndexSet, IndexSet) -> Void
  _ = view.noteHeightOfRows(withIndexesChanged:) as @MainActor (IndexSet) -> Void
  _ = view.beginUpdates as @MainActor () -> Void
  _ = view.endUpdates as @MainActor () -> Void
  _ = view.insertRows(at:withAnimation:) as @MainActor (IndexSet, NSTableView.AnimationOptions) -> Void
  _ = view.removeRows(at:withAnimation:) as @MainActor (IndexSet, NSTableView.AnimationOptions) -> Void
  _ = view.moveRow(at:to:) as @MainActor (Int, Int) -> Void
  _ = [.effectFade, .effectGap, .slideUp, .slideDown, .slideLeft, .slideRight] as NSTableView.AnimationOptions
}

@MainActor private func dataSource(_ source: any NSTableViewDataSource) {
  _ = source.numberOfRows(in:) as ((NSTableView) -> Int)?
  _ =
    source.tableView(_:pasteboardWriterForRow:)
    as ((NSTableView, Int) -> (any NSPasteboardWriting)?)?
  _ =
    source.tableView(_:draggingSession:willBeginAt:forRowIndexes:)
    as ((NSTableView, NSDraggingSession, NSPoint, IndexSet) -> Void)?
  _ =
    source.tableView(_:draggingSession:endedAt:operation:)
    as ((NSTableView, NSDraggingSession, NSPoint, NSDragOperation) -> Void)?
  _ =
    source.tableView(_:validateDrop:proposedRow:proposedDropOperation:)
    as ((NSTableView, any NSDraggingInfo, Int, NSTableView.DropOperation) -> NSDragOperation)?
  _ =
    source.tableView(_:acceptDrop:row:dropOperation:)
    as ((NSTableView, any NSDraggingInfo, Int, NSTableView.DropOperation) -> Bool)?
}

@MainActor private func delegate(_ delegate: any NSTableViewDelegate) {
  _ = delegate.tableView(_:viewFor:row:) as ((NSTableView, NSTableColumn?, Int) -> NSView?)?
  _ = delegate.tableView(_:didAdd:forRow:) as ((NSTableView, NSTableRowView, Int) -> Void)?
  _ = delegate.tableView(_:didRemove:forRow:) as ((NSTableView, NSTableRowView, Int) -> Void)?
  _ = delegate.tableView(_:isGroupRow:) as ((NSTableView, Int) -> Bool)?
  _ = delegate.tableView(_:heightOfRow:) as ((NSTableView, Int) -> CGFloat)?
  _ = delegate.tableView(_:shouldSelectRow:) as ((NSTableView, Int) -> Bool)?
  _ =
    delegate.tableView(_:selectionIndexesForProposedSelection:)
    as ((NSTableView, IndexSet) -> IndexSet)?
  _ = delegate.tableViewSelectionDidChange(_:) as ((Notification) -> Void)?
  _ =
    delegate.tableView(_:rowActionsForRow:edge:)
    as ((NSTableView, Int, NSTableView.RowActionEdge) -> [NSTableViewRowAction])?
}

@MainActor private func dragging(_ info: any NSDraggingInfo, _ item: NSPasteboardItem) {
  _ = info.draggingSource as Any?
  _ = item.setString(_:forType:) as (String, NSPasteboard.PasteboardType) -> Bool
  _ = NSPasteboard.PasteboardType.init(_:) as (String) -> NSPasteboard.PasteboardType
  _ = NSDragOperation.move as NSDragOperation
}

@MainActor private func dragging(_ delegate: any NSCollectionViewDelegate) {
  typealias Operation = NSCollectionView.DropOperation
  typealias Session = NSDraggingSession
  _ =
    delegate.collectionView(_:pasteboardWriterForItemAt:)
    as ((NSCollectionView, IndexPath) -> (any NSPasteboardWriting)?)?
  _ =
    delegate.collectionView(_:draggingSession:willBeginAt:forItemsAt:)
    as ((NSCollectionView, Session, NSPoint, Set<IndexPath>) -> Void)?
  _ =
    delegate.collectionView(_:draggingSession:endedAt:dragOperation:)
    as ((NSCollectionView, Session, NSPoint, NSDragOperation) -> Void)?
  _ =
    delegate.collectionView(_:validateDrop:proposedIndexPath:dropOperation:)
    as (
      (
        NSCollectionView, any NSDraggingInfo, AutoreleasingUnsafeMutablePointer<NSIndexPath>,
        UnsafeMutablePointer<Operation>
      ) -> NSDragOperation
    )?
  _ =
    delegate.collectionView(_:acceptDrop:indexPath:dropOperation:)
    as ((NSCollectionView, any NSDraggingInfo, IndexPath, Operation) -> Bool)?
  for operation: Operation in [.on, .before] { _ = operation }
  _ = NSIndexPath(forItem: 0, inSection: 0) as NSIndexPath
  _ = \NSIndexPath.item as KeyPath<NSIndexPath, Int>
  _ = \NSIndexPath.section as KeyPath<NSIndexPath, Int>
}

// MARK: - Outline views

@MainActor private func outlines(_ view: NSOutlineView) {
  _ = \NSOutlineView.dataSource as ReferenceWritableKeyPath<NSOutlineView, (any NSOutlineViewDataSource)?>
  _ = \NSOutlineView.delegate as ReferenceWritableKeyPath<NSOutlineView, (any NSOutlineViewDelegate)?>
  _ = view.item(atRow:) as @MainActor (Int) -> Any?
  _ = view.isItemExpanded as @MainActor (Any?) -> Bool
  _ = view.expandItem(_:) as @MainActor (Any?) -> Void
  _ = view.collapseItem(_:) as @MainActor (Any?) -> Void
  _ = view.reloadItem(_:) as @MainActor (Any?) -> Void
  _ =
    view.insertItems(at:inParent:withAnimation:)
    as @MainActor (IndexSet, Any?, NSTableView.AnimationOptions) -> Void
  _ =
    view.removeItems(at:inParent:withAnimation:)
    as @MainActor (IndexSet, Any?, NSTableView.AnimationOptions) -> Void
  _ = view.moveItem(at:inParent:to:inParent:) as @MainActor (Int, Any?, Int, Any?) -> Void
}

@MainActor private func outlines(_ source: any NSOutlineViewDataSource, _ delegate: any NSOutlineViewDelegate) {
  _ = source.outlineView(_:numberOfChildrenOfItem:) as ((NSOutlineView, Any?) -> Int)?
  _ = source.outlineView(_:child:ofItem:) as ((NSOutlineView, Int, Any?) -> Any)?
  _ = source.outlineView(_:isItemExpandable:) as ((NSOutlineView, Any) -> Bool)?
  _ = delegate.outlineView(_:viewFor:item:) as ((NSOutlineView, NSTableColumn?, Any) -> NSView?)?
  _ = delegate.outlineView(_:didAdd:forRow:) as ((NSOutlineView, NSTableRowView, Int) -> Void)?
  _ = delegate.outlineView(_:didRemove:forRow:) as ((NSOutlineView, NSTableRowView, Int) -> Void)?
  _ = delegate.outlineView(_:shouldExpandItem:) as ((NSOutlineView, Any) -> Bool)?
  _ = delegate.outlineView(_:shouldCollapseItem:) as ((NSOutlineView, Any) -> Bool)?
  _ =
    delegate.outlineView(_:selectionIndexesForProposedSelection:)
    as ((NSOutlineView, IndexSet) -> IndexSet)?
  _ = delegate.outlineViewSelectionDidChange(_:) as ((Notification) -> Void)?
}

@MainActor private func dragging(_ source: any NSOutlineViewDataSource) {
  _ =
    source.outlineView(_:pasteboardWriterForItem:)
    as ((NSOutlineView, Any) -> (any NSPasteboardWriting)?)?
  _ =
    source.outlineView(_:draggingSession:willBeginAt:forItems:)
    as ((NSOutlineView, NSDraggingSession, NSPoint, [Any]) -> Void)?
  _ =
    source.outlineView(_:draggingSession:endedAt:operation:)
    as ((NSOutlineView, NSDraggingSession, NSPoint, NSDragOperation) -> Void)?
  _ =
    source.outlineView(_:validateDrop:proposedItem:proposedChildIndex:)
    as ((NSOutlineView, any NSDraggingInfo, Any?, Int) -> NSDragOperation)?
  _ =
    source.outlineView(_:acceptDrop:item:childIndex:)
    as ((NSOutlineView, any NSDraggingInfo, Any?, Int) -> Bool)?
  _ = NSOutlineViewDropOnItemIndex as Int
}

// MARK: - Collection views

@MainActor private func collections(_ view: NSCollectionView, _ item: NSCollectionViewItem) {
  typealias Identifier = NSUserInterfaceItemIdentifier
  typealias Kind = NSCollectionView.SupplementaryElementKind
  _ = \NSCollectionView.dataSource as ReferenceWritableKeyPath<NSCollectionView, (any NSCollectionViewDataSource)?>
  _ = \NSCollectionView.delegate as ReferenceWritableKeyPath<NSCollectionView, (any NSCollectionViewDelegate)?>
  _ = \NSCollectionView.backgroundView as ReferenceWritableKeyPath<NSCollectionView, NSView?>
  _ = \NSCollectionView.isSelectable as ReferenceWritableKeyPath<NSCollectionView, Bool>
  _ = \NSCollectionView.allowsMultipleSelection as ReferenceWritableKeyPath<NSCollectionView, Bool>
  _ = \NSCollectionView.allowsEmptySelection as ReferenceWritableKeyPath<NSCollectionView, Bool>
  _ = \NSCollectionView.selectionIndexPaths as ReferenceWritableKeyPath<NSCollectionView, Set<IndexPath>>
  _ = \NSCollectionView.numberOfSections as KeyPath<NSCollectionView, Int>
  _ = NSCollectionView.elementKindSectionHeader as Kind
  _ = NSCollectionView.elementKindSectionFooter as Kind
  _ = view.indexPathForItem(at:) as @MainActor (NSPoint) -> IndexPath?
  _ = view.numberOfItems(inSection:) as @MainActor (Int) -> Int
  _ = view.register(_:forItemWithIdentifier:) as @MainActor (AnyClass?, Identifier) -> Void
  _ = view.register(_:forItemWithIdentifier:) as @MainActor (NSNib?, Identifier) -> Void
  _ =
    view.register(_:forSupplementaryViewOfKind:withIdentifier:)
    as @MainActor (AnyClass?, Kind, Identifier) -> Void
  _ = view.register(_:forSupplementaryViewOfKind:withIdentifier:) as @MainActor (NSNib?, Kind, Identifier) -> Void
  _ = view.makeItem(withIdentifier:for:) as @MainActor (Identifier, IndexPath) -> NSCollectionViewItem
  _ =
    view.makeSupplementaryView(ofKind:withIdentifier:for:) as @MainActor (Kind, Identifier, IndexPath) -> NSView
  view.scrollToItems(at: [], scrollPosition: .nearestHorizontalEdge)
  if view.supplementaryView(forElementKind: "", at: IndexPath(item: 0, section: 0)) != nil {}
  _ = item.loadView as @MainActor () -> Void
}

@MainActor private func batches(_ view: NSCollectionView) {
  view.performBatchUpdates({}, completionHandler: nil)
  _ = view.reloadData as @MainActor () -> Void
  _ = view.insertSections as @MainActor (IndexSet) -> Void
  _ = view.deleteSections as @MainActor (IndexSet) -> Void
  _ = view.moveSection(_:toSection:) as @MainActor (Int, Int) -> Void
  _ = view.insertItems(at:) as @MainActor (Set<IndexPath>) -> Void
  _ = view.deleteItems(at:) as @MainActor (Set<IndexPath>) -> Void
  _ = view.reloadItems(at:) as @MainActor (Set<IndexPath>) -> Void
  _ = view.moveItem(at:to:) as @MainActor (IndexPath, IndexPath) -> Void
}

@MainActor private func collections(
  _ source: any NSCollectionViewDataSource, _ delegate: any NSCollectionViewDelegate
) {
  typealias Kind = NSCollectionView.SupplementaryElementKind
  typealias Choice = ((NSCollectionView, Set<IndexPath>) -> Set<IndexPath>)?
  typealias Told = ((NSCollectionView, Set<IndexPath>) -> Void)?
  typealias Item = ((NSCollectionView, NSCollectionViewItem, IndexPath) -> Void)?
  typealias SupplementaryItem = ((NSCollectionView, NSView, Kind, IndexPath) -> Void)?
  _ = source.collectionView(_:numberOfItemsInSection:) as (NSCollectionView, Int) -> Int
  _ =
    source.collectionView(_:itemForRepresentedObjectAt:)
    as (NSCollectionView, IndexPath) -> NSCollectionViewItem
  _ = source.numberOfSections(in:) as ((NSCollectionView) -> Int)?
  _ =
    source.collectionView(_:viewForSupplementaryElementOfKind:at:)
    as ((NSCollectionView, Kind, IndexPath) -> NSView)?
  _ = delegate.collectionView(_:shouldSelectItemsAt:) as Choice
  _ = delegate.collectionView(_:didSelectItemsAt:) as Told
  _ = delegate.collectionView(_:didDeselectItemsAt:) as Told
  _ = delegate.collectionView(_:willDisplay:forRepresentedObjectAt:) as Item
  _ = delegate.collectionView(_:didEndDisplaying:forRepresentedObjectAt:) as Item
  _ = delegate.collectionView(_:willDisplaySupplementaryView:forElementKind:at:) as SupplementaryItem
  _ = delegate.collectionView(_:didEndDisplayingSupplementaryView:forElementOfKind:at:) as SupplementaryItem
}
#endif
