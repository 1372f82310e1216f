#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
@_spi(Adapters) public import LiveTablesCells

/// Binds an `NSCollectionView`: its data source and its delegate while something is bound to it.
///
/// ```swift
/// let binder = CollectionViewBinder<Folder, Mail>(
///   .one(MailItem.self) { item, mail, context in item.textField?.stringValue = mail.subject },
///   supplementaries: [.header: .one(FolderHeader.self) { view, folder, context in … }])
/// binder.attach(to: collectionView).bind(mails)
/// ```
///
/// Cells are items; they come from a class or a nib, never from a factory, because a collection view shows only items that
/// it has made itself. Which supplementary views there are is for the layout to say: `.header` and `.footer` are the
/// kinds of the flow layout, others have the layout's own names. The layout animates; of animations only `.none` counts.
///
/// The collection view owns its binder. If it had a data source before, that and its delegate are put back when the
/// binding is cancelled; else the items stay. The delegate is told and asked what this class has no opinion on.
open class CollectionViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  AppKitViewBinder<NSCollectionView, Section, Row>, NSCollectionViewDataSource, NSCollectionViewDelegate
{
  /// The items and supplementary views in use.
  @_spi(Adapters) public let cells: TableCells<CollectionViewBinder<Section, Row>>

  var displayed = DisplayedRows<Row>()
  /// Whether the collection view was laid out since its data changed, so that it can show batches.
  var wasLaidOut = false
  var hasPlaceholder = false
  /// The kinds for which empty views are registered.
  var emptyKinds: Set<NSCollectionView.SupplementaryElementKind> = []
  /// Reuse identifiers without items, or views with the kind before it.
  var unavailable: Set<String> = []
  var nibs = NibFinder()
  /// How many items each section has in the view, while a reload is due.
  var counted: [Int] = []
  var registrations: [(CellSource, String, SupplementaryKind?)] = []

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: Chooses the items of rows.
  ///   - supplementaries: Chooses supplementary views.
  public init(
    _ provider: CellProvider<Section, Row, NSCollectionViewItem>,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, NSView>] = [:]
  ) {
    let link = TableLink<Section, Row>()
    cells = TableCells(link: link, provider, supplementaries: supplementaries)
    super.init(link: link)
  }

  var earlier: (any NSCollectionViewDelegate)? { earlierDelegate as? any NSCollectionViewDelegate }

  // MARK: - Showing

  /// Whether the collection view is in a window, was laid out, and has this binder's data.
  @_spi(Adapters) open override var isReady: Bool { isInPlace && wasLaidOut && view?.window != nil }

  /// How many items the collection view counts in each section; `nil` until a reload that is due.
  @_spi(Adapters) open override var shownRowCounts: [Int]? {
    guard let view, isReady, !isReloadDue else { return nil }
    return (0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) }
  }

  /// Reloads the collection view.
  ///
  /// - Parameter commit: Swaps the data; an override calls it exactly once.
  open override func reload(commit: () -> Void) { reloadItems(commit) }

  /// Shows one batch.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: Whether it is animated.
  ///   - commit: Swaps the data; an override calls it exactly once, inside the view's updates, or calls `super`.
  /// - Throws: What keeps the view from showing the batch; it is reloaded then.
  open override func perform(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws { performItems(stage, animation, commit) }

  // MARK: - Data source

  /// How many sections there are.
  open func numberOfSections(in collectionView: NSCollectionView) -> Int {
    isReloadDue ? counted.count : link.table.sections.count
  }

  /// How many rows a section has.
  open func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
    if isReloadDue { return counted.indices.contains(section) ? counted[section] : 0 }
    return link.table.sections.indices.contains(section) ? link.table.sections[section].rows.count : 0
  }

  /// The item of a row.
  open func collectionView(
    _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
  ) -> NSCollectionViewItem { asked { item(at: indexPath) } }

  /// The supplementary view of a section.
  open func collectionView(
    _ collectionView: NSCollectionView,
    viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) -> NSView { asked { supplementaryView(kind, at: indexPath) } }

  // MARK: - Delegate

  /// Which items the user may select.
  open func collectionView(
    _ collectionView: NSCollectionView, shouldSelectItemsAt indexPaths: Set<IndexPath>
  ) -> Set<IndexPath> { allowed(indexPaths) }

  /// The user has selected items.
  open func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>) {
    userSelects(collectionView.selectionIndexPaths.compactMap { RowPath($0) })
    (earlier?.collectionView(_:didSelectItemsAt:))?(collectionView, indexPaths)
  }

  /// The user has deselected items.
  open func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>) {
    // Without a mode, that another item is still selected is no event.
    if link.selection.mode != .none { userSelects(collectionView.selectionIndexPaths.compactMap { RowPath($0) }) }
    (earlier?.collectionView(_:didDeselectItemsAt:))?(collectionView, indexPaths)
  }

  /// An item comes on the screen.
  open func collectionView(
    _ collectionView: NSCollectionView, willDisplay item: NSCollectionViewItem,
    forRepresentedObjectAt indexPath: IndexPath
  ) {
    asked { willDisplay(item, at: indexPath) }
    (earlier?.collectionView(_:willDisplay:forRepresentedObjectAt:))?(collectionView, item, indexPath)
  }

  /// An item has left the screen.
  open func collectionView(
    _ collectionView: NSCollectionView, didEndDisplaying item: NSCollectionViewItem,
    forRepresentedObjectAt indexPath: IndexPath
  ) {
    asked { didEndDisplaying(item) }
    (earlier?.collectionView(_:didEndDisplaying:forRepresentedObjectAt:))?(collectionView, item, indexPath)
  }

  /// A supplementary view comes on the screen.
  open func collectionView(
    _ collectionView: NSCollectionView, willDisplaySupplementaryView view: NSView,
    forElementKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) {
    if let place = place(elementKind, indexPath), cells.shownSupplementaryView(at: place) != nil {
      cells.willDisplay(view, at: place, in: self)
    }
    (earlier?.collectionView(_:willDisplaySupplementaryView:forElementKind:at:))?(
      collectionView, view, elementKind, indexPath)
  }

  /// A supplementary view has left the screen.
  open func collectionView(
    _ collectionView: NSCollectionView, didEndDisplayingSupplementaryView view: NSView,
    forElementOfKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) {
    cells.didEndDisplaying(view, kind: SupplementaryKind(elementKind))
    (earlier?.collectionView(_:didEndDisplayingSupplementaryView:forElementOfKind:at:))?(
      collectionView, view, elementKind, indexPath)
  }

  // MARK: - Dragging

  /// Something to drag, where the row may be moved.
  open func collectionView(
    _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
  ) -> (any NSPasteboardWriting)? { writer(at: indexPath) }

  /// A drag begins.
  open func collectionView(
    _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forItemsAt indexPaths: Set<IndexPath>
  ) {
    let grabbed = position(ofScreenPoint: screenPoint).flatMap { collectionView.indexPathForItem(at: $0) }
    beginDrag(of: indexPaths.sorted().compactMap { RowPath($0) }, grabbed: grabbed.flatMap { RowPath($0) })
    (earlier?.collectionView(_:draggingSession:willBeginAt:forItemsAt:))?(
      collectionView, session, screenPoint, indexPaths)
  }

  /// A drag is over.
  open func collectionView(
    _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    dragOperation operation: NSDragOperation
  ) {
    endDrag()
    (earlier?.collectionView(_:draggingSession:endedAt:dragOperation:))?(
      collectionView, session, screenPoint, operation)
  }

  /// Where an item may be dropped.
  open func collectionView(
    _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
    proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
    dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
  ) -> NSDragOperation { validateDrop(draggingInfo, proposedDropIndexPath, proposedDropOperation) }

  /// An item is dropped.
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
    reload(view)
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

  /// The row of the item that was clicked just now; a collection view does not keep it, as table views do.
  override var clickedPath: RowPath? {
    guard let view, let event = NSApplication.shared.currentEvent,
      [.leftMouseDown, .rightMouseDown].contains(event.type)
    else { return nil }
    return view.indexPathForItem(at: view.convert(event.locationInWindow, from: nil)).flatMap { RowPath($0) }
  }

  override func reloadAll() { reloadItems {} }

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

#if !canImport(ObjectiveC)
extension CollectionViewBinder {
  /// Stands for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingCollectionTarget: (any NSCollectionViewDelegate)? { earlier }
}
#endif

/// What is shown where there is no item.
final class PlaceholderItem: NSCollectionViewItem {
  override func loadView() { view = NSView() }
}

/// Shows between which items one would be dropped, as wide as the layout says.
final class DropGapView: NSView {
  override func draw(_ dirtyRect: NSRect) {
    NSColor.controlAccentColor.setFill()
    NSBezierPath.fill(bounds)
  }
}

extension SupplementaryKind {
  /// The kind that a layout knows by this name.
  @MainActor init(_ elementKind: NSCollectionView.SupplementaryElementKind) {
    switch elementKind {
    case NSCollectionView.elementKindSectionHeader: self = .header
    case NSCollectionView.elementKindSectionFooter: self = .footer
    default: self.init(stringLiteral: elementKind)
    }
  }

  /// The name by which a layout knows the kind.
  @MainActor var elementKind: NSCollectionView.SupplementaryElementKind {
    switch self {
    case .header: NSCollectionView.elementKindSectionHeader
    case .footer: NSCollectionView.elementKindSectionFooter
    default: name
    }
  }
}
#endif
