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

/// What the binders of table views and of collection views have in common.
@MainActor
open class ScrollViewBinder<View: UIScrollView, Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewBinder<View, Section, Row>, ScrollableTableView
{
  /// The views above and below all rows, and those that take the place of rows where there are none.
  ///
  /// What is `nil` is the view's own. A table view has a header and a footer. In a collection view, these are shown where
  /// the layout has supplementary items of the kinds of section headers and footers that belong to all of it
  /// (`UICollectionViewCompositionalLayoutConfiguration.boundarySupplementaryItems`), and size themselves.
  public var accessories = TableAccessories<UIView>() { didSet { updateAccessories() } }

  /// The sizes of rows, headers and footers along the direction of scrolling.
  ///
  /// What is `nil` is for the earlier delegate to answer, and then for the view or its layout. Across the direction of
  /// scrolling, a flow layout has its `itemSize`. A section that has no header gets no room for one, and so with footers; in
  /// a grouped table view it gets the space that the view has there by itself. Other sizes are shown at once.
  public var sizes: TableSizes<Section, Row>? {
    didSet {
      if sizes?.supplementaryKinds != oldValue?.supplementaryKinds { resetDelegate() }
      if let view, isInPlace { updateSizes(of: view) }
    }
  }

  /// When rows stay where they are on screen although others are inserted or deleted above them.
  ///
  /// A table view does not animate a batch that changes anything above a row that stays: its rows would jump. What scrolls
  /// horizontally keeps its rows in their place only if it is a collection view with a flow layout.
  public var contentOffsetAdjustment = ContentOffsetAdjustment.unlessAtTop

  /// The look of sections as a whole, drawn behind their rows; `nil` leaves cells their own background.
  ///
  /// It is the `backgroundView` of the cells, and theirs comes back after it. A cell has either that or a
  /// `backgroundConfiguration`: if it had one, it sets it again.
  public var style: SectionStyle? { didSet { decorateAll() } }

  /// Begins work for a row that will soon be on screen, for instance loading its picture.
  ///
  /// The scope ends when the view no longer expects the row, when the row has left the screen or the table, and with the
  /// binding.
  public var prefetch: (@MainActor (_ row: Row, _ scope: CellScope) -> Void)? {
    get { prefetching.begin }
    set {
      prefetching.begin = newValue
      if newValue == nil { prefetching.forgetAll() }
      if let view, isInPlace { updatePrefetching(of: view) }
    }
  }

  #if !os(tvOS)
  /// What happens when the user pulls the view down; the refresh control spins meanwhile.
  ///
  /// Another value, and the end of the binding, cancel it. On a Mac, where there are no refresh controls, nothing is shown.
  public var onRefresh: (@MainActor () async -> Void)? { didSet { updateRefreshing() } }

  /// Whether rows that may be moved can be dragged to another place, without editing mode.
  ///
  /// While one is dragged, only the user's own edits are shown.
  public var reordersByDragging = false { didSet { if let view, isInPlace { updateDragging(of: view) } } }

  private var pullToRefresh: PullToRefresh?
  #endif

  var nibs = NibFinder()
  var displayed = DisplayedRows<Row>()
  let prefetching = PrefetchScopes<Row>()
  var reordering = ReorderMachine()
  /// A row that was to be scrolled to before the view was on screen, or in the middle of what it does.
  var wanted: (id: Row.Identity, position: ScrollAlignment, isBeforehand: Bool)?
  /// The view, once it has made cells on the screen: from then on it has its place and its size.
  private weak var shown: View?
  /// Whether rows may look selected because they were selected here.
  private var showsSelection = false
  weak var earlierPrefetchDataSource: AnyObject?

  var rowView: (any RowView)? { view as? any RowView }

  /// Whether a message is answered here, and not by the earlier delegate.
  func handles(_ message: DelegateMessage) -> Bool {
    link.delegation.route(message, isImplemented: earlierDelegate != nil).isHandled
  }

  /// The earlier delegate, if it gets a message.
  func forwardee(for message: DelegateMessage) -> AnyObject? {
    link.delegation.route(message, isImplemented: true).isForwarded ? earlierDelegate : nil
  }

  // MARK: - Older messages

  /// Messages in the order in which views prefer them, with the deprecated ones that they replace.
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

  /// Holds back a message where the earlier delegate implements only the older one, and this binder has no answer.
  @_spi(Adapters) open override func holdsBack(_ message: String) -> Bool {
    Self.replacements.contains { newer, older, kind in
      newer == message && !handles(kind) && earlierDelegateImplements(older) && !earlierDelegateImplements(newer)
    }
  }

  /// Another editor: a message that is held back no longer is offered to the view, which asks only once.
  @_spi(Adapters) open override func editorChanged() {
    if Self.replacements.contains(where: { earlierDelegateImplements($0.older) }) { resetDelegate() }
  }

  // MARK: - For each view

  /// Puts right what the view could not be told in the middle of what it did.
  func tidyUp() {}

  /// Sets or puts back the view's data source for prefetching.
  func updatePrefetching(of view: View) {}

  /// Has the view ask for all sizes again.
  func updateSizes(of view: View) {}

  /// Lets rows be dragged, or not.
  func updateDragging(of view: View) {}

  /// Draws the look of sections behind all cells on screen.
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

  /// A binding begins: work for rows that are expected may begin again.
  @_spi(Adapters) public override func bindingBegan() {
    prefetching.isOver = false
    super.bindingBegan()
  }

  /// The binding has ended: work for rows that are expected ends, unless the rows stay.
  @_spi(Adapters) public override func bindingEnded(_ reason: EndReason) {
    if reason != .finished { prefetching.isOver = true }
    super.bindingEnded(reason)
  }

  /// The view is idle: the end of a binding is the end of a refresh as well.
  @_spi(Adapters) public override func viewDidBecomeIdle() {
    #if !os(tvOS)
    if questions == 0, let view, (pullToRefresh != nil) != canRefresh(view) { updateRefreshing() }
    #endif
    super.viewDidBecomeIdle()
  }

  #if !os(tvOS)
  /// A refresh control raises an exception in the idiom of a Mac.
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

  // MARK: - Deferred

  /// Whether the view shows the table.
  var isIdle: Bool { isReady && reordering.isIdle }

  /// Tidies up in a turn of its own.
  func tidyUpLater() { deferred.schedule { [weak self] in self?.tidyUp() } }

  // MARK: - Rows on screen

  /// Moves what is known of rows on screen along with a batch.
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

  /// All rows leave the screen.
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

  /// Draws the look of a section behind a row.
  func decorate(_ cell: some BackedCell, at path: RowPath) {
    if style != nil || cell.backgroundView is SectionBackgroundView {
      cell.showSection(style, of: path, in: link.table.rowCounts)
    }
  }

  /// The actions of a row, for a swipe or for a menu: each is performed on the row that was swiped, wherever it is by then.
  ///
  /// An action that is destructive has been performed when the row is gone from the screen: a view may slide it away
  /// otherwise, and the edit may wait or be refused.
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
  /// The actions of a row that is swiped; in a collection view, for the configuration of a list.
  ///
  /// ```swift
  /// configuration.trailingSwipeActionsConfigurationProvider = { [weak binder] in binder?.swipeActions(at: $0) }
  /// ```
  ///
  /// - Parameter indexPath: The row.
  /// - Returns: `nil` if it has none.
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

  /// The first row on screen, which stays in its place when the view is reloaded.
  ///
  /// Where the view shows another table still, it is the row that its cell shows.
  func firstRow() -> (id: Row.Identity, distance: Double)? {
    guard let rowView, contentOffsetAdjustment != .never else { return nil }
    let offset = rowView.hiddenAbove
    guard contentOffsetAdjustment == .always || offset > 0, let path = rowView.visibleRows.first,
      let row = rowView.cell(at: path).flatMap({ displayed[ObjectIdentifier($0)]?.row }) ?? link.table[path],
      let start = rowView.start(of: path)
    else { return nil }
    return (row.identity, start - offset)
  }

  /// Scrolls to where the row is that stays in its place.
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

  /// The properties that say how many rows can be selected.
  var selectionProperties: SelectionProperties? { nil }

  /// Lets as many rows be selected as the mode says; with `SelectionMode/none` as many as the view does.
  @_spi(Adapters) public override func selectionModeChanged(to mode: SelectionMode) {
    guard let view, isInPlace, let (one, many) = selectionProperties else { return }
    borrowed.set(one, to: mode == .none ? nil : true, in: view)
    borrowed.set(many, to: mode == .none ? nil : mode == .many, in: view)
  }

  /// Makes the view's selection what it should be: it loses it when it reloads.
  ///
  /// It is the caller's own where nothing can be selected here.
  func showSelection() {
    guard isInPlace, let rowView, showsSelection || link.selection.mode != .none else { return }
    if questions > 0 { return tidyUpLater() }
    showsSelection = link.selection.mode != .none
    rowView.showSelection(link.selection.paths)
  }

  // MARK: - Scrolling

  /// Scrolls to a row, as little as shows it.
  @_spi(Adapters) public override func scroll(to path: RowPath) { scroll(to: path, at: .nearest, animated: true) }

  /// A cell is made: a view that has come on screen scrolls to the row that was wanted before, unless the user scrolls.
  func remindOfWanted() {
    guard let view, view.window != nil else { return }
    shown = view
    guard let wanted else { return }
    if wanted.isBeforehand, view.isTracking || view.isDecelerating { self.wanted = nil } else { tidyUpLater() }
  }

  /// Scrolls to the row that was wanted before, if there still is one.
  func scrollToWanted() {
    guard let (id, position, _) = wanted, isIdle, questions == 0 else { return }
    wanted = nil
    if let path = link.table.path(of: id) { scroll(to: path, at: position, animated: false) }
  }

  /// Scrolls to a row; a path without a row changes nothing.
  ///
  /// A view that is not on screen yet scrolls when it is, and one that is making cells a moment later.
  ///
  /// - Parameters:
  ///   - path: The row.
  ///   - position: Where on screen it is wanted.
  ///   - animated: Whether scrolling is animated.
  open func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) {
    guard let rowView, let row = link.table[path] else { return }
    let showsRows = questions == 0 && shownRowCounts != nil
    wanted = showsRows && (isReady || shown === rowView) ? nil : (row.identity, position, rowView.window == nil)
    if showsRows { rowView.scroll(to: path, at: position, animated: animated) }
    if wanted != nil, rowView.window != nil { tidyUpLater() }
  }
}
#endif
