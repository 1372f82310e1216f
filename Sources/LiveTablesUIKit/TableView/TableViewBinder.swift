#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTablesCells
public import UIKit

/// Keeps a table view true to a table: its data source and its delegate for as long as something is bound.
///
/// ```swift
/// let binder = TableViewBinder<Folder, Mail>(
///   .one(MailCell.self) { cell, mail, context in cell.subject.text = mail.subject })
/// binder.link.editing.editor = .deleting() + .moving(to: .sameSection)
/// binder.attach(to: tableView).bind(mails)
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
  ScrollViewBinder<UITableView, Section, Row>, UITableViewDataSource, UITableViewDelegate,
  UITableViewDataSourcePrefetching
{
  /// Which cell shows what.
  @_spi(Adapters) public let cells: TableCells<TableViewBinder>

  /// Creates the row for an insertion control in editing mode.
  ///
  /// If `nil`, the default, no control is shown. `TableEditing/editor` says which rows have one.
  public var newRow: (@MainActor (RowSite<Section, Row>) -> Row?)?

  #if !os(tvOS)
  var rowDrags: RowDragging?
  #endif
  var cellSources = CellSources<UITableViewCell>()
  var viewSources: [SupplementaryKind: CellSources<UITableViewHeaderFooterView>] = [:]
  var index: SectionIndex?
  /// Whether the view has been laid out in a window with what it has from here.
  var isLaidOut = false
  var touch = ReorderTracker()
  /// Whether the view has to ask for all sizes again, when it is idle.
  var hasNewSizes = false
  /// Cells that came back to the screen and cannot show their rows any more.
  var unfit: [UITableViewCell] = []

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
    let link = TableLink<Section, Row>()
    cells = TableCells(link: link, provider, supplementaries: supplementaries)
    super.init(link: link)
  }

  /// The earlier delegate.
  var earlier: (any UITableViewDelegate)? { earlierDelegate as? any UITableViewDelegate }

  // MARK: - Showing

  /// Whether the view can show batches: it has a window, was laid out, and has this binder's data.
  @_spi(Adapters) open override var isReady: Bool { isInPlace && isLaidOut && view?.window != nil }

  /// How many rows the view counts in each section.
  @_spi(Adapters) open override var shownRowCounts: [Int]? { isIdle ? view?.shownRowCounts : nil }

  /// Reloads the view.
  ///
  /// - Parameter commit: Swaps the data; an override calls it exactly once.
  open override func reload(commit: () -> Void) { reloadAll(commit) }

  /// Shows one batch.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: Whether and how it is animated.
  ///   - commit: Swaps the data; an override calls it exactly once, inside the view's updates, or calls `super`.
  /// - Throws: What keeps the view from showing the batch; it is reloaded then.
  open override func perform(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws { show(stage, animation, commit) }

  // MARK: - UITableViewDataSource

  /// How many sections there are.
  open func numberOfSections(in tableView: UITableView) -> Int { sectionCount }

  /// How many rows a section has.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rowCount(section) }

  /// The cell of a row, configured.
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    asked { cell(indexPath) }
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
    asked {
      willDisplay(cell, indexPath)
      (earlier?.tableView(_:willDisplay:forRowAt:))?(tableView, cell, indexPath)
    }
  }

  /// A row leaves the screen.
  open func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    asked {
      cells.didEndDisplaying(cell)
      didEndDisplaying(cell)
      (earlier?.tableView(_:didEndDisplaying:forRowAt:))?(tableView, cell, indexPath)
    }
  }

  /// A header comes on the screen.
  open func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    asked {
      willDisplay(view, .header, section)
      (earlier?.tableView(_:willDisplayHeaderView:forSection:))?(tableView, view, section)
    }
  }

  /// A footer comes on the screen.
  open func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
    asked {
      willDisplay(view, .footer, section)
      (earlier?.tableView(_:willDisplayFooterView:forSection:))?(tableView, view, section)
    }
  }

  /// A header leaves the screen.
  open func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    asked {
      didEndDisplaying(view, .header)
      (earlier?.tableView(_:didEndDisplayingHeaderView:forSection:))?(tableView, view, section)
    }
  }

  /// A footer leaves the screen.
  open func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
    asked {
      didEndDisplaying(view, .footer)
      (earlier?.tableView(_:didEndDisplayingFooterView:forSection:))?(tableView, view, section)
    }
  }

  /// A row is touched.
  open func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
    follow(touch.over())
    report(.highlighted, at: indexPath)
    (earlier?.tableView(_:didHighlightRowAt:))?(tableView, indexPath)
  }

  /// A row is not touched any more.
  open func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
    report(.unhighlighted, at: indexPath)
    (earlier?.tableView(_:didUnhighlightRowAt:))?(tableView, indexPath)
  }

  /// The user has selected a row.
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    didSelect(indexPath)
    (earlier?.tableView(_:didSelectRowAt:))?(tableView, indexPath)
  }

  /// The user has deselected a row.
  open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    didDeselect(indexPath)
    (earlier?.tableView(_:didDeselectRowAt:))?(tableView, indexPath)
  }

  /// The user begins to scroll.
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    wanted = nil
    follow(touch.over())
    (earlier?.scrollViewWillBeginDragging(_:))?(scrollView)
  }

  // MARK: - UITableViewDelegate: what is asked

  /// Whether a row can be touched.
  open func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    (earlier?.tableView(_:shouldHighlightRowAt:))?(tableView, indexPath) ?? true
  }

  /// Whether the user may select a row.
  open func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    if handles(.maySelect) { return willSelect(indexPath) }
    guard let willSelect = earlier?.tableView(_:willSelectRowAt:) else { return indexPath }
    return willSelect(tableView, indexPath)
  }

  /// What a row offers in editing mode.
  open func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle { offeredStyle(indexPath, in: tableView) }

  /// Where a row goes that the user moves.
  open func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath {
    if reordering.needsReload { return source }
    if handles(.moveTarget) { return target(source, proposed) }
    return (earlier?.tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:))?(tableView, source, proposed)
      ?? proposed
  }

  #if !os(tvOS)
  /// What a row offers when it is swiped from its leading edge; what the caller's delegate says.
  open func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    (earlier?.tableView(_:leadingSwipeActionsConfigurationForRowAt:))?(tableView, indexPath)
  }

  /// What a row offers when it is swiped from its trailing edge.
  open func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { trailingActions(indexPath, in: tableView) }
  #endif

  /// The view above a section.
  open func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    asked {
      if hasViews(.header) { return supplementaryView(.header, section) }
      return (earlier?.tableView(_:viewForHeaderInSection:))?(tableView, section)
    }
  }

  /// The view below a section.
  open func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
    asked {
      if hasViews(.footer) { return supplementaryView(.footer, section) }
      return (earlier?.tableView(_:viewForFooterInSection:))?(tableView, section)
    }
  }

  /// How high a row is.
  open func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    points { $0.row(at: rowPath(indexPath), in: $1) } ?? (earlier?.tableView(_:heightForRowAt:))?(tableView, indexPath)
      ?? tableView.rowHeight
  }

  /// How high a header is.
  open func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    height(
      .header, section, points { $0.size(\.header, of: section, in: $1) }, tableView.sectionHeaderHeight,
      earlier: (earlier?.tableView(_:heightForHeaderInSection:))?(tableView, section))
  }

  /// How high a footer is.
  open func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    height(
      .footer, section, points { $0.size(\.footer, of: section, in: $1) }, tableView.sectionFooterHeight,
      earlier: (earlier?.tableView(_:heightForFooterInSection:))?(tableView, section))
  }

  /// About how high a row is.
  open func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
    points { $0.estimatedRow(at: rowPath(indexPath), in: $1) } ?? (earlier?.tableView(_:estimatedHeightForRowAt:))?(
      tableView, indexPath)
      ?? tableView.estimatedRowHeight
  }

  /// About how high a header is.
  open func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
    height(
      .header, section, points { $0.size(\.estimatedHeader, of: section, in: $1) },
      tableView.estimatedSectionHeaderHeight,
      earlier: (earlier?.tableView(_:estimatedHeightForHeaderInSection:))?(tableView, section))
  }

  /// About how high a footer is.
  open func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat {
    height(
      .footer, section, points { $0.size(\.estimatedFooter, of: section, in: $1) },
      tableView.estimatedSectionFooterHeight,
      earlier: (earlier?.tableView(_:estimatedHeightForFooterInSection:))?(tableView, section))
  }

  // MARK: - For the base class

  @_spi(Adapters) public override class var delegateProtocols: [String] { ["UITableViewDelegate"] }
  @_spi(Adapters) public override var implementingClass: AnyClass { TableViewBinder<Section, Row>.self }
  @_spi(Adapters) open override func holdsBack(_ message: String) -> Bool {
    super.holdsBack(message) || hasNoAnswer(to: message)
  }

  @_spi(Adapters) public override func connections(of view: UITableView) -> ViewConnections {
    ViewConnections(dataSource: view.dataSource, delegate: view.delegate)
  }

  @_spi(Adapters) public override func connect(_ view: UITableView, to connections: ViewConnections) {
    view.delegate = connections.delegate as? any UITableViewDelegate
    if view.dataSource !== connections.dataSource {
      view.dataSource = connections.dataSource as? any UITableViewDataSource
    }
  }

  @_spi(Adapters) public override func willTakeOver(_ view: UITableView) {
    isLaidOut = false
    registerAll()
  }

  @_spi(Adapters) public override func didTakeOver(_ view: UITableView) {
    super.didTakeOver(view)
    if !view.hasUncommittedUpdates { view.reloadData() }  // what it shows comes from another data source
  }

  @_spi(Adapters) public override func willGiveBack(_ view: UITableView) {
    super.willGiveBack(view)
    follow(touch.over())
    unfit = []
    isLaidOut = false
    if view.prefetchDataSource === self { putBackPrefetching(in: view) }
    #if !os(tvOS)
    endDragging(in: view)
    #endif
  }

  @_spi(Adapters) public override func didGiveBack(_ view: UITableView) { view.reloadData() }

  @_spi(Adapters) public override func updateAccessories() {
    super.updateAccessories()
    showAccessories()
  }

  override var selectionProperties: SelectionProperties? { (\.allowsSelection, \.allowsMultipleSelection) }

  override func updatePrefetching(of view: UITableView) { showPrefetching(in: view) }
  override func updateSizes(of view: UITableView) { showSizes(in: view) }
  #if !os(tvOS)
  override func updateDragging(of view: UITableView) { showDragging(in: view) }
  #endif
  override func decorateAll() { decorateCells() }
  override func tidyUp() { repair() }

  // MARK: - Selection

  /// Shows rows selected or not, and configures their cells again.
  @_spi(Adapters) public override func showSelection(selected: [RowPath], deselected: [RowPath]) {
    guard let view, isInPlace else { return }
    reload(cells.reconfigure(selected + deselected, in: self), in: view)
    showSelection()
  }
}
#endif
