#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTables
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
/// collectionView.bind(mails, using: MailBinder(.one(MailCell.self) { … }))
/// ```
///
/// A method that this class does not have is marked `@objc` with its Objective-C name, as in any generic class.
///
/// The collection view keeps its binder, and the binder does not keep the collection view. What was data source and
/// delegate before is put back when the binding is cancelled; that delegate is told and asked meanwhile as `Delegation`
/// says. All of it is on the main actor.
@MainActor
open class CollectionViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  DelegateForwarder, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout,
  UICollectionViewDataSourcePrefetching, TableView
{
  /// What all cells have in common.
  public typealias Cell = UICollectionViewCell
  /// What all supplementary views have in common.
  public typealias SupplementaryView = UICollectionReusableView

  /// What connects the view with whatever it shows.
  public let link = TableLink<Section, Row>()

  /// Which cell shows what.
  @_spi(Adapters) public let cells: TableCells<CollectionViewBinder>

  /// The collection view, while this is bound to it.
  public internal(set) weak var collectionView: UICollectionView?

  /// What stands around the rows of the whole table.
  ///
  /// The views for an empty and for a waiting table are the collection view's background. The header and the footer are
  /// shown where the layout has supplementary items of the kinds of section headers and footers that belong to all of
  /// it (`UICollectionViewCompositionalLayoutConfiguration.boundarySupplementaryItems`), and size themselves.
  public var accessories = TableAccessories<UIView>() { didSet { showAccessories() } }

  /// How long rows, headers and footers are along the direction of scrolling, in a flow layout.
  ///
  /// Across it, items have the layout's `itemSize`. What is not said here is asked of the caller's delegate, and then
  /// of the layout.
  public var sizes: TableSizes<Section, Row>? { didSet { if (sizes == nil) != (oldValue == nil) { askAgain() } } }

  /// When a row stays where it is on the screen although others come and go above it.
  public var contentOffsetAdjustment = ContentOffsetAdjustment.unlessAtTop

  /// Begins work for a row that will soon be on the screen, for instance loading its picture.
  ///
  /// The scope ends when the view no longer expects the row, when the row has left the screen or the table, and with the
  /// binding.
  public var prefetch: (@MainActor (_ row: Row, _ scope: CellScope) -> Void)? {
    get { prefetches.begin }
    set {
      prefetches.begin = newValue
      if newValue == nil { prefetches.forgetAll() }
      showPrefetching()
    }
  }

  /// The look of sections as a whole, drawn behind their rows; cells have their own background if there is none.
  public var style: SectionStyle? { didSet { decorateAll() } }

  /// The titles beside the table, and where each leads; by themselves where sections have index titles.
  @_spi(Adapters) open var sectionIndex: SectionIndex? { SectionIndex(ofAny: link.table) }

  #if !os(tvOS)
  /// What happens when the user pulls the table down; the refresh control spins meanwhile.
  ///
  /// Another value, and the end of the binding, cancel it.
  public var onRefresh: (@MainActor () async -> Void)? { didSet { showRefreshing() } }

  /// Whether rows that may be moved can be dragged to their new place.
  ///
  /// While one is dragged nothing else is shown but the user's own edits.
  public var reordersByDragging = false { didSet { showDragging() } }

  var pullToRefresh: PullToRefresh?
  var refreshPlace = BorrowedPlace<UICollectionView, UIRefreshControl>(\.refreshControl)
  let dragging = CollectionDragging()
  #endif

  // MARK: - What it knows

  /// Why what was bound is not any more.
  var ending: EndReason?
  /// What was there before, to be put back.
  var predecessors = Predecessors()
  var background = BorrowedPlace<UICollectionView, UIView>(\.backgroundView)
  let prefetches = PrefetchScopes<Row>()
  var displayed = DisplayedRows<Row>()
  var nibs = NibFinder()
  /// Where cells come from, and views of which kind.
  var registrations: [(CellSource, String, SupplementaryKind?)] = []
  /// What the collection view has handed out for the question that it asks now, and insists on getting back.
  var lastDequeued: UICollectionReusableView?
  /// What is shown although it is not what was asked for.
  var misfits: Set<ObjectIdentifier> = []
  /// The kinds of which there are views that show something of the caller's, or nothing.
  var surroundingKinds: Set<String> = []
  /// The views that show what stands above and below all sections.
  var surroundingViews: [SupplementaryKind: WeakSurrounding] = [:]
  /// Reuse identifiers of which there are no cells, or views with the kind before it.
  var unavailable: Set<String> = []
  /// Whether the collection view knows how many rows there are.
  var knowsCounts = false
  /// The row that stays where it is through the batch that is being shown.
  var anchor: ScrollAnchor?
  /// How many questions the collection view waits for the answers of, in the middle of its layout.
  var questions = 0
  /// Whether the collection view has moved an item by itself, and the table follows.
  var isFollowingMove = false
  /// That move, as long as the cells do not know of it.
  var ownMove: RowMove?
  /// What the collection view counts although the table is another one by now, until it can be reloaded.
  var pretendedCounts: [Int]?
  /// Whether somebody may have begun to move an item interactively.
  var mayBeMoving = false
  /// The row that is being moved interactively.
  var movement: RowDrag<Section, Row>?
  /// The row that is being dragged.
  var drag: RowDrag<Section, Row>?
  /// The row that may be dragged, if the user goes on.
  var draggable: (id: Row.Identity, path: RowPath)?
  /// Puts right what cannot be when it is found out.
  let repair = Errand()
  var needsReload = false
  var selectionPlace = BorrowedSelection<UICollectionView>(\.allowsSelection, \.allowsMultipleSelection)

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
    cells = TableCells(link: link, provider, supplementaries: supplementaries)
    super.init()
    link.selection.presenter = self
    link.follow(self)
    #if !os(tvOS)
    dragging.handler = self
    #endif
  }

  override var answeringClass: AnyClass { CollectionViewBinder<Section, Row>.self }
  override func holdsBack(_ message: String) -> Bool { holdsBack(ofItsOwn: message) }
  override func forwardeeIsGone() { askAgain() }

  // MARK: - How changes are shown

  /// Whether the collection view can be told of batches: it has a window, and knows what it shows.
  open var isReady: Bool {
    isInPlace && collectionView?.window != nil && knowsCounts && pretendedCounts == nil
  }

  /// How many rows the collection view itself says to have in each section.
  open var shownRowCounts: [Int]? { countedRows }

  /// Shows everything anew.
  ///
  /// To override it, call `commit` exactly once.
  open func reload(commit: () -> Void) { showAll(commit) }

  /// Shows a batch.
  ///
  /// To override it, call `commit` exactly once, inside the batch, or call `super`.
  open func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    show(stage, animation, commit)
  }

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
    for row in rows(at: indexPaths) { prefetches.expect(row) }
  }

  /// Rows will not come on the screen soon after all.
  open func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
    for row in rows(at: indexPaths) { prefetches.forget(row) }
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
}
#endif
