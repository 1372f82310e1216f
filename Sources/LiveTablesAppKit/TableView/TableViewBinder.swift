#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
@_spi(Adapters) public import LiveTablesCells
@_spi(Adapters) import LiveTablesOperators

/// Binds an `NSTableView`: its data source and its delegate while something is bound to it.
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
/// Sections have their headers as group rows, which float if the table view lets them, and their footers as rows with a
/// view in the first column. The table view's delegate of before is asked and told what this class has no opinion on. That
/// and the data source of before are put back when the binding ends (a stream that ends leaves the rows on screen, and so
/// the binder in place; so does a binding that is cancelled where there was none before).
///
/// The table view owns its binder. Inherit from it to add or override what a data source and a delegate can do, or how
/// updates are shown. Rows of the table view are called lines here: headers and footers are among them.
open class TableViewBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  AppKitViewBinder<NSTableView, Section, Row>, NSTableViewDataSource, NSTableViewDelegate
{
  /// The cells of the first column that has no provider, and the supplementary views.
  @_spi(Adapters) public var cells: TableCells<TableViewBinder<Section, Row>> { columnCells.main }

  /// The heights of rows, headers and footers; what is `nil` is for the earlier delegate to answer, and then for the view.
  public var sizes: TableSizes<Section, Row>? { didSet { sizesChanged(from: oldValue) } }

  /// When rows stay where they are on screen although others are inserted or deleted above them.
  ///
  /// A batch that changes anything above a row that stays is not animated: rows would jump.
  public var contentOffsetAdjustment = ContentOffsetAdjustment.unlessAtTop

  let columnCells: ColumnCells<TableViewBinder<Section, Row>>
  var lines = TableLines(rowCounts: [])
  var dropGap: (line: Int, gap: RowPath)?

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: Chooses the cells of every column of which nothing else is said. By default those are left to the
  ///     earlier delegate, and else empty.
  ///   - columns: Choose the cells of columns by the identifiers of these.
  ///   - supplementaries: Chooses headers and footers; other kinds are not shown.
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

  /// The row that a line of the table view shows, for `clickedRow` and the like.
  ///
  /// - Parameter line: A row of the table view, which counts headers and footers, too.
  /// - Returns: `nil` for a header, a footer, or no line at all.
  public func path(ofLine line: Int) -> RowPath? {
    if case .row(let path)? = lines[line] { path } else { nil }
  }

  // MARK: - Showing

  /// Whether the table view is in a window and has this binder's data.
  @_spi(Adapters) open override var isReady: Bool { isInPlace && view?.window != nil }

  /// How many rows the table view counts in each section; one number alone where that is not what it was given, `nil`
  /// until a reload that is due.
  @_spi(Adapters) open override var shownRowCounts: [Int]? {
    guard let view, !isReloadDue else { return nil }
    let counts = lines.rowCounts
    let found = view.numberOfRows
    return found == lines.count ? counts : [found - (lines.count - counts.reduce(0, +))]
  }

  /// Reloads the table view.
  ///
  /// - Parameter commit: Swaps the data; an override calls it exactly once.
  open override func reload(commit: () -> Void) { reloadLines(commit) }

  /// Shows one batch.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: Whether and how it is animated.
  ///   - commit: Swaps the data; an override calls it exactly once, inside the view's updates, or calls `super`.
  /// - Throws: What keeps the view from showing the batch; it is reloaded then.
  open override func perform(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws { try performLines(stage, animation, commit) }

  // MARK: - Data source

  /// How many lines there are.
  open func numberOfRows(in tableView: NSTableView) -> Int { lines.count }

  /// Something to drag, where the row may be moved.
  open func tableView(_ tableView: NSTableView, pasteboardWriterForRow row: Int) -> (any NSPasteboardWriting)? {
    writer(forLine: row)
  }

  /// A drag begins.
  open func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forRowIndexes rowIndexes: IndexSet
  ) {
    let grabbed = position(ofScreenPoint: screenPoint).map { tableView.row(at: $0) }
    beginDrag(of: rowIndexes.compactMap(path(ofLine:)), grabbed: grabbed.flatMap(path(ofLine:)))
  }

  /// A drag is over.
  open func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    operation: NSDragOperation
  ) {
    dropGap = nil
    endDrag()
  }

  /// Where a row may be dropped.
  open func tableView(
    _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
    proposedDropOperation dropOperation: NSTableView.DropOperation
  ) -> NSDragOperation { validateDrop(info, row) }

  /// A row is dropped.
  open func tableView(
    _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int, dropOperation: NSTableView.DropOperation
  ) -> Bool { acceptDrop(info, row) }

  // MARK: - Delegate

  /// The cell of a line in a column; for group rows, which are asked for without a column, that of the first one.
  open func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
    asked { view(forLine: row, in: tableColumn) }
  }

  /// Whether a line is a header.
  open func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { isGroup(line: row) }

  /// How high a line is.
  open func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat { height(ofLine: row) }

  /// A line comes on the screen.
  open func tableView(_ tableView: NSTableView, didAdd rowView: NSTableRowView, forRow row: Int) {
    asked { didAdd(rowView, line: row) }
  }

  /// A line has left the screen.
  open func tableView(_ tableView: NSTableView, didRemove rowView: NSTableRowView, forRow row: Int) {
    asked { didRemove(rowView, line: row) }
  }

  /// What the user may make of a selection.
  open func tableView(
    _ tableView: NSTableView, selectionIndexesForProposedSelection proposedSelectionIndexes: IndexSet
  ) -> IndexSet { selection(forProposed: proposedSelectionIndexes) }

  /// Something else is selected.
  open func tableViewSelectionDidChange(_ notification: Notification) { selectionDidChange(notification) }

  /// What is offered when a line is swiped.
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

  @_spi(Adapters) public override func willGiveBack(_ view: NSTableView) {
    super.willGiveBack(view)
    columnCells.endDisplaying()
  }

  @_spi(Adapters) public override func didGiveBack(_ view: NSTableView) { view.reloadData() }

  override var selectionProperties: [ReferenceWritableKeyPath<NSTableView, Bool>] { [\.allowsEmptySelection] }

  override var multipleSelection: ReferenceWritableKeyPath<NSTableView, Bool>? { \.allowsMultipleSelection }

  override func reloadAll() { reloadLines {} }

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

#if !canImport(ObjectiveC)
extension TableViewBinder {
  /// Stands for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingTarget: (any NSTableViewDelegate)? { earlier }
}
#endif
#endif
