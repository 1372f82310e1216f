#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
@_spi(Adapters) public import LiveTablesCells
import LiveTablesOperators

/// Binds an `NSTableView` to a table, as its data source and delegate.
///
/// ```swift
/// let binder = TableViewBinder<Folder, Mail>(
///   columns: [
///     "subject": .one(SubjectCell.self) { cell, mail, context in cell.textField?.stringValue = mail.subject },
///     "date": .one(DateCell.self) { cell, mail, context in … },
///   ],
///   supplementaries: [.header: .one(FolderCell.self) { view, folder, context in … }])
/// binder.attach(to: tableView).bind(mails)
/// binder.link.selection.mode = .many
/// ```
///
/// Section headers are group rows, which float if the table view's settings allow this. Section footers are rows that
/// have a view in the first column. Delegate methods that this class does not handle are forwarded to the previous
/// delegate. The previous data source and delegate are restored when the binding ends. If the bound sequence finishes,
/// or if the binding is cancelled and there was no previous data source, the rows and the binder stay in place.
///
/// The table view retains its binder. Create a subclass to add or override data source and delegate methods, or to
/// change how updates are shown. In this class, a *line* is any row of the table view: a row of the table, a header, or
/// a footer.
open class TableViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  AppKitViewBinder<NSTableView, Section, Row>, NSTableViewDataSource, NSTableViewDelegate
{
  /// The cells of the first column that is not in `columns`, and the supplementary views.
  package var cells: TableCells<TableViewBinder<Section, Row>> { columnCells.main }

  /// The heights of rows, headers, and footers.
  ///
  /// If a height is `nil`, it comes from the previous delegate, or else from the view.
  public var sizes: TableSizes<Section, Row>? { didSet { sizesChanged(from: oldValue) } }

  /// The conditions under which rows keep their position on screen while rows above them are inserted or deleted.
  ///
  /// A batch with changes above a row that keeps its position is not animated, because rows would jump.
  public var contentOffsetAdjustment = ContentOffsetAdjustment.unlessAtTop

  let columnCells: ColumnCells<TableViewBinder<Section, Row>>
  var lines = TableLines(rowCounts: [])
  var dropGap: (line: Int, gap: RowPath)?

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: The provider of the cells in all columns that are not in `columns`. By default, the previous
  ///     delegate provides these cells. If there is no previous delegate, the cells are empty.
  ///   - columns: The providers of the cells in certain columns, keyed by column identifier.
  ///   - supplementaries: The providers of headers and footers. Other supplementary views are not shown.
  public init(
    _ provider: CellProvider<Section, Row, NSView> = .nothing,
    columns: [String: CellProvider<Section, Row, NSView>] = [:],
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, NSView>] = [:]
  ) {
    let link = TableLink<Section, Row>()
    columnCells = ColumnCells(link: link, provider, columns: columns, supplementaries: supplementaries)
    super.init(link: link)
  }

  var earlier: (any NSTableViewDelegate)? { earlierDelegate as? any NSTableViewDelegate }

  // MARK: - Rows

  /// Returns the path of the row at a line of the table view, for example at `clickedRow`.
  ///
  /// - Parameter line: The index of a row in the table view, counting headers and footers.
  /// - Returns: The path, or `nil` for a header, a footer, or an invalid index.
  public func path(ofLine line: Int) -> RowPath? {
    if case .row(let path)? = lines[line] { path } else { nil }
  }

  // MARK: - Updates

  /// The number of rows in each section or, if the table view has an unexpected number of lines, only that number.
  @_spi(Adapters) open override var shownRowCounts: [Int]? {
    guard let view, updates.isCurrent else { return nil }
    let counts = lines.rowCounts
    let found = view.numberOfRows
    return found == lines.count ? counts : [found - (lines.count - counts.reduce(0, +))]
  }

  @_spi(Adapters) public override func reloadView(commit: () -> Void) { reloadLines(commit) }

  @_spi(Adapters) public override func performBatch(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws { try performLines(stage, animation, commit) }

  @_spi(Adapters) public override func dataWasReplaced(isShown: Bool) {
    columnCells.discard()
    if !isShown { lines = makeLines() }
  }

  // MARK: - Data source

  /// Returns the number of lines in the table view.
  open func numberOfRows(in tableView: NSTableView) -> Int { lines.count }

  /// Returns an object that represents the row in a drag, if the row can be moved.
  open func tableView(_ tableView: NSTableView, pasteboardWriterForRow row: Int) -> (any NSPasteboardWriting)? {
    writer(forLine: row)
  }

  /// Called when a drag begins.
  open func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forRowIndexes rowIndexes: IndexSet
  ) {
    let grabbed = position(ofScreenPoint: screenPoint).map { tableView.row(at: $0) }
    beginDrag(of: rowIndexes.compactMap(path(ofLine:)), grabbed: grabbed.flatMap(path(ofLine:)))
  }

  /// Called when a drag ends.
  open func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    operation: NSDragOperation
  ) {
    dropGap = nil
    endDrag()
  }

  /// Determines where a row can be dropped.
  open func tableView(
    _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
    proposedDropOperation dropOperation: NSTableView.DropOperation
  ) -> NSDragOperation { validateDrop(info, row) }

  /// Called when the user drops a row.
  open func tableView(
    _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int, dropOperation: NSTableView.DropOperation
  ) -> Bool { acceptDrop(info, row) }

  // MARK: - Delegate

  /// Returns the cell of a row in a column, or the cell of a group row if the column is `nil`.
  open func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
    answering { view(forLine: row, in: tableColumn) }
  }

  /// Returns whether a line is a header.
  open func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { isGroup(line: row) }

  /// Returns the height of a line.
  open func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat { height(ofLine: row) }

  /// Called when a line is about to appear on screen.
  open func tableView(_ tableView: NSTableView, didAdd rowView: NSTableRowView, forRow row: Int) {
    answering { didAdd(rowView, line: row) }
  }

  /// Called when a line has left the screen.
  open func tableView(_ tableView: NSTableView, didRemove rowView: NSTableRowView, forRow row: Int) {
    answering { didRemove(rowView, line: row) }
  }

  /// Returns the rows that the user can select.
  open func tableView(
    _ tableView: NSTableView, selectionIndexesForProposedSelection proposedSelectionIndexes: IndexSet
  ) -> IndexSet { selection(forProposed: proposedSelectionIndexes) }

  /// Called when the selection has changed.
  open func tableViewSelectionDidChange(_ notification: Notification) { selectionDidChange(notification) }

  /// Returns the swipe actions of a line.
  open func tableView(
    _ tableView: NSTableView, rowActionsForRow row: Int, edge: NSTableView.RowActionEdge
  ) -> [NSTableViewRowAction] { actions(forLine: row, edge) }

  // MARK: - For the base class

  @_spi(Adapters) public override class var delegateProtocols: [String] { ["NSTableViewDelegate"] }
  @_spi(Adapters) public override var implementingClass: AnyClass { TableViewBinder<Section, Row>.self }
  @_spi(Adapters) open override func holdsBack(_ message: String) -> Bool {
    message == "tableView:heightOfRow:" && sizes == nil
  }

  @_spi(Adapters) public override func connections(of view: NSTableView) -> ViewConnections {
    ViewConnections(dataSource: view.dataSource, delegate: view.delegate)
  }

  @_spi(Adapters) public override func connect(_ view: NSTableView, to connections: ViewConnections) {
    if view.dataSource !== connections.dataSource {
      view.dataSource = connections.dataSource as? any NSTableViewDataSource
    }
    view.delegate = connections.delegate as? any NSTableViewDelegate
  }

  @_spi(Adapters) public override func willTakeOver(_ view: NSTableView) {
    columnCells.view = view
    lines = makeLines()
  }

  @_spi(Adapters) public override func didTakeOver(_ view: NSTableView) {
    super.didTakeOver(view)
    view.reloadData()
  }

  @_spi(Adapters) public override func bindingBegan() {
    super.bindingBegan()
    if view?.isOutlineView == true { link.report(.refused(OutlineViewNeedsOutline())) }
  }

  @_spi(Adapters) public override func willGiveBack(_ view: NSTableView) {
    super.willGiveBack(view)
    columnCells.endDisplaying()
  }

  @_spi(Adapters) public override func didGiveBack(_ view: NSTableView) { view.reloadData() }

  override var selectionProperties: [ReferenceWritableKeyPath<NSTableView, Bool>] { [\.allowsEmptySelection] }

  override var multipleSelection: ReferenceWritableKeyPath<NSTableView, Bool>? { \.allowsMultipleSelection }

  override func select(_ paths: [RowPath], in view: NSTableView) {
    let wanted = IndexSet(paths.compactMap { lines.line(of: $0) })
    if view.selectedRowIndexes != wanted { view.selectRowIndexes(wanted, byExtendingSelection: false) }
  }

  override var clickedPath: RowPath? { view.flatMap { path(ofLine: $0.clickedRow) } }

  private func sizesChanged(from old: TableSizes<Section, Row>?) {
    guard let view, isInPlace else { return }
    if (old == nil) != (sizes == nil) { resetDelegate() }
    view.noteHeightOfRows(withIndexesChanged: IndexSet(integersIn: 0..<lines.count))
  }

  override func reconfigure(_ paths: [RowPath]) {
    columnCells.reconfigure(paths, in: self) { lines.line(of: $0) }
  }

  override func scrollView(to path: RowPath) {
    if let line = lines.line(of: path) { view?.scrollRowToVisible(line) }
  }
}

/// An error for a table that is bound to an outline view.
struct OutlineViewNeedsOutline: Error, CustomStringConvertible {
  var description: String {
    "an NSOutlineView shows outlines, not tables; call outlineView.bind with a LiveOutline, or attach an OutlineViewBinder"
  }
}
#endif
