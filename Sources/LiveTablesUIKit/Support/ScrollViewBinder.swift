#if canImport(UIKit)
import Foundation
@_spi(Adapters) public import LiveTablesCells
public import UIKit

extension UIView: BindableView {
  #if !canImport(ObjectiveC)
  /// The binder that is attached to the view.
  public var attachedBinder: AnyObject? {
    get { standInAssociations["LiveTables"] }
    set { standInAssociations["LiveTables"] = newValue }
  }
  #endif
}

/// The base class of binders for table views and collection views.
@MainActor
open class ScrollViewBinder<View: UIScrollView, Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewBinder<View, Section, Row>, ScrollableTableView
{
  /// The header, footer, and background views of the table.
  ///
  /// If a property is `nil`, the view keeps its own header, footer, or background. A table view has a header and a
  /// footer. A collection view shows these views if its layout has boundary supplementary items of the section header
  /// and section footer kinds (`UICollectionViewCompositionalLayoutConfiguration.boundarySupplementaryItems`), in which
  /// the views size themselves.
  public var accessories = TableAccessories<UIView>() { didSet { updateAccessories() } }

  /// The sizes of rows, headers, and footers in the scroll direction.
  ///
  /// If a size is `nil`, the previous delegate provides it, or otherwise the view or its layout. In the other
  /// direction, a flow layout uses its `itemSize`. No space is reserved for a missing header or footer, except for the
  /// default space in a grouped table view. New values take effect immediately.
  public var sizes: TableSizes<Section, Row>? {
    didSet {
      if sizes?.supplementaryKinds != oldValue?.supplementaryKinds { resetDelegate() }
      if let view, isInPlace { updateSizes(of: view) }
    }
  }

  /// The condition under which rows keep their position on screen while rows above them are inserted or deleted.
  ///
  /// A table view does not animate a batch with changes above a row that keeps its position, because rows would jump.
  /// In a view that scrolls horizontally, rows keep their position only if the view is a collection view with a flow
  /// layout.
  public var contentOffsetAdjustment = ContentOffsetAdjustment.unlessAtTop

  /// The style of the section backgrounds behind rows, or `nil` to use the backgrounds of the cells.
  ///
  /// The style sets the `backgroundView` of cells, and restores their own background views afterwards. A
  /// `backgroundConfiguration` excludes a background view, so cells that use a background configuration must set it
  /// again.
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
      if let view, isInPlace { updatePrefetching(of: view) }
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
  var displayed = DisplayedRows<Row>()
  let prefetching = PrefetchScopes<Row>()
  var reordering = ReorderMachine()
  /// A row to scroll to once the view is on screen or idle.
  var wanted: (id: Row.Identity, position: ScrollAlignment, isBeforehand: Bool)?
  /// The view, if it has created cells on screen and therefore has its final position and size.
  private weak var shown: View?
  /// Whether rows may appear selected because of this binder's selection.
  private var showsSelection = false
  weak var earlierPrefetchDataSource: AnyObject?

  var rowView: (any RowView)? { view as? any RowView }

  func handles(_ message: DelegateMessage) -> Bool {
    link.delegation.route(message, isImplemented: earlierDelegate != nil).isHandled
  }

  func forwardee(for message: DelegateMessage) -> AnyObject? {
    link.delegation.route(message, isImplemented: true).isForwarded ? earlierDelegate : nil
  }

  // MARK: - Deprecated messages

  /// The messages that views prefer, with the deprecated messages that they replace.
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

  /// Returns whether to hide a message, because the previous delegate implements only the deprecated message and this
  /// binder has no answer.
  @_spi(Adapters) open override func holdsBack(_ message: String) -> Bool {
    Self.replacements.contains { newer, older, kind in
      newer == message && !handles(kind) && earlierDelegateImplements(older) && !earlierDelegateImplements(newer)
    }
  }

  /// Sets the delegate again after the editor has changed, because the view caches which messages are implemented.
  @_spi(Adapters) open override func editorChanged() {
    if Self.replacements.contains(where: { earlierDelegateImplements($0.older) }) { resetDelegate() }
  }

  // MARK: - For each view

  /// Repairs the view after changes that it could not show while it was busy.
  func tidyUp() {}

  func updatePrefetching(of view: View) {}

  func updateSizes(of view: View) {}

  func updateDragging(of view: View) {}

  func decorateAll() {}

  // MARK: - Taking over

  @_spi(Adapters) public override func didTakeOver(_ view: View) {
    selectionModeChanged(to: link.selection.mode)
    updatePrefetching(of: view)
    updateAccessories()
    #if !os(tvOS)
    updateRefreshing()
    updateDragging(of: view)
    #endif
  }

  @_spi(Adapters) public override func willGiveBack(_ view: View) {
    reordering.reset()
    showsSelection = false
    prefetching.forgetAll()
    #if !os(tvOS)
    pullToRefresh?.cancel()
    pullToRefresh = nil
    #endif
  }

  /// Called when a binding begins, to allow prefetching again.
  @_spi(Adapters) public override func bindingBegan() {
    prefetching.isOver = false
    super.bindingBegan()
  }

  /// Called when the binding ends, to end prefetching unless the rows stay on screen.
  @_spi(Adapters) public override func bindingEnded(_ reason: EndReason) {
    if reason != .finished { prefetching.isOver = true }
    undoManager?.removeAllActions(withTarget: link.editing.undo)
    super.bindingEnded(reason)
  }

  /// Registers the action that reverses a user's edit with the view's undo manager.
  open override func registerUndo(named name: String, _ action: @escaping @MainActor () -> Void) {
    let undo = link.editing.undo
    undoManager = view?.undoManager
    // The undo manager does not retain its target.
    undoManager?.registerUndo(withTarget: undo) { _ in withExtendedLifetime(undo) { MainActor.assumeIsolated(action) } }
    undoManager?.setActionName(name)
  }

  /// Called when the view is idle, to end refreshing if the binding has ended.
  @_spi(Adapters) public override func viewDidBecomeIdle() {
    #if !os(tvOS)
    if questions == 0, let view, (pullToRefresh != nil) != canRefresh(view) { updateRefreshing() }
    #endif
    super.viewDidBecomeIdle()
  }

  #if !os(tvOS)
  /// Returns whether refreshing is supported; a refresh control raises an exception in the Mac idiom.
  private func canRefresh(_ view: View) -> Bool {
    onRefresh != nil && !hasEnded && view.traitCollection.userInterfaceIdiom != .mac
  }

  private func updateRefreshing() {
    pullToRefresh?.cancel()
    pullToRefresh = nil
    guard let view, isInPlace else { return }
    if canRefresh(view) { pullToRefresh = onRefresh.map { PullToRefresh($0) } }
    borrowed.setOrRestore(\.refreshControl, to: pullToRefresh?.control, in: view)
  }
  #endif

  // MARK: - Deferred work

  /// Whether the view shows the rows of the table.
  var isIdle: Bool { isReady && reordering.isIdle }

  /// Repairs the view in a later turn of the main actor.
  func tidyUpLater() { deferred.schedule { [weak self] in self?.tidyUp() } }

  // MARK: - Rows on screen

  /// Updates the records of rows on screen after a batch.
  func follow(_ stage: BatchUpdate<Section, Row>, _ map: PathMap) {
    displayed.follow({ map.target(of: $0) }, row: { link.table[$0] })
    if prefetching.count == 0 { return }
    let (source, target) = (stage.source, stage.target)
    for path in stage.operations.deletedRows { source[path].map { prefetching.forget($0) } }
    for section in stage.operations.deletedSections {
      for row in source.sections[section].rows { prefetching.forget(row) }
    }
    prefetching.rename(
      stage.operations.updatedRows.compactMap { path in
        guard let old = source[path], let new = map.target(of: path).flatMap({ target[$0] }) else { return nil }
        return old.identity == new.identity ? nil : (old, new)
      })
  }

  /// Called when all rows have been removed from the screen.
  func endDisplaying() {
    prefetching.forgetAll()
    for entry in displayed.removeAll() { link.events.report(.didEndDisplaying, entry.row, at: entry.path) }
  }

  func didEndDisplaying(_ cell: AnyObject) {
    guard let entry = displayed.didEndDisplaying(ObjectIdentifier(cell)) else { return }
    prefetching.forget(entry.row)
    link.events.report(.didEndDisplaying, entry.row, at: entry.path)
  }

  func report(_ signal: RowSignal, at indexPath: IndexPath) {
    if let path = RowPath(indexPath) { link.events.report(signal, at: path) }
  }

  func expect(_ indexPaths: [IndexPath]) {
    for path in indexPaths { RowPath(path).flatMap { link.table[$0] }.map { prefetching.expect($0) } }
  }

  func forget(_ indexPaths: [IndexPath]) {
    for path in indexPaths { RowPath(path).flatMap { link.table[$0] }.map { prefetching.forget($0) } }
  }

  func decorate(_ cell: some BackedCell, at path: RowPath) {
    if style != nil || cell.backgroundView is SectionBackgroundView {
      cell.showSection(style, of: path, in: link.table.rowCounts)
    }
  }

  /// Returns the actions for a row, each of which acts on that row even if it has moved.
  func actions(at indexPath: IndexPath) -> [(action: RowAction<Section, Row>, perform: @MainActor () -> Bool)] {
    guard let path = RowPath(indexPath) else { return [] }
    let row = link.editing.followRow(at: path)
    return link.editing.actions(at: path).map { action in
      (
        action,
        { @MainActor [weak self] in
          guard let self, let path = row.path else { return false }
          return link.editing.perform(action, at: path) && (!action.isDestructive || row.path == nil)
        }
      )
    }
  }

  #if !os(tvOS)
  /// Returns the swipe actions for a row, for use in a collection view's list configuration, for example.
  ///
  /// ```swift
  /// configuration.trailingSwipeActionsConfigurationProvider = { [weak binder] in binder?.swipeActions(at: $0) }
  /// ```
  ///
  /// - Parameter indexPath: The index path of the row.
  /// - Returns: The swipe actions, or `nil` if the row has none.
  public func swipeActions(at indexPath: IndexPath) -> UISwipeActionsConfiguration? {
    let actions = actions(at: indexPath).map { action, perform in
      UIContextualAction(style: action.isDestructive ? .destructive : .normal, title: action.title) { _, _, done in
        done(perform())
      }
    }
    return actions.isEmpty ? nil : UISwipeActionsConfiguration(actions: actions)
  }
  #endif

  // MARK: - Scroll position

  /// Returns the first row on screen, which keeps its position when the view is reloaded.
  ///
  /// If the view still shows an earlier table, the row is the one that its cell shows.
  func firstRow() -> (id: Row.Identity, distance: Double)? {
    guard let rowView, contentOffsetAdjustment != .never else { return nil }
    let offset = rowView.hiddenAbove
    guard contentOffsetAdjustment == .always || offset > 0, let path = rowView.visibleRows.first,
      let row = rowView.cell(at: path).flatMap({ displayed[ObjectIdentifier($0)]?.row }) ?? link.table[path],
      let start = rowView.start(of: path)
    else { return nil }
    return (row.identity, start - offset)
  }

  /// Scrolls so that a row keeps its position.
  func keep(_ first: (id: Row.Identity, distance: Double)?) {
    guard let first, let rowView, let path = link.table.path(of: first.id), let start = rowView.start(of: path) else {
      return
    }
    rowView.show(hiddenAbove: start - first.distance)
  }

  // MARK: - Selection

  typealias SelectionProperties = (
    one: ReferenceWritableKeyPath<View, Bool>, many: ReferenceWritableKeyPath<View, Bool>
  )

  /// The view properties that determine how many rows can be selected.
  var selectionProperties: SelectionProperties? { nil }

  /// Sets how many rows can be selected according to the mode, or restores the view's own setting for
  /// `SelectionMode/none`.
  @_spi(Adapters) public override func selectionModeChanged(to mode: SelectionMode) {
    guard let view, isInPlace, let (one, many) = selectionProperties else { return }
    borrowed.set(one, to: mode == .none ? nil : true, in: view)
    borrowed.set(many, to: mode == .none ? nil : mode == .many, in: view)
  }

  /// Restores the view's selection, which reloading clears, unless the selection belongs to the caller (mode `none`).
  func showSelection() {
    guard isInPlace, let rowView, showsSelection || link.selection.mode != .none else { return }
    if questions > 0 { return tidyUpLater() }
    showsSelection = link.selection.mode != .none
    rowView.showSelection(link.selection.paths)
  }

  // MARK: - Scrolling

  /// Scrolls to a row by the shortest distance.
  @_spi(Adapters) public override func scroll(to path: RowPath) { scroll(to: path, at: .nearest, animated: true) }

  /// Scrolls to a pending row after the view has appeared on screen, unless the user is scrolling.
  func remindOfWanted() {
    guard let view, view.window != nil else { return }
    shown = view
    guard let wanted else { return }
    if wanted.isBeforehand, view.isTracking || view.isDecelerating { self.wanted = nil } else { tidyUpLater() }
  }

  func scrollToWanted() {
    guard let (id, position, _) = wanted, isIdle, questions == 0 else { return }
    wanted = nil
    if let path = link.table.path(of: id) { scroll(to: path, at: position, animated: false) }
  }

  /// Scrolls to the row at a path, if there is one.
  ///
  /// - Parameters:
  ///   - path: The path of the row.
  ///   - position: The position on screen to scroll the row to.
  ///   - animated: Whether to animate the scrolling.
  open func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) {
    guard let rowView, let row = link.table[path] else { return }
    let showsRows = questions == 0 && shownRowCounts != nil
    wanted = showsRows && (isReady || shown === rowView) ? nil : (row.identity, position, rowView.window == nil)
    if showsRows { rowView.scroll(to: path, at: position, animated: animated) }
    if wanted != nil, rowView.window != nil { tidyUpLater() }
  }
}
#endif
