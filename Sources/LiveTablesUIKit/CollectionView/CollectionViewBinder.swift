#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTablesCells
public import UIKit

/// Binds a collection view to a table, as its data source and delegate.
///
/// `collectionView.bind(mails, cell: MailCell.self) { … }` creates a binder for you. To customize the binder, create it
/// yourself. To add or override data source or delegate methods, create a subclass:
///
/// ```swift
/// final class MailBinder: CollectionViewBinder<Folder, Mail> {
///   override func collectionView(
///     _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
///   ) -> UICollectionReusableView { … }
/// }
/// MailBinder(.one(MailCell.self) { … }).attach(to: collectionView).bind(mails)
/// ```
///
/// As in any generic class, methods that this class does not implement must be marked `@objc` with their Objective-C
/// names.
///
/// The collection view retains its binder, which refers to the view weakly. When the binding is cancelled, the view's
/// previous data source and delegate are restored. If the view had no data source, the items stay on screen. During the
/// binding, methods of the previous delegate are called as described in `Delegation`. This class is isolated to the
/// main actor.
@MainActor
open class CollectionViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ScrollViewBinder<UICollectionView, Section, Row>, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout,
  UICollectionViewDataSourcePrefetching
{
  package typealias Cell = UICollectionViewCell
  package typealias SupplementaryView = UICollectionReusableView

  package let cells: TableCells<CollectionViewBinder>

  /// The index titles, which the sections provide by default, and the sections that they lead to.
  package var sectionIndex: SectionIndex? { SectionIndex(link.table) }

  // MARK: - State

  #if !os(tvOS)
  let dragging = CollectionDragging()
  #endif
  /// The registered sources of cells and supplementary views, with the kind of each supplementary view.
  var registrations: [(CellSource, String, SupplementaryKind?)] = []
  /// The view that was dequeued for the current request, which must be returned to the collection view.
  var lastDequeued: UICollectionReusableView?
  /// The supplementary views that must be replaced.
  var staleViews: Set<SupplementaryPath> = []
  /// Whether the layout must request all sizes again.
  var hasNewSizes = false
  var boundaryKinds: Set<String> = []
  /// The boundary views that show the header and the footer of the table.
  var boundaryViews: [SupplementaryKind: WeakBoundaryView] = [:]
  /// Reuse identifiers that have no cells or, if prefixed by their kind, no supplementary views.
  var unavailable: Set<String> = []
  /// The row that keeps its position during the current batch.
  var anchor: ScrollAnchor?
  /// Whether an interactive movement may have begun without this binder.
  var mayBeMoving = false
  /// The row that is being moved interactively.
  var movement: RowDrag<Section, Row>?
  var drag: RowDrag<Section, Row>?
  /// The row that the user may start dragging.
  var draggable: FollowedRow?

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: The provider of row cells.
  ///   - supplementaries: The providers of supplementary views. The kinds `.header` and `.footer` correspond to
  ///     `UICollectionView.elementKindSectionHeader` and `…Footer`. All other kinds are identified by their own names.
  public init(
    _ provider: CellProvider<Section, Row, UICollectionViewCell>,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, UICollectionReusableView>] = [:]
  ) {
    let link = TableLink<Section, Row>()
    cells = TableCells(link: link, provider, supplementaries: supplementaries)
    super.init(link: link)
    #if !os(tvOS)
    dragging.handler = self
    #endif
  }

  func earlier(_ message: DelegateMessage) -> (any UICollectionViewDelegate)? {
    forwardee(for: message) as? any UICollectionViewDelegate
  }

  /// The previous delegate, if it is a flow layout delegate.
  var earlierFlow: (any UICollectionViewDelegateFlowLayout)? {
    earlierDelegate as? any UICollectionViewDelegateFlowLayout
  }

  // MARK: - Updates

  @_spi(Adapters) open override var shownRowCounts: [Int]? {
    isInPlace && updates.isLaidOut && updates.isCurrent ? view?.shownRowCounts : nil
  }

  @_spi(Adapters) public override func performBatch(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws { show(stage, animation, commit) }

  // MARK: - UICollectionViewDataSource

  /// Returns the number of sections.
  open func numberOfSections(in collectionView: UICollectionView) -> Int {
    updates.laidOut()
    return sectionCount
  }

  /// Returns the number of rows in a section.
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    rowCount(ofSection: section)
  }

  /// Returns the cell for a row.
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell { answering { cell(at: indexPath, in: collectionView) } }

  /// Returns a header, footer, or other supplementary view.
  ///
  /// If the layout requests a view for a section that has none, this method returns an empty view.
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView { answering { supplementaryView(ofKind: kind, at: indexPath, in: collectionView) } }

  /// Returns the index titles of the table.
  open func indexTitles(for collectionView: UICollectionView) -> [String]? { titles }

  /// Returns the index path to which an index title leads.
  open func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath { path(forTitleAt: index) }

  /// Returns whether the user can move a row.
  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    mayMove(indexPath)
  }

  /// Called when the user has moved a row to a position that the collection view already shows.
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    guard let from = RowPath(sourceIndexPath), let to = RowPath(destinationIndexPath) else { return }
    mayBeMoving = false
    viewMoved(BatchMove(from: from, to: to))
  }

  // MARK: - UICollectionViewDataSourcePrefetching

  /// Called when rows are expected to appear on screen soon.
  open func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
    expect(indexPaths)
  }

  /// Called when rows are no longer expected to appear on screen.
  open func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
    forget(indexPaths)
  }

  // MARK: - UICollectionViewDelegate

  /// Returns whether a touched row is highlighted.
  open func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
    mayHighlight(indexPath, in: collectionView)
  }

  /// Called when a row has been highlighted.
  open func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
    didHighlight(indexPath, in: collectionView)
  }

  /// Called when a row is no longer highlighted.
  open func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
    didUnhighlight(indexPath, in: collectionView)
  }

  /// Returns whether the user can select a row.
  open func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    maySelect(indexPath, in: collectionView)
  }

  /// Returns whether the user can deselect a row.
  open func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
    mayDeselect(indexPath, in: collectionView)
  }

  /// Called when the user has selected a row.
  open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    didSelect(indexPath, in: collectionView)
  }

  /// Called when the user has deselected a row.
  open func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
    didDeselect(indexPath, in: collectionView)
  }

  /// Called when a cell is about to appear on screen.
  open func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { answering { willDisplay(cell, at: indexPath, in: collectionView) } }

  /// Called when a cell has left the screen.
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { answering { didEndDisplaying(cell, at: indexPath, in: collectionView) } }

  /// Called when a supplementary view is about to appear on screen.
  open func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String, at indexPath: IndexPath
  ) { answering { willDisplay(view, ofKind: elementKind, at: indexPath, in: collectionView) } }

  /// Called when a supplementary view has left the screen.
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String, at indexPath: IndexPath
  ) { answering { didEndDisplaying(view, ofKind: elementKind, at: indexPath, in: collectionView) } }

  /// Returns the destination of a row that the user is moving.
  open func collectionView(
    _ collectionView: UICollectionView,
    targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
    atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath {
    target(ofMoveFrom: originalIndexPath, at: currentIndexPath, to: proposedIndexPath, in: collectionView)
  }

  /// Returns the scroll offset after a batch.
  open func collectionView(
    _ collectionView: UICollectionView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint { offset(proposed: proposedContentOffset, in: collectionView) }

  /// Returns the context menu for rows.
  open func collectionView(
    _ collectionView: UICollectionView, contextMenuConfigurationForItemsAt indexPaths: [IndexPath], point: CGPoint
  ) -> UIContextMenuConfiguration? { contextMenu(for: indexPaths, at: point, in: collectionView) }

  // MARK: - UICollectionViewDelegateFlowLayout

  /// Returns the size of a row.
  open func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize { itemSize(at: indexPath, collectionViewLayout, in: collectionView) }

  /// Returns the size of a header.
  open func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize { headerSize(of: section, collectionViewLayout, in: collectionView) }

  /// Returns the size of a footer.
  open func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForFooterInSection section: Int
  ) -> CGSize { footerSize(of: section, collectionViewLayout, in: collectionView) }

  // MARK: - For the base class

  @_spi(Adapters) public override class var delegateProtocols: [String] { ["UICollectionViewDelegateFlowLayout"] }
  @_spi(Adapters) public override var implementingClass: AnyClass { CollectionViewBinder<Section, Row>.self }
  @_spi(Adapters) open override func holdsBack(_ message: String) -> Bool {
    super.holdsBack(message) || hasNoAnswer(to: message)
  }

  @_spi(Adapters) public override func connections(of view: UICollectionView) -> ViewConnections {
    ViewConnections(dataSource: view.dataSource, delegate: view.delegate)
  }

  @_spi(Adapters) public override func connect(_ view: UICollectionView, to connections: ViewConnections) {
    view.delegate = connections.delegate as? any UICollectionViewDelegate
    if view.dataSource !== connections.dataSource {
      view.dataSource = connections.dataSource as? any UICollectionViewDataSource
    }
  }

  @_spi(Adapters) public override func resetDelegate() {
    super.resetDelegate()
    if isInPlace { view?.collectionViewLayout.invalidateLayout() }
  }

  @_spi(Adapters) public override func willTakeOver(_ view: UICollectionView) {
    registerAll(with: view)
    cells.reload()
  }

  @_spi(Adapters) public override func didTakeOver(_ view: UICollectionView) {
    super.didTakeOver(view)
    view.reloadData()  // its rows come from another data source
  }

  @_spi(Adapters) public override func willGiveBack(_ view: UICollectionView) {
    super.willGiveBack(view)
    letGo(in: view)
    #if !os(tvOS)
    endDragging(in: view)
    #endif
  }

  @_spi(Adapters) public override func updateAccessories() {
    super.updateAccessories()
    showAccessories()
    showSelection()
  }

  override var selectionProperties: SelectionProperties? { (\.allowsSelection, \.allowsMultipleSelection) }

  override func updateSizes(of view: UICollectionView) { view.collectionViewLayout.invalidateLayout() }
  #if !os(tvOS)
  override func updateDragging(of view: UICollectionView) { showDragging(in: view) }
  #endif
  override func decorateAll() { decorateCells() }
  override func changeCells(_ stage: BatchUpdate<Section, Row>) -> CellReloads { cells.change(stage, in: self) }
  override func reconfigureCells(_ paths: [RowPath]) -> [RowPath] { cells.reconfigure(paths, in: self) }
  override func discardCells() {
    cells.reload()
    staleViews = []
  }
  override func hasWrongCell(_ path: RowPath) -> Bool {
    view?.cellForItem(at: IndexPath(path)).map { cells.isWrong($0, at: path) } ?? false
  }
  override func willChangeRows() { if let view { cancelMovementOfOthers(in: view) } }
  override func repairShown(_ staleRows: [Row.Identity]) { repairCells(staleRows) }
}
#endif
