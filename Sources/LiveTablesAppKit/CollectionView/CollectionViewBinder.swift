#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
@_spi(Adapters) public import LiveTablesCells

/// Binds an `NSCollectionView` to a table, as its data source and delegate.
///
/// ```swift
/// let binder = CollectionViewBinder<Folder, Mail>(
///   .one(MailItem.self) { item, mail, context in item.textField?.stringValue = mail.subject },
///   supplementaries: [.header: .one(FolderHeader.self) { view, folder, context in … }])
/// binder.attach(to: collectionView).bind(mails)
/// ```
///
/// Cells are collection view items, which come from a class or a nib. Factories are not supported, because a collection
/// view shows only items that it has created itself. The layout determines the supplementary views. `.header` and
/// `.footer` are the kinds of the flow layout, and other kinds are identified by the names that the layout uses. The
/// layout also determines the animations, which you can only disable (`.none`).
///
/// The collection view retains its binder. When the binding is cancelled, the previous data source and delegate are
/// restored. If there was no previous data source, the items stay on screen. Delegate methods that this class does not
/// handle are forwarded to the previous delegate.
open class CollectionViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  AppKitViewBinder<NSCollectionView, Section, Row>, NSCollectionViewDataSource, NSCollectionViewDelegate
{
  package let cells: TableCells<CollectionViewBinder<Section, Row>>

  var hasPlaceholder = false
  var emptyKinds: Set<NSCollectionView.SupplementaryElementKind> = []
  /// Reuse identifiers that have no items or, if prefixed by their kind, no supplementary views.
  var unavailable: Set<String> = []
  var nibs = NibFinder()
  var registrations: [(CellSource, String, SupplementaryKind?)] = []

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: The provider of row items.
  ///   - supplementaries: The providers of supplementary views.
  public init(
    _ provider: CellProvider<Section, Row, NSCollectionViewItem>,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, NSView>] = [:]
  ) {
    let link = TableLink<Section, Row>()
    cells = TableCells(link: link, provider, supplementaries: supplementaries)
    super.init(link: link)
  }

  var earlier: (any NSCollectionViewDelegate)? { earlierDelegate as? any NSCollectionViewDelegate }

  // MARK: - Updates

  @_spi(Adapters) open override var isReady: Bool { isInPlace && updates.isLaidOut && view?.window != nil }

  @_spi(Adapters) open override var shownRowCounts: [Int]? {
    guard let view, isReady, updates.isCurrent else { return nil }
    return (0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) }
  }

  @_spi(Adapters) public override func reloadView(commit: () -> Void) { reloadItems(commit) }

  @_spi(Adapters) public override func performBatch(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws { performItems(stage, animation, commit) }

  @_spi(Adapters) public override func dataWasReplaced(isShown: Bool) { cells.reload() }

  // MARK: - Data source

  /// Returns the number of sections.
  open func numberOfSections(in collectionView: NSCollectionView) -> Int { sectionCount }

  /// Returns the number of rows in a section.
  open func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
    rowCount(ofSection: section)
  }

  /// Returns the item for a row.
  open func collectionView(
    _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
  ) -> NSCollectionViewItem { answering { item(at: indexPath) } }

  /// Returns a supplementary view for a section.
  open func collectionView(
    _ collectionView: NSCollectionView,
    viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) -> NSView { answering { supplementaryView(kind, at: indexPath) } }

  // MARK: - Delegate

  /// Returns the items that the user can select.
  open func collectionView(
    _ collectionView: NSCollectionView, shouldSelectItemsAt indexPaths: Set<IndexPath>
  ) -> Set<IndexPath> { allowed(indexPaths) }

  /// Called when the user has selected items.
  open func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>) {
    userSelects(collectionView.selectionIndexPaths.compactMap { RowPath($0) })
    (earlier?.collectionView(_:didSelectItemsAt:))?(collectionView, indexPaths)
  }

  /// Called when the user has deselected items.
  open func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>) {
    // In mode `none`, there is no event for the items that are still selected.
    if link.selection.mode != .none { userSelects(collectionView.selectionIndexPaths.compactMap { RowPath($0) }) }
    (earlier?.collectionView(_:didDeselectItemsAt:))?(collectionView, indexPaths)
  }

  /// Called when an item is about to appear on screen.
  open func collectionView(
    _ collectionView: NSCollectionView, willDisplay item: NSCollectionViewItem,
    forRepresentedObjectAt indexPath: IndexPath
  ) {
    answering {
      willDisplay(item, at: indexPath)
      (earlier?.collectionView(_:willDisplay:forRepresentedObjectAt:))?(collectionView, item, indexPath)
    }
  }

  /// Called when an item has left the screen.
  open func collectionView(
    _ collectionView: NSCollectionView, didEndDisplaying item: NSCollectionViewItem,
    forRepresentedObjectAt indexPath: IndexPath
  ) {
    answering {
      didEndDisplaying(item)
      (earlier?.collectionView(_:didEndDisplaying:forRepresentedObjectAt:))?(collectionView, item, indexPath)
    }
  }

  /// Called when a supplementary view is about to appear on screen.
  open func collectionView(
    _ collectionView: NSCollectionView, willDisplaySupplementaryView view: NSView,
    forElementKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) {
    answering {
      if let path = path(elementKind, indexPath), cells.shownSupplementaryView(at: path) != nil {
        cells.willDisplay(view, at: path, in: self)
      }
      (earlier?.collectionView(_:willDisplaySupplementaryView:forElementKind:at:))?(
        collectionView, view, elementKind, indexPath)
    }
  }

  /// Called when a supplementary view has left the screen.
  open func collectionView(
    _ collectionView: NSCollectionView, didEndDisplayingSupplementaryView view: NSView,
    forElementOfKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) {
    answering {
      cells.didEndDisplaying(view, kind: SupplementaryKind(elementKind))
      (earlier?.collectionView(_:didEndDisplayingSupplementaryView:forElementOfKind:at:))?(
        collectionView, view, elementKind, indexPath)
    }
  }

  // MARK: - Dragging

  /// Returns an object that represents the row in a drag, if the row can be moved.
  open func collectionView(
    _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
  ) -> (any NSPasteboardWriting)? { writer(at: indexPath) }

  /// Called when a drag begins.
  open func collectionView(
    _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forItemsAt indexPaths: Set<IndexPath>
  ) {
    let grabbed = position(ofScreenPoint: screenPoint).flatMap { collectionView.indexPathForItem(at: $0) }
    beginDrag(of: indexPaths.sorted().compactMap { RowPath($0) }, grabbed: grabbed.flatMap { RowPath($0) })
    (earlier?.collectionView(_:draggingSession:willBeginAt:forItemsAt:))?(
      collectionView, session, screenPoint, indexPaths)
  }

  /// Called when a drag ends.
  open func collectionView(
    _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    dragOperation operation: NSDragOperation
  ) {
    endDrag()
    (earlier?.collectionView(_:draggingSession:endedAt:dragOperation:))?(
      collectionView, session, screenPoint, operation)
  }

  /// Determines where an item can be dropped.
  open func collectionView(
    _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
    proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
    dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
  ) -> NSDragOperation { validateDrop(draggingInfo, proposedDropIndexPath, proposedDropOperation) }

  /// Called when the user drops an item.
  open func collectionView(
    _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo, indexPath: IndexPath,
    dropOperation: NSCollectionView.DropOperation
  ) -> Bool { acceptDrop(draggingInfo, indexPath, dropOperation) }

  // MARK: - For the base class

  @_spi(Adapters) public override class var delegateProtocols: [String] {
    ["NSCollectionViewDelegate", "NSCollectionViewDelegateFlowLayout"]
  }
  @_spi(Adapters) public override var implementingClass: AnyClass { CollectionViewBinder<Section, Row>.self }

  @_spi(Adapters) public override func connections(of view: NSCollectionView) -> ViewConnections {
    ViewConnections(dataSource: view.dataSource, delegate: view.delegate)
  }

  @_spi(Adapters) public override func connect(_ view: NSCollectionView, to connections: ViewConnections) {
    if view.dataSource !== connections.dataSource {
      view.dataSource = connections.dataSource as? any NSCollectionViewDataSource
    }
    view.delegate = connections.delegate as? any NSCollectionViewDelegate
  }

  @_spi(Adapters) public override func willTakeOver(_ view: NSCollectionView) { registerAll(with: view) }

  @_spi(Adapters) public override func didTakeOver(_ view: NSCollectionView) {
    super.didTakeOver(view)
    reloadInPlace()
  }

  @_spi(Adapters) public override func willGiveBack(_ view: NSCollectionView) {
    super.willGiveBack(view)
    endDisplaying()
  }

  @_spi(Adapters) public override func didGiveBack(_ view: NSCollectionView) { view.reloadData() }

  override var selectionProperties: [ReferenceWritableKeyPath<NSCollectionView, Bool>] {
    [\.isSelectable, \.allowsEmptySelection]
  }

  override var multipleSelection: ReferenceWritableKeyPath<NSCollectionView, Bool>? { \.allowsMultipleSelection }

  override func show(background: NSView?, in view: NSCollectionView) {
    borrowed.setOrRestore(\.backgroundView, to: background, in: view)
  }

  /// The row of the item that was clicked last, which a collection view does not store.
  override var clickedPath: RowPath? {
    guard let view, let event = NSApplication.shared.currentEvent,
      [.leftMouseDown, .rightMouseDown].contains(event.type)
    else { return nil }
    return view.indexPathForItem(at: view.convert(event.locationInWindow, from: nil)).flatMap { RowPath($0) }
  }

  override func select(_ paths: [RowPath], in view: NSCollectionView) {
    let wanted = Set(paths.map { IndexPath($0) })
    if view.selectionIndexPaths != wanted { view.selectionIndexPaths = wanted }
  }

  override func reconfigure(_ paths: [RowPath]) {
    let rows = cells.reconfigure(paths, in: self)
    if !rows.isEmpty, isReady { view?.reloadItems(at: Set(rows.map { IndexPath($0) })) }
  }

  override func scrollView(to path: RowPath) {
    if isReady {
      view?.scrollToItems(at: [IndexPath(path)], scrollPosition: [.nearestHorizontalEdge, .nearestVerticalEdge])
    }
  }
}

/// An empty item, shown if an item cannot be created or if the view still shows different rows than the table.
final class PlaceholderItem: NSCollectionViewItem {
  override func loadView() { view = NSView() }
}

/// An indicator of the gap between items into which an item would be dropped.
final class DropGapView: NSView {
  override func draw(_ dirtyRect: NSRect) {
    NSColor.controlAccentColor.setFill()
    NSBezierPath.fill(bounds)
  }
}

extension SupplementaryKind {
  /// Creates a supplementary kind from the name that layouts use.
  @MainActor init(_ elementKind: NSCollectionView.SupplementaryElementKind) {
    switch elementKind {
    case NSCollectionView.elementKindSectionHeader: self = .header
    case NSCollectionView.elementKindSectionFooter: self = .footer
    default: self.init(stringLiteral: elementKind)
    }
  }

  /// The name of the supplementary kind in layouts.
  @MainActor var elementKind: NSCollectionView.SupplementaryElementKind {
    switch self {
    case .header: NSCollectionView.elementKindSectionHeader
    case .footer: NSCollectionView.elementKindSectionFooter
    default: name
    }
  }
}
#endif
