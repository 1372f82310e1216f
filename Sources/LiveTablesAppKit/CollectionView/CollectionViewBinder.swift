#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTables

/// Binds an `NSCollectionView`: its data source and its delegate while something is bound to it.
///
/// ```swift
/// let binder = CollectionViewBinder<Folder, Mail>(
///   .one(MailItem.self) { item, mail, context in item.textField?.stringValue = mail.subject },
///   supplementaries: [.header: .one(FolderHeader.self) { view, folder, context in … }])
/// collectionView.bind(mails, using: binder)
/// ```
///
/// Cells are items; they come from a class or a nib, never from a factory, because a collection view shows only items that
/// it has made itself. Which supplementary views there are is for the layout to say: `.header` and `.footer` are the
/// kinds of the flow layout, others have the layout's own names. The layout animates; of animations only `.none` counts.
///
/// The collection view owns its binder. What was its data source and delegate before is put back when the binding is
/// cancelled; the delegate is told and asked what this class has no opinion on.
open class CollectionViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>: ViewBinder,
  NSCollectionViewDataSource, NSCollectionViewDelegate, TableView
{
  /// Chooses items.
  public typealias Provider = CellProvider<Section, Row, NSCollectionViewItem>
  /// Chooses headers, footers and other supplementary views.
  public typealias Supplementaries = [SupplementaryKind: CellProvider<Section, Section, NSView>]

  /// What connects the view with whatever it shows: selection, events, editing.
  public let link = TableLink<Section, Row>()

  /// The items and supplementary views in use.
  @_spi(Adapters) public let cells: TableCells<CollectionViewBinder<Section, Row>>

  /// What is bound.
  public internal(set) weak var collectionView: NSCollectionView?

  var displayed: [ObjectIdentifier: (path: RowPath, row: Row)] = [:]
  var settings: CollectionViewSettings?
  var drag: RowDrag<Section, Row>?
  /// Whether the collection view was laid out since it shows what it was given, so that it can be told of batches.
  var wasLaidOut = false
  var hasPlaceholder = false
  /// Reuse identifiers whose cells a collection view cannot have.
  var unusable: Set<String> = []

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: Chooses the items of rows.
  ///   - supplementaries: Chooses supplementary views.
  public init(_ provider: Provider, supplementaries: Supplementaries = Supplementaries()) {
    cells = TableCells(link: link, provider, supplementaries: supplementaries)
    super.init()
    link.follow(self)
    link.selection.presenter = self
  }

  override func takePlace() { takeCollectionPlace() }
  override func givePlace() { giveCollectionPlace() }
  override func uninstall() { leaveCollection() }

  override var menuItems: [NSMenuItem] { link.menuItems(at: clickedPath) }

  override func showAccessories() {
    if settings != nil {
      show(background: accessories.background(rowCount: link.table.count, revision: link.revision), in: collectionView)
    }
  }

  // MARK: - How changes are shown

  /// Shows everything anew.
  open func reload(commit: () -> Void) { reloadItems(commit) }

  /// Shows a batch.
  ///
  /// - Throws: What keeps it from being shown; the collection view is reloaded then.
  open func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    performItems(stage, animation, commit)
  }

  // MARK: - Data source

  /// How many sections there are.
  open func numberOfSections(in collectionView: NSCollectionView) -> Int { link.table.sections.count }

  /// How many rows a section has.
  open func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
    link.table.sections.indices.contains(section) ? link.table.sections[section].rows.count : 0
  }

  /// The item of a row.
  open func collectionView(
    _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
  ) -> NSCollectionViewItem { item(at: indexPath) }

  /// The supplementary view of a section.
  open func collectionView(
    _ collectionView: NSCollectionView,
    viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) -> NSView { supplementaryView(kind, at: indexPath) }

  // MARK: - Delegate

  /// Which items the user may select.
  open func collectionView(
    _ collectionView: NSCollectionView, shouldSelectItemsAt indexPaths: Set<IndexPath>
  ) -> Set<IndexPath> { allowed(indexPaths) }

  /// The user has selected items.
  open func collectionView(_ collectionView: NSCollectionView, didSelectItemsAt indexPaths: Set<IndexPath>) {
    selectionDidChange()
    EarlierCollectionDelegate(self).didSelect(indexPaths, collectionView)
  }

  /// The user has deselected items.
  open func collectionView(_ collectionView: NSCollectionView, didDeselectItemsAt indexPaths: Set<IndexPath>) {
    selectionDidChange()
    EarlierCollectionDelegate(self).didDeselect(indexPaths, collectionView)
  }

  /// An item comes on the screen.
  open func collectionView(
    _ collectionView: NSCollectionView, willDisplay item: NSCollectionViewItem,
    forRepresentedObjectAt indexPath: IndexPath
  ) {
    willDisplay(item, at: indexPath)
    EarlierCollectionDelegate(self).willDisplay(item, at: indexPath, collectionView)
  }

  /// An item has left the screen.
  open func collectionView(
    _ collectionView: NSCollectionView, didEndDisplaying item: NSCollectionViewItem,
    forRepresentedObjectAt indexPath: IndexPath
  ) {
    didEndDisplaying(item)
    EarlierCollectionDelegate(self).didEndDisplaying(item, at: indexPath, collectionView)
  }

  /// A supplementary view comes on the screen.
  open func collectionView(
    _ collectionView: NSCollectionView, willDisplaySupplementaryView view: NSView,
    forElementKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) {
    guard let place = place(elementKind, indexPath), cells.shownSupplementaryView(at: place) != nil else { return }
    cells.willDisplay(view, at: place, in: self)
  }

  /// A supplementary view has left the screen.
  open func collectionView(
    _ collectionView: NSCollectionView, didEndDisplayingSupplementaryView view: NSView,
    forElementOfKind elementKind: NSCollectionView.SupplementaryElementKind, at indexPath: IndexPath
  ) { cells.didEndDisplaying(view, kind: SupplementaryKind(elementKind)) }

  // MARK: - Dragging

  /// Something to drag, where the row may be moved.
  open func collectionView(
    _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
  ) -> (any NSPasteboardWriting)? { writer(at: indexPath) }

  /// A drag begins.
  open func collectionView(
    _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forItemsAt indexPaths: Set<IndexPath>
  ) { dragWillBegin(session, at: screenPoint, indexPaths) }

  /// A drag is over.
  open func collectionView(
    _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    dragOperation operation: NSDragOperation
  ) { dragEnded(session, at: screenPoint, operation) }

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
}

/// What a collection view was set to before it was bound.
struct CollectionViewSettings {
  var isSelectable: Bool
  var allowsMultipleSelection: Bool
  var allowsEmptySelection: Bool
  var draggedTypes: [NSPasteboard.PasteboardType]
}

/// What is shown where there is no item.
final class PlaceholderItem: NSCollectionViewItem {
  override func loadView() { view = NSView() }
}

extension SupplementaryKind {
  /// The kind that a layout knows by this name.
  @MainActor init(_ elementKind: NSCollectionView.SupplementaryElementKind) {
    switch elementKind {
    case NSCollectionView.elementKindSectionHeader: self = .header
    case NSCollectionView.elementKindSectionFooter: self = .footer
    default: self.init(rawValue: elementKind)
    }
  }

  /// The name by which a layout knows the kind.
  @MainActor var elementKind: NSCollectionView.SupplementaryElementKind {
    switch self {
    case .header: NSCollectionView.elementKindSectionHeader
    case .footer: NSCollectionView.elementKindSectionFooter
    default: rawValue
    }
  }
}
#endif
