#if canImport(UIKit)
public import Foundation
@_spi(Adapters) public import LiveTablesCells
public import UIKit

/// Binds a table view to a table, as its data source and delegate.
///
/// ```swift
/// let binder = TableViewBinder<Folder, Mail>(
///   .one(MailCell.self) { cell, mail, context in cell.subject.text = mail.subject })
/// binder.link.editing.rules = .deleting() + .moving(to: .sameSection)
/// binder.attach(to: tableView).bind(mails)
/// ```
///
/// `tableView.bind(…)` creates a binder. To customize the binder, create it yourself. Subclasses can override
/// `perform(_:animation:commit:)` and every method of the data source and delegate that this class implements.
///
/// The table view retains its binder, which refers to the view weakly. When the binding is cancelled, the view's
/// previous data source and delegate are restored. If there was no previous data source, or if the bound sequence
/// finishes, the rows stay on screen. Methods of the previous delegate are called as described in `Delegation`. If you
/// set another delegate later, it replaces the binder as the delegate.
@MainActor
open class TableViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ScrollViewBinder<UITableView, Section, Row>, UITableViewDataSource, UITableViewDelegate,
  UITableViewDataSourcePrefetching
{
  package let cells: TableCells<TableViewBinder>

  /// A closure that creates the row to insert when the user taps an insertion control in editing mode.
  ///
  /// If the closure is `nil` (the default), no control is shown. `UserEditing/rules` determines which rows have an
  /// insertion control.
  public var newRow: (@MainActor (RowSite<Section, Row>) -> Row?)?

  #if !os(tvOS)
  var rowDrags: RowDragging?
  #endif
  var cellSources = CellSources<UITableViewCell>()
  var viewSources: [SupplementaryKind: CellSources<UITableViewHeaderFooterView>] = [:]
  var index: SectionIndex?
  /// Whether the view must request all sizes again.
  var hasNewSizes = false
  /// Whether the user is holding a row by its reorder control, as far as the table view reports this to its delegate.
  ///
  /// The view requests a target for the held row and reports a drop in another position, but not a drop in the original
  /// position. Therefore, a row is considered held while its target differs from its position. The hold ends when the
  /// row is dropped or when the user does something that is impossible while holding a row.
  var holdsRow = false {
    didSet {
      if holdsRow == oldValue { return }
      if holdsRow { link.beginInteraction() } else { link.endInteraction() }
    }
  }

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: The provider of row cells.
  ///   - supplementaries: The providers of headers and footers. If a section has no such view, but its value has a
  ///     title (`Supplemented`), the table view shows the title.
  public init(
    _ provider: CellProvider<Section, Row, UITableViewCell>,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, UITableViewHeaderFooterView>] = [:]
  ) {
    let link = TableLink<Section, Row>()
    cells = TableCells(link: link, provider, supplementaries: supplementaries)
    super.init(link: link)
  }

  var earlier: (any UITableViewDelegate)? { earlierDelegate as? any UITableViewDelegate }

  // MARK: - Updates

  @_spi(Adapters) open override var shownRowCounts: [Int]? {
    isReady && updates.isCurrent ? view?.shownRowCounts : nil
  }

  @_spi(Adapters) public override func performBatch(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws { show(stage, animation, commit) }

  // MARK: - UITableViewDataSource

  /// Returns the number of sections.
  open func numberOfSections(in tableView: UITableView) -> Int {
    if hasNewSizes { repairLater() }
    return sectionCount
  }

  /// Returns the number of rows in a section.
  open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    rowCount(ofSection: section)
  }

  /// Returns the configured cell for a row.
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    answering { cell(indexPath) }
  }

  /// Returns the title above a section, as provided by the section's value.
  open func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
    supplement(.header, section)?.title
  }

  /// Returns the title below a section, as provided by the section's value.
  open func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
    supplement(.footer, section)?.title
  }

  /// Returns the titles of the section index, as provided by the sections' values.
  open func sectionIndexTitles(for tableView: UITableView) -> [String]? { indexTitles }

  /// Returns the section that an index title leads to.
  open func tableView(_ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
    self.index?.section(forTitleAt: index) ?? 0
  }

  /// Returns whether a row can be edited or swiped.
  open func tableView(_ tableView: UITableView, canEditRowAt indexPath: IndexPath) -> Bool { canEdit(indexPath) }

  /// Returns whether a row can be moved.
  open func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool { may(.move, indexPath) }

  /// Called when the user has deleted or inserted a row.
  open func tableView(
    _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle, forRowAt indexPath: IndexPath
  ) {
    commit(editingStyle, indexPath)
  }

  /// Called when the user has moved a row.
  open func tableView(_ tableView: UITableView, moveRowAt source: IndexPath, to destination: IndexPath) {
    viewMoved(BatchMove(from: rowPath(source), to: rowPath(destination)))
    holdsRow = false
  }

  /// Called when rows are expected to appear on screen.
  open func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) { expect(indexPaths) }

  /// Called when rows are no longer expected to appear on screen.
  open func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
    forget(indexPaths)
  }

  // MARK: - UITableViewDelegate: notifications

  /// Called when a row is about to appear on screen.
  open func tableView(_ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    answering {
      willDisplay(cell, indexPath)
      (earlier?.tableView(_:willDisplay:forRowAt:))?(tableView, cell, indexPath)
    }
  }

  /// Called when a row has left the screen.
  open func tableView(_ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath) {
    answering {
      cells.didEndDisplaying(cell)
      didEndDisplaying(cell)
      (earlier?.tableView(_:didEndDisplaying:forRowAt:))?(tableView, cell, indexPath)
    }
  }

  /// Called when a header is about to appear on screen.
  open func tableView(_ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int) {
    answering {
      willDisplay(view, .header, section)
      (earlier?.tableView(_:willDisplayHeaderView:forSection:))?(tableView, view, section)
    }
  }

  /// Called when a footer is about to appear on screen.
  open func tableView(_ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int) {
    answering {
      willDisplay(view, .footer, section)
      (earlier?.tableView(_:willDisplayFooterView:forSection:))?(tableView, view, section)
    }
  }

  /// Called when a header has left the screen.
  open func tableView(_ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int) {
    answering {
      didEndDisplaying(view, .header)
      (earlier?.tableView(_:didEndDisplayingHeaderView:forSection:))?(tableView, view, section)
    }
  }

  /// Called when a footer has left the screen.
  open func tableView(_ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int) {
    answering {
      didEndDisplaying(view, .footer)
      (earlier?.tableView(_:didEndDisplayingFooterView:forSection:))?(tableView, view, section)
    }
  }

  /// Called when a row has been highlighted.
  open func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
    holdsRow = false
    report(.highlighted, at: indexPath)
    (earlier?.tableView(_:didHighlightRowAt:))?(tableView, indexPath)
  }

  /// Called when a row is no longer highlighted.
  open func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
    report(.unhighlighted, at: indexPath)
    (earlier?.tableView(_:didUnhighlightRowAt:))?(tableView, indexPath)
  }

  /// Called when the user has selected a row.
  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    didSelect(indexPath)
    (earlier?.tableView(_:didSelectRowAt:))?(tableView, indexPath)
  }

  /// Called when the user has deselected a row.
  open func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    didDeselect(indexPath)
    (earlier?.tableView(_:didDeselectRowAt:))?(tableView, indexPath)
  }

  /// Called when the user starts scrolling.
  open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    updates.scrolled()
    holdsRow = false
    (earlier?.scrollViewWillBeginDragging(_:))?(scrollView)
  }

  // MARK: - UITableViewDelegate: questions

  /// Returns whether a touched row is highlighted.
  open func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
    (earlier?.tableView(_:shouldHighlightRowAt:))?(tableView, indexPath) ?? true
  }

  /// Returns the index path if the user can select the row; otherwise, `nil`.
  open func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    if handles(.maySelect) { return willSelect(indexPath) }
    guard let willSelect = earlier?.tableView(_:willSelectRowAt:) else { return indexPath }
    return willSelect(tableView, indexPath)
  }

  /// Returns the control of a row in editing mode.
  open func tableView(
    _ tableView: UITableView, editingStyleForRowAt indexPath: IndexPath
  ) -> UITableViewCell.EditingStyle { offeredStyle(indexPath, in: tableView) }

  /// Returns the destination of a row that the user is moving.
  open func tableView(
    _ tableView: UITableView, targetIndexPathForMoveFromRowAt source: IndexPath,
    toProposedIndexPath proposed: IndexPath
  ) -> IndexPath {
    if updates.needsReload { return source }
    if handles(.moveTarget) { return target(source, proposed) }
    return (earlier?.tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:))?(tableView, source, proposed)
      ?? proposed
  }

  #if !os(tvOS)
  /// Returns the leading swipe actions of a row, from the caller's delegate.
  open func tableView(
    _ tableView: UITableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? {
    (earlier?.tableView(_:leadingSwipeActionsConfigurationForRowAt:))?(tableView, indexPath)
  }

  /// Returns the trailing swipe actions of a row.
  open func tableView(
    _ tableView: UITableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath
  ) -> UISwipeActionsConfiguration? { trailingActions(indexPath, in: tableView) }
  #endif

  /// Returns the header view of a section.
  open func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
    answering {
      if hasViews(.header) { return supplementaryView(.header, section) }
      return (earlier?.tableView(_:viewForHeaderInSection:))?(tableView, section)
    }
  }

  /// Returns the footer view of a section.
  open func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
    answering {
      if hasViews(.footer) { return supplementaryView(.footer, section) }
      return (earlier?.tableView(_:viewForFooterInSection:))?(tableView, section)
    }
  }

  /// Returns the height of a row.
  open func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    points { $0.row(at: rowPath(indexPath), in: $1) } ?? (earlier?.tableView(_:heightForRowAt:))?(tableView, indexPath)
      ?? tableView.rowHeight
  }

  /// Returns the height of a header.
  open func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
    height(
      .header, section, points { $0.size(.header, of: section, in: $1) }, tableView.sectionHeaderHeight,
      earlier: (earlier?.tableView(_:heightForHeaderInSection:))?(tableView, section))
  }

  /// Returns the height of a footer.
  open func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
    height(
      .footer, section, points { $0.size(.footer, of: section, in: $1) }, tableView.sectionFooterHeight,
      earlier: (earlier?.tableView(_:heightForFooterInSection:))?(tableView, section))
  }

  /// Returns the estimated height of a row.
  open func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath) -> CGFloat {
    points { $0.estimatedRow(at: rowPath(indexPath), in: $1) } ?? (earlier?.tableView(_:estimatedHeightForRowAt:))?(
      tableView, indexPath)
      ?? tableView.estimatedRowHeight
  }

  /// Returns the estimated height of a header.
  open func tableView(_ tableView: UITableView, estimatedHeightForHeaderInSection section: Int) -> CGFloat {
    height(
      .header, section, points { $0.size(.estimatedHeader, of: section, in: $1) },
      tableView.estimatedSectionHeaderHeight,
      earlier: (earlier?.tableView(_:estimatedHeightForHeaderInSection:))?(tableView, section))
  }

  /// Returns the estimated height of a footer.
  open func tableView(_ tableView: UITableView, estimatedHeightForFooterInSection section: Int) -> CGFloat {
    height(
      .footer, section, points { $0.size(.estimatedFooter, of: section, in: $1) },
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

  @_spi(Adapters) public override func willTakeOver(_ view: UITableView) { registerAll() }

  @_spi(Adapters) public override func didTakeOver(_ view: UITableView) {
    super.didTakeOver(view)
    if !view.hasUncommittedUpdates { view.reloadData() }  // its rows come from another data source
  }

  @_spi(Adapters) public override func willGiveBack(_ view: UITableView) {
    super.willGiveBack(view)
    holdsRow = false
    #if !os(tvOS)
    endDragging(in: view)
    #endif
  }

  @_spi(Adapters) public override func updateAccessories() {
    super.updateAccessories()
    showAccessories()
  }

  override var selectionProperties: SelectionProperties? { (\.allowsSelection, \.allowsMultipleSelection) }

  override func updateSizes(of view: UITableView) { showSizes(in: view) }
  #if !os(tvOS)
  override func updateDragging(of view: UITableView) { showDragging(in: view) }
  #endif
  override func decorateAll() { decorateCells() }
  override func changeCells(_ stage: BatchUpdate<Section, Row>) -> CellReloads { cells.change(stage, in: self) }
  override func reconfigureCells(_ paths: [RowPath]) -> [RowPath] { cells.reconfigure(paths, in: self) }
  override func discardCells() {
    cells.reload()
    index = nil
    hasNewSizes = false
  }
  override func hasWrongCell(_ path: RowPath) -> Bool {
    view?.cellForRow(at: IndexPath(path)).map { cells.isWrong($0, at: path) } ?? false
  }
  override func repairShown(_ staleRows: [Row.Identity]) { repairCells(staleRows) }
}
#endif
