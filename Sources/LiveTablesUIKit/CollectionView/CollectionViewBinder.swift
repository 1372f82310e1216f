#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTablesCells
public import UIKit

/// Keeps a collection view true to what is bound to it: its data source and its delegate while that lasts.
///
/// `collectionView.bind(mails, cell: MailCell.self) { … }` makes one by itself. Make it by hand to set it up further, or
/// inherit from it to add or override what a data source and a delegate do:
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
/// A method that this class does not have is marked `@objc` with its Objective-C name, as in any generic class.
///
/// The collection view keeps its binder, and the binder does not keep the collection view. If it had a data source
/// before, that and its delegate are put back when the binding is cancelled; else the items stay. The earlier delegate is
/// told and asked meanwhile as `Delegation` says. All of it is on the main actor.
@MainActor
open class CollectionViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ScrollViewBinder<UICollectionView, Section, Row>, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout,
  UICollectionViewDataSourcePrefetching
{
  /// The base class of all cells.
  @_spi(Adapters) public typealias Cell = UICollectionViewCell
  /// The base class of all supplementary views.
  @_spi(Adapters) public typealias SupplementaryView = UICollectionReusableView

  /// Which cell shows what.
  @_spi(Adapters) public let cells: TableCells<CollectionViewBinder>

  /// The titles beside the table, and where each leads; by default those of sections that have index titles.
  @_spi(Adapters) open var sectionIndex: SectionIndex? { SectionIndex(link.table) }

  // MARK: - State

  #if !os(tvOS)
  let dragging = CollectionDragging()
  #endif
  /// Where cells come from, and supplementary views of which kind.
  var registrations: [(CellSource, String, SupplementaryKind?)] = []
  /// What the collection view dequeued for the question that it asks now, and insists on getting back.
  var lastDequeued: UICollectionReusableView?
  /// Cells and views that are shown although they are not what was asked for.
  var misfits: Set<ObjectIdentifier> = []
  /// The kinds for which there are views that show a header or footer of the whole table, or nothing.
  var boundaryKinds: Set<String> = []
  /// The views that show the header and the footer of the whole table.
  var boundaryViews: [SupplementaryKind: WeakBoundaryView] = [:]
  /// Reuse identifiers without cells, or views with the kind before it.
  var unavailable: Set<String> = []
  /// Whether the collection view knows how many rows there are.
  var knowsCounts = false
  /// The row that stays in its place through the batch that is being shown.
  var anchor: ScrollAnchor?
  /// Whether an interactive movement may have begun without this binder.
  var mayBeMoving = false
  /// The row that is being moved interactively.
  var movement: RowDrag<Section, Row>?
  /// The row that is being dragged.
  var drag: RowDrag<Section, Row>?
  /// The row that may be dragged, if the user goes on.
  var draggable: FollowedRow?
  var needsReload = false
  /// Whether the layout has to ask for sizes again.
  var hasNewSizes = false
  /// Supplementary views that the collection view has to ask for again, and has not yet.
  var staleViews: Set<SupplementaryPlace> = []

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: Chooses the cells of rows.
  ///   - supplementaries: Chooses headers, footers and supplementary views of any other kind. The kinds `.header` and
  ///     `.footer` are those of `UICollectionView.elementKindSectionHeader` and `…Footer`; others have their own name.
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

  /// The earlier delegate, if it gets a message.
  func earlier(_ message: DelegateMessage) -> (any UICollectionViewDelegate)? {
    forwardee(for: message) as? any UICollectionViewDelegate
  }

  /// The earlier delegate, if it is one of a flow layout.
  var earlierFlow: (any UICollectionViewDelegateFlowLayout)? {
    earlierDelegate as? any UICollectionViewDelegateFlowLayout
  }

  // MARK: - Showing

  /// Whether the collection view can show batches: it has a window, and knows what it shows.
  @_spi(Adapters) open override var isReady: Bool {
    isInPlace && view?.window != nil && knowsCounts && !reordering.needsReload
  }

  /// How many rows the collection view counts in each section.
  @_spi(Adapters) open override var shownRowCounts: [Int]? {
    isInPlace && knowsCounts && reordering.isIdle ? view?.shownRowCounts : nil
  }

  /// Reloads the collection view.
  ///
  /// - Parameter commit: Swaps the data; an override calls it exactly once.
  open override func reload(commit: () -> Void) { showAll(commit) }

  /// Shows one batch.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: Whether it is animated.
  ///   - commit: Swaps the data; an override calls it exactly once, inside the view's updates, or calls `super`.
  /// - Throws: What keeps the view from showing the batch; it is reloaded then.
  open override func perform(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws { show(stage, animation, commit) }

  // MARK: - UICollectionViewDataSource

  /// The number of sections.
  open func numberOfSections(in collectionView: UICollectionView) -> Int { countSections() }

  /// The number of rows of a section.
  open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    countRows(ofSection: section)
  }

  /// The cell of a row.
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell { asked { cell(at: indexPath, in: collectionView) } }

  /// A header, a footer, or any other supplementary view.
  ///
  /// A section without one gets an empty view if the layout asks for it nevertheless.
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView { asked { supplementaryView(ofKind: kind, at: indexPath, in: collectionView) } }

  /// The titles beside the table.
  open func indexTitles(for collectionView: UICollectionView) -> [String]? { titles }

  /// Where such a title leads.
  open func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath { path(forTitleAt: index) }

  /// Whether the user may move a row.
  open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    mayMove(indexPath)
  }

  /// The user has moved a row, and the collection view shows it there already.
  open func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) { follow(moveFrom: sourceIndexPath, to: destinationIndexPath) }

  // MARK: - UICollectionViewDataSourcePrefetching

  /// Rows may come on the screen soon.
  open func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
    expect(indexPaths)
  }

  /// Rows will not come on the screen soon after all.
  open func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
    forget(indexPaths)
  }

  // MARK: - UICollectionViewDelegate

  /// Whether a row stands out while it is touched.
  open func collectionView(_ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
    mayHighlight(indexPath, in: collectionView)
  }

  /// A row stands out because it is touched.
  open func collectionView(_ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
    didHighlight(indexPath, in: collectionView)
  }

  /// A row does not stand out any more.
  open func collectionView(_ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
    didUnhighlight(indexPath, in: collectionView)
  }

  /// Whether the user may select a row.
  open func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
    maySelect(indexPath, in: collectionView)
  }

  /// Whether the user may deselect a row.
  open func collectionView(_ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
    mayDeselect(indexPath, in: collectionView)
  }

  /// The user has selected a row.
  open func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
    didSelect(indexPath, in: collectionView)
  }

  /// The user has deselected a row.
  open func collectionView(_ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath) {
    didDeselect(indexPath, in: collectionView)
  }

  /// A cell comes on the screen.
  open func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { asked { willDisplay(cell, at: indexPath, in: collectionView) } }

  /// A cell leaves the screen.
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
  ) { asked { didEndDisplaying(cell, at: indexPath, in: collectionView) } }

  /// A supplementary view comes on the screen.
  open func collectionView(
    _ collectionView: UICollectionView, willDisplaySupplementaryView view: UICollectionReusableView,
    forElementKind elementKind: String, at indexPath: IndexPath
  ) { asked { willDisplay(view, ofKind: elementKind, at: indexPath, in: collectionView) } }

  /// A supplementary view leaves the screen.
  open func collectionView(
    _ collectionView: UICollectionView, didEndDisplayingSupplementaryView view: UICollectionReusableView,
    forElementOfKind elementKind: String, at indexPath: IndexPath
  ) { asked { didEndDisplaying(view, ofKind: elementKind, at: indexPath, in: collectionView) } }

  /// Where a row goes that the user moves.
  open func collectionView(
    _ collectionView: UICollectionView,
    targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
    atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
  ) -> IndexPath {
    target(ofMoveFrom: originalIndexPath, at: currentIndexPath, to: proposedIndexPath, in: collectionView)
  }

  /// How much of the table is above the screen after a batch.
  open func collectionView(
    _ collectionView: UICollectionView, targetContentOffsetForProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint { offset(proposed: proposedContentOffset, in: collectionView) }

  /// What is offered for rows.
  open func collectionView(
    _ collectionView: UICollectionView, contextMenuConfigurationForItemsAt indexPaths: [IndexPath], point: CGPoint
  ) -> UIContextMenuConfiguration? { contextMenu(for: indexPaths, at: point, in: collectionView) }

  // MARK: - UICollectionViewDelegateFlowLayout

  /// The size of a row.
  open func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize { itemSize(at: indexPath, collectionViewLayout, in: collectionView) }

  /// The size of a header.
  open func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    referenceSizeForHeaderInSection section: Int
  ) -> CGSize { headerSize(of: section, collectionViewLayout, in: collectionView) }

  /// The size of a footer.
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
    knowsCounts = false
  }

  @_spi(Adapters) public override func didTakeOver(_ view: UICollectionView) {
    super.didTakeOver(view)
    view.reloadData()  // what it shows comes from another data source
  }

  @_spi(Adapters) public override func willGiveBack(_ view: UICollectionView) {
    super.willGiveBack(view)
    letGo(in: view)
    knowsCounts = false
    if view.prefetchDataSource === self { putBackPrefetching(in: view) }
    #if !os(tvOS)
    endDragging(in: view)
    #endif
  }

  @_spi(Adapters) public override func didGiveBack(_ view: UICollectionView) { view.reloadData() }

  @_spi(Adapters) public override func updateAccessories() {
    super.updateAccessories()
    showAccessories()
    showSelection()
  }

  override var selectionProperties: SelectionProperties? { (\.allowsSelection, \.allowsMultipleSelection) }

  override func updatePrefetching(of view: UICollectionView) { showPrefetching(in: view) }
  override func updateSizes(of view: UICollectionView) { view.collectionViewLayout.invalidateLayout() }
  #if !os(tvOS)
  override func updateDragging(of view: UICollectionView) { showDragging(in: view) }
  #endif
  override func decorateAll() { decorateCells() }
  override func tidyUp() { repair() }

  // MARK: - Selection and scrolling

  /// Shows rows selected or not, and configures their cells again.
  ///
  /// - Parameters:
  ///   - selected: Rows that are selected now.
  ///   - deselected: Rows that are not any more.
  @_spi(Adapters) public override func showSelection(selected: [RowPath], deselected: [RowPath]) {
    guard let view, isInPlace else { return }
    let reloads = cells.reconfigure(selected + deselected, in: self)
    if !reloads.isEmpty {
      if isIdle, questions == 0 {
        cancelMovementOfOthers(in: view)
        UIView.performWithoutAnimation { view.reloadItems(at: reloads.map { IndexPath($0) }) }
      } else {
        reloadLater()
      }
    }
    showSelection()
  }
}
#endif
