#if canImport(UIKit)
import Foundation
@_spi(Adapters) public import LiveTablesCells
public import UIKit

/// The base class of binders for table views and collection views.
@MainActor
open class ScrollViewBinder<View: UIScrollView, Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewBinder<View, Section, Row>, ScrollableTableView
{
  /// The header, footer, and background views of the table.
  ///
  /// If a property is `nil`, the view keeps its existing header, footer, or background. A table view has a header and a
  /// footer. A collection view shows these views if its layout has boundary supplementary items of the section header
  /// and section footer kinds (`UICollectionViewCompositionalLayoutConfiguration.boundarySupplementaryItems`), in which
  /// the views size themselves.
  public var accessories = TableAccessories<UIView>() { didSet { updateAccessories() } }

  /// The sizes of rows, headers, and footers in the scroll direction.
  ///
  /// If a size is `nil`, it comes from the previous delegate, or else from the view or its layout. Across the scroll
  /// direction, a flow layout uses its `itemSize`. No space is reserved for a missing header or footer, except for the
  /// default space in a grouped table view. New values take effect immediately.
  public var sizes: TableSizes<Section, Row>? {
    didSet {
      if sizes?.supplementaryKinds != oldValue?.supplementaryKinds { resetDelegate() }
      if let view, isInPlace { updateSizes(of: view) }
    }
  }

  /// The conditions under which rows keep their position on screen while rows above them are inserted or deleted.
  ///
  /// A table view does not animate a batch with changes above a row that keeps its position, because rows would jump.
  /// In a view that scrolls horizontally, rows keep their position only if the view is a collection view with a flow
  /// layout.
  public var contentOffsetAdjustment = ContentOffsetAdjustment.unlessAtTop

  /// The style of the section backgrounds behind rows, or `nil` to use the backgrounds of the cells.
  ///
  /// The style replaces the `backgroundView` of each cell, and restores the original view when the style is removed. A
  /// cell cannot have both a background view and a `backgroundConfiguration`, so cells that use a background
  /// configuration must set it again after the style is removed.
  public var style: SectionStyle? { didSet { decorateAll() } }

  /// A closure that begins work for a row that is about to appear on screen, such as loading an image.
  ///
  /// The scope ends when the view no longer expects the row, when the row has left the screen or the table, or when the
  /// binding ends.
  public var prefetch: (@MainActor (_ row: Row, _ scope: CellScope) -> Void)? {
    get { prefetching.begin }
    set {
      prefetching.begin = newValue
      if newValue == nil { prefetching.forgetAll() }
      if isInPlace { updatePrefetching() }
    }
  }

  #if !os(tvOS)
  /// A closure that is called when the user pulls to refresh, while the refresh control spins.
  public var onRefresh: (@MainActor () async -> Void)? { didSet { updateRefreshing() } }

  /// Whether the user can drag movable rows outside of editing mode.
  ///
  /// During a drag, the view shows only edits made by the user.
  public var reordersByDragging = false { didSet { if let view, isInPlace { updateDragging(of: view) } } }

  private var pullToRefresh: PullToRefresh?
  #endif

  private weak var undoManager: UndoManager?
  var nibs = NibFinder()
  let prefetching = PrefetchScopes<Row>()
  /// Whether rows may appear selected because of this binder's selection.
  private var showsSelection = false
  private weak var earlierPrefetcher: AnyObject?

  var rowView: (any RowView)? { view as? any RowView }

  func handles(_ message: DelegateMessage) -> Bool {
    link.delegation.route(message, isImplemented: earlierDelegate != nil).isHandled
  }

  func forwardee(for message: DelegateMessage) -> AnyObject? {
    link.delegation.route(message, isImplemented: true).isForwarded ? earlierDelegate : nil
  }

  // MARK: - Deprecated messages

  /// The methods that views prefer, with the deprecated methods that they replace.
  private static var replacements: [(message: String, older: String, kind: DelegateMessage)] {
    [
      (
        "collectionView:contextMenuConfigurationForItemsAtIndexPaths:point:",
        "collectionView:contextMenuConfigurationForItemAtIndexPath:point:", .actions
      ),
      (
        "collectionView:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:",
        "collectionView:targetIndexPathForMoveFromItemAtIndexPath:toProposedIndexPath:", .moveTarget
      ),
      (
        "tableView:trailingSwipeActionsConfigurationForRowAtIndexPath:",
        "tableView:editActionsForRowAtIndexPath:", .actions
      ),
    ]
  }

  /// Returns whether to hide a method because this binder has no result to return and the previous delegate implements
  /// only the deprecated method.
  @_spi(Adapters) open override func holdsBack(_ message: String) -> Bool {
    Self.replacements.contains { newer, older, kind in
      newer == message && !handles(kind) && earlierDelegateImplements(older) && !earlierDelegateImplements(newer)
    }
  }

  /// Sets the delegate again after the rules have changed, because the view caches which methods are implemented.
  @_spi(Adapters) open override func rulesChanged() {
    if Self.replacements.contains(where: { earlierDelegateImplements($0.older) }) { resetDelegate() }
  }

  // MARK: - For each view

  /// Updates the visible cells after a batch has been committed.
  func changeCells(_ stage: BatchUpdate<Section, Row>) -> CellReloads { CellReloads() }

  /// Configures the cells of unchanged rows again, and returns the rows that have to be reloaded instead.
  func reconfigureCells(_ paths: [RowPath]) -> [RowPath] { [] }

  /// Handles a reload of the view, which will request all cells again.
  func discardCells() {}

  /// Returns whether a visible row has a cell that was made for another row.
  func hasWrongCell(_ path: RowPath) -> Bool { false }

  /// Prepares the view for changes to its rows.
  func willChangeRows() {}

  /// Repairs the view when it shows the rows of the table.
  ///
  /// - Parameter staleRows: The rows whose cells must be replaced.
  func repairShown(_ staleRows: [Row.Identity]) {}

  func updateSizes(of view: View) {}

  func updateDragging(of view: View) {}

  func decorateAll() {}

  // MARK: - Taking over

  @_spi(Adapters) public override func didTakeOver(_ view: View) {
    selectionModeChanged(to: link.selection.mode)
    updatePrefetching()
    updateAccessories()
    #if !os(tvOS)
    updateRefreshing()
    updateDragging(of: view)
    #endif
  }

  @_spi(Adapters) public override func willGiveBack(_ view: View) {
    showsSelection = false
    prefetching.forgetAll()
    if rowView?.prefetcher === self { rowView?.prefetcher = earlierPrefetcher }
    #if !os(tvOS)
    pullToRefresh?.cancel()
    pullToRefresh = nil
    #endif
  }

  @_spi(Adapters) public override func didGiveBack(_ view: View) { (view as? any RowView)?.reloadData() }

  private func updatePrefetching() {
    guard let rowView else { return }
    let isOwn = rowView.prefetcher === self
    if prefetching.begin == nil {
      if isOwn { rowView.prefetcher = earlierPrefetcher }
    } else if !isOwn {
      earlierPrefetcher = rowView.prefetcher
      rowView.prefetcher = self
    }
  }

  @_spi(Adapters) public override func bindingBegan() {
    prefetching.isOver = false
    super.bindingBegan()
  }

  @_spi(Adapters) public override func bindingEnded(_ reason: EndReason) {
    if reason != .finished { prefetching.isOver = true }
    undoManager?.removeAllActions(withTarget: link.editing.undo)
    super.bindingEnded(reason)
  }

  open override func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void) {
    let undo = link.editing.undo
    undoManager = view?.undoManager
    // The undo manager does not retain its target.
    undoManager?.registerUndo(withTarget: undo) { _ in withExtendedLifetime(undo) { MainActor.assumeIsolated(action) } }
    undoManager?.setActionName(name)
  }

  @_spi(Adapters) public override func viewDidBecomeIdle() {
    #if !os(tvOS)
    if !updates.isInCall, let view, (pullToRefresh != nil) != canRefresh(view) { updateRefreshing() }
    #endif
    super.viewDidBecomeIdle()
  }

  #if !os(tvOS)
  /// Returns whether refreshing is supported, because a refresh control raises an exception in the Mac idiom.
  private func canRefresh(_ view: View) -> Bool {
    onRefresh != nil && !ownership.hasEnded && view.traitCollection.userInterfaceIdiom != .mac
  }

  private func updateRefreshing() {
    pullToRefresh?.cancel()
    pullToRefresh = nil
    guard let view, isInPlace else { return }
    if canRefresh(view) { pullToRefresh = onRefresh.map { PullToRefresh($0) } }
    borrowed.setOrRestore(\.refreshControl, to: pullToRefresh?.control, in: view)
  }
  #endif

  // MARK: - Updates

  @_spi(Adapters) open override var isReady: Bool { isInPlace && updates.isLaidOut && view?.window != nil }

  @_spi(Adapters) public override func reloadView(commit: () -> Void) {
    guard let view, let rowView else { return commit() }
    willChangeRows()
    let first = updates.isLaidOut ? firstRow() : nil
    commit()
    endDisplaying()
    discardCells()
    rowView.reloadData()
    if view.window != nil {
      view.layoutIfNeeded()  // a view that is not laid out loses its selection
      updates.laidOut()
    }
    showSelection()
    keep(first)
  }

  @_spi(Adapters) public override func dataWasReplaced(isShown: Bool) {
    discardCells()
    prefetching.forgetAll()
  }

  @_spi(Adapters) public override func followMove(_ stage: BatchUpdate<Section, Row>) {
    let staleRows = changeCells(stage).rows
    follow(stage, PathMap(stage.operations))
    repairLater(staleRows)
  }

  @_spi(Adapters) public override func repair() {
    let staleRows = updates.takeStaleRows()
    // A view that is not in a window loads all of its cells again when it is.
    if updates.needsReload || view?.window == nil { reloadInPlace() } else { repairShown(staleRows) }
    showSelection()
    if let request = updates.scrollRequest, isReady, updates.canUpdate {
      updates.scrolled()
      if let path = link.table.path(of: request.id) { scroll(to: path, at: request.position, animated: false) }
    }
  }

  // MARK: - Selection

  typealias SelectionProperties = (
    one: ReferenceWritableKeyPath<View, Bool>, many: ReferenceWritableKeyPath<View, Bool>
  )

  /// The view properties that determine how many rows can be selected.
  var selectionProperties: SelectionProperties? { nil }

  /// Sets how many rows can be selected, or restores the view's original setting for `SelectionMode/none`.
  @_spi(Adapters) public override func selectionModeChanged(to mode: SelectionMode) {
    guard let view, isInPlace, let (one, many) = selectionProperties else { return }
    borrowed.set(one, to: mode == .none ? nil : true, in: view)
    borrowed.set(many, to: mode == .none ? nil : mode == .many, in: view)
  }

  @_spi(Adapters) public override func showSelection(selected: [RowPath], deselected: [RowPath]) {
    if !isInPlace { return }
    reload(reconfigureCells(selected + deselected))
    showSelection()
  }

  /// Restores the selection of the view after a reload, unless the caller manages the selection (mode `none`).
  func showSelection() {
    guard isInPlace, let rowView, showsSelection || link.selection.mode != .none else { return }
    if updates.isInCall { return repairLater() }
    showsSelection = link.selection.mode != .none
    rowView.showSelection(link.selection.paths)
  }

  // MARK: - Scrolling

  @_spi(Adapters) public override func scroll(to path: RowPath) { scroll(to: path, at: .nearest, animated: true) }

  /// Handles a request for a cell, and schedules requested scrolling unless the user is scrolling.
  func willMakeCell() {
    guard let view, view.window != nil else { return }
    if updates.cellRequested(isUserScrolling: view.isTracking || view.isDecelerating) { repairLater() }
  }

  /// Scrolls to the row at a path, if it exists.
  ///
  /// - Parameters:
  ///   - path: The path of the row.
  ///   - position: The position on screen to which the row is scrolled.
  ///   - animated: Whether to animate the scrolling.
  open func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) {
    guard let rowView, let row = link.table[path] else { return }
    let showsRows = !updates.isInCall && shownRowCounts != nil
    if showsRows { rowView.scroll(to: path, at: position, animated: animated) }
    if showsRows, isReady || updates.hasAppeared { return updates.scrolled() }
    // The position may be wrong until the view has appeared with its final size.
    let isOnScreen = rowView.window != nil
    updates.requestScrolling(ScrollRequest(id: row.identity, position: position, isBeforeAppearing: !isOnScreen))
    if isOnScreen { repairLater() }
  }
}
#endif
