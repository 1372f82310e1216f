#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTables
public import UIKit

/// Keeps a table view true to a table: its data source and its delegate for as long as something is bound.
///
/// ```swift
/// let binder = TableViewBinder<Folder, Mail>(
///   .one(MailCell.self) { cell, mail, context in cell.subject.text = mail.subject })
/// binder.link.editing.editor = .deleting() + .moving(to: .sameSection)
/// tableView.bind(mails, using: binder)
/// ```
///
/// `tableView.bind(…)` makes one by itself. Subclasses override what they want to do in their own way: every method of
/// data source and delegate that is here, and ``perform(_:animation:commit:)``.
///
/// The table view keeps its binder, and the binder does not keep the view. What was data source and delegate before is put
/// back when the binding is cancelled; where there was no data source, what is shown stays, as it does when a stream ends.
/// The delegate from before hears and answers what it would have heard and answered: see `Delegation`. A delegate that is
/// set while something is bound takes the binder's place, so set it before.
@MainActor
open class TableViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  DelegateForwarder, UITableViewDataSource, UITableViewDelegate, UITableViewDataSourcePrefetching, TableView
{
  /// What connects the view with whatever it shows.
  public let link = TableLink<Section, Row>()

  /// Which cell shows what.
  @_spi(Adapters) public let cells: TableCells<TableViewBinder>

  /// The table view, while this is its binder.
  public internal(set) weak var tableView: UITableView?

  /// How high rows, headers and footers are; `nil`, unless said otherwise, leaves it to the view and its own delegate.
  public var sizes: TableSizes<Section, Row>? { didSet { if (sizes == nil) != (oldValue == nil) { askAgain() } } }

  /// What stands around the rows of the whole table.
  ///
  /// What is not said is the view's own: its header, its footer, its background.
  public var accessories = TableAccessories<UIView>() { didSet { showAccessories() } }

  /// When a row stays where it is on the screen although others come and go above it.
  public var contentOffsetAdjustment = ContentOffsetAdjustment.unlessAtTop

  /// The look of sections as a whole, drawn behind their rows; cells have their own background if there is none.
  public var style: SectionStyle? { didSet { decorateAll() } }

  /// Makes the row that the user inserts in editing mode with the control of the row at a site; `nil`, unless said
  /// otherwise, and there is no such control.
  ///
  /// Where the control is shown is for `TableEditing/editor` to say.
  public var newRow: (@MainActor (RowSite<Section, Row>) -> Row?)?

  /// Begins work for a row that will soon be on the screen, for instance loading its picture.
  ///
  /// The scope ends when the view no longer expects the row, when the row has left the screen or the table, and with the
  /// binding.
  public var prefetch: (@MainActor (_ row: Row, _ scope: CellScope) -> Void)? {
    get { prefetching.begin }
    set {
      prefetching.begin = newValue
      if newValue == nil { prefetching.forgetAll() }
      showPrefetching()
    }
  }

  #if !os(tvOS)
  /// What happens when the user pulls the table down; the refresh control spins meanwhile.
  ///
  /// Another value, and the end of the binding, cancel it.
  public var onRefresh: (@MainActor () async -> Void)? { didSet { showRefreshing() } }

  /// Whether rows that may be moved can be dragged by holding them, without editing mode.
  ///
  /// While one is dragged nothing else is shown but the user's own edits.
  public var reordersByDragging = false { didSet { showDragging() } }

  var pullToRefresh: PullToRefresh?
  var refreshPlace = BorrowedPlace<UITableView, UIRefreshControl>(\.refreshControl)
  var rowDrags: RowDragging?
  #endif

  var predecessors = Predecessors()
  /// Why what was bound has ended.
  var ending: EndReason?
  var headerPlace = BorrowedPlace<UITableView, UIView>(\.tableHeaderView)
  var footerPlace = BorrowedPlace<UITableView, UIView>(\.tableFooterView)
  var backgroundPlace = BorrowedPlace<UITableView, UIView>(\.backgroundView)
  var selectionPlace = BorrowedSelection<UITableView>(\.allowsSelection, \.allowsMultipleSelection)
  var nibs = NibFinder()
  var cellSources = CellSources<UITableViewCell>()
  var viewSources: [SupplementaryKind: CellSources<UITableViewHeaderFooterView>] = [:]
  var displayed = DisplayedRows<Row>()
  let prefetching = PrefetchScopes<Row>()
  var index: SectionIndex?
  /// Whether the view has been laid out in a window with what it has from here.
  var isLaidOut = false
  var reordering = ReorderTracker()
  /// A move that the view has made by itself and that the table does not know yet.
  var ownMove: RowMove?
  /// What the view counts although the table is another one, until it can be reloaded.
  var pretendedCounts: [Int]?
  /// Whether the view is telling that it has moved a row.
  var isMoving = false
  /// Cells that came back to the screen and cannot show their rows any more.
  var unfit: [UITableViewCell] = []
  let errand = Errand()

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: Chooses the cells of rows.
  ///   - supplementaries: Chooses headers and footers. A section that has none here, and whose value says a title
  ///     (`Supplemented`), gets the view's own.
  public init(
    _ provider: CellProvider<Section, Row, UITableViewCell>,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, UITableViewHeaderFooterView>] = [:]
  ) {
    cells = TableCells(link: link, provider, supplementaries: supplementaries)
    super.init()
    link.selection.presenter = self
    link.follow(self)
  }

  // MARK: - Showing

  /// Whether the view can be told of batches: it has a window, was laid out, and has nobody else's data.
  open var isReady: Bool { isInPlace && isLaidOut && tableView?.window != nil }

  /// How many rows the view says that it has in each section.
  open var shownRowCounts: [Int]? { isAtRest ? tableView?.shownRowCounts : nil }

  /// Whether the view shows what the table is.
  var isAtRest: Bool { isReady && !isMisled && !isMoving }

  /// Whether the view has moved rows that the table has not.
  var isMisled: Bool { ownMove != nil || pretendedCounts != nil }

  /// Shows the table from scratch.
  open func reload(commit: () -> Void) { reloadAll(commit) }

  /// Shows one batch.
  ///
  /// Override it to do something before and after, or to show the batch in another way; `commit` swaps the data, and has
  /// to be called once, inside the view's updates.
  open func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    show(stage, animation, commit)
  }

  // MARK: - UITableViewDataSource

  /// How many sections there are.
  open func numberOfSections(in tableView: UITableView) -> Int {
    pretendedCounts?.count ?? link.table.sections.count
  }

  /// How many rows a section has.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount(section) }

  /// The cell of a row, configured.
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    cell(indexPath)
  }

  /// The title above a section, as the section's value says.
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    supplement(.header, section)?.title
  }

  /// The title below a section, as the section's value says.
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    supplement(.footer, section)?.title
  }

  /// The titles beside the table, as the sections' values say.
  open func sectionIndexTitles(for tableView: UITableView) -> [String]? { indexTitles }

  /// The section that a title leads to.
  open func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    self.index?.section(forTitleAt: index) ?? 0
  }

  /// Whether a row can be edited or swiped.
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { canEdit(indexPath) }

  /// Whether a row can be moved.
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { may(.move, indexPath) }

  /// The user deletes a row or inserts one.
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    commit(editingStyle, indexPath)
  }

  /// The user has moved a row.
  open func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to destination: IndexPath) {
    moved(source, destination)
  }

  /// Rows are expected soon.
  open func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) { expect(indexPaths) }

  /// Rows are not expected any more.
  open func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
    forget(indexPaths)
  }

  // MARK: - UITableViewDelegate: what is told

  /// A row comes on the screen.
  open func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    willDisplay(cell, indexPath)
    caller(tableView).willDisplay(cell, indexPath)
  }

  /// A row leaves the screen.
  open func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    didEndDisplaying(cell, indexPath)
    caller(tableView).didEndDisplaying(cell, indexPath)
  }

  /// A header comes on the screen.
  open func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    willDisplay(view, .header, section)
    caller(tableView).willDisplayHeader(view, section)
  }

  /// A footer comes on the screen.
  open func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
    willDisplay(view, .footer, section)
    caller(tableView).willDisplayFooter(view, section)
  }

  /// A header leaves the screen.
  open func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    didEndDisplaying(view, .header)
    caller(tableView).didEndDisplayingHeader(view, section)
  }

  /// A footer leaves the screen.
  open func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
    didEndDisplaying(view, .footer)
    caller(tableView).didEndDisplayingFooter(view, section)
  }

  /// A row is touched.
  open func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
    report(.highlighted, indexPath)
    caller(tableView).didHighlight(indexPath)
  }

  /// A row is not touched any more.
  open func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
    report(.unhighlighted, indexPath)
    caller(tableView).didUnhighlight(indexPath)
  }

  /// The user has selected a row.
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    didSelect(indexPath)
    caller(tableView).didSelect(indexPath)
  }

  /// The user has deselected a row.
  open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    didDeselect(indexPath)
    caller(tableView).didDeselect(indexPath)
  }

  /// The user begins to scroll.
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    follow(reordering.over())
    if let view = scrollView as? UITableView { caller(view).scrollViewWillBeginDragging() }
  }

  // MARK: - UITableViewDelegate: what is asked

  /// Whether a row can be touched.
  open func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    handles(.mayHighlight) || caller(tableView).shouldHighlight(indexPath)
  }

  /// Whether the user may select a row.
  open func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    handles(.maySelect) ? willSelect(indexPath) : caller(tableView).willSelect(indexPath)
  }

  /// What a row offers in editing mode.
  open func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle {
    handles(.mayEdit) ? editingStyle(indexPath) : caller(tableView).editingStyle(indexPath)
  }

  /// Where a row goes that the user moves.
  open func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath {
    if isMisled { return source }  // it is about to be reloaded
    return handles(.moveTarget) ? target(source, proposed) : caller(tableView).target(from: source, to: proposed)
  }

  #if !os(tvOS)
  /// What a row offers when it is swiped from its leading edge; what the caller's delegate says.
  open func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    caller(tableView).leadingActions(indexPath)
  }

  /// What a row offers when it is swiped from its trailing edge.
  open func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    handles(.actions) ? swipeActions(indexPath) : caller(tableView).trailingActions(indexPath)
  }
  #endif

  /// The view above a section.
  open func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    hasViews(.header) ? supplementaryView(.header, section) : caller(tableView).header(section)
  }

  /// The view below a section.
  open func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
    hasViews(.footer) ? supplementaryView(.footer, section) : caller(tableView).footer(section)
  }

  /// How high a row is.
  open func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    points { $0.row(at: rowPath(indexPath), in: $1) } ?? caller(tableView).height(indexPath)
  }

  /// How high a header is.
  open func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    points { $0.header(of: section, in: $1) } ?? caller(tableView).headerHeight(section)
  }

  /// How high a footer is.
  open func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    points { $0.footer(of: section, in: $1) } ?? caller(tableView).footerHeight(section)
  }

  /// About how high a row is.
  open func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
    points { $0.estimatedRow(at: rowPath(indexPath), in: $1) } ?? caller(tableView).estimatedHeight(indexPath)
  }

  /// About how high a header is.
  open func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
    points { $0.estimatedHeader(of: section, in: $1) } ?? caller(tableView).estimatedHeaderHeight(section)
  }

  /// About how high a footer is.
  open func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat {
    points { $0.estimatedFooter(of: section, in: $1) } ?? caller(tableView).estimatedFooterHeight(section)
  }

  // MARK: - Held back

  override var answeringClass: AnyClass { TableViewBinder<Section, Row>.self }
  override func holdsBack(_ message: String) -> Bool { holdsBack(ofItsOwn: message) }
  override func forwardeeIsGone() { askAgain() }
}
#endif
