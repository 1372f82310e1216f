#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
@_spi(Adapters) public import LiveTables

/// Binds an `NSTableView`: its data source and its delegate while something is bound to it.
///
/// ```swift
/// let binder = TableBinder<Folder, Mail>(
///   columns: [
///     "subject": .one(SubjectCell.self) { cell, mail, context in cell.textField?.stringValue = mail.subject },
///     "date": .one(DateCell.self) { cell, mail, context in … },
///   ],
///   supplementaries: [.header: .one(FolderCell.self) { view, folder, context in … }])
/// tableView.bind(mails, using: binder)
/// binder.link.selection.mode = .many
/// ```
///
/// Sections have their headers as group rows, which float if the table view lets them, and their footers as rows with a
/// view in the first column. The table view's own data source and delegate of before are asked and told what this class has no opinion
/// on, and are put back when the binding ends (a stream that ends leaves the rows on screen, and so the binder in place;
/// so does a binding that is cancelled where there was none before).
///
/// The table view owns its binder. Inherit from it to add or override what a data source and a delegate can do, or how
/// updates are shown. Rows of the table view are called lines here: headers and footers are among them.
open class TableBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>: ViewBinder, NSTableViewDataSource,
  NSTableViewDelegate, TableView
{
  /// Chooses the cells of a column.
  public typealias Provider = CellProvider<Section, Row, NSView>
  /// Chooses headers and footers.
  public typealias Supplementaries = [SupplementaryKind: CellProvider<Section, Section, NSView>]

  /// What connects the view with whatever it shows: selection, events, editing.
  public let link = TableLink<Section, Row>()

  /// The cells of the first column that no provider of its own was given for, and the supplementary views.
  @_spi(Adapters) public var cells: TableCells<TableBinder<Section, Row>> { columnCells.main }

  /// What is bound.
  public internal(set) weak var tableView: NSTableView?

  /// How high rows, headers and footers are.
  ///
  /// What is not said is up to the earlier delegate, else to the table view.
  public var sizes = TableSizes<Section, Row>() { didSet { sizesChanged() } }

  /// When rows stay where they are on the screen although others come and go above them.
  public var contentOffsetAdjustment = ContentOffsetAdjustment.unlessAtTop

  let columnCells: ColumnCells<TableBinder<Section, Row>>
  var lines = TableLines(rowCounts: [])
  var isSelecting = false
  var settings: TableViewSettings?
  var drag: RowDrag<Section, Row>?
  var dropGap: (line: Int, gap: RowPath)?

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: Chooses the cells of every column of which nothing else is said.
  ///   - columns: Choose the cells of columns by the identifiers of these.
  ///   - supplementaries: Chooses headers and footers; other kinds are not shown.
  public init(
    _ provider: Provider = .nothing, columns: [String: Provider] = [:],
    supplementaries: Supplementaries = Supplementaries()
  ) {
    columnCells = ColumnCells(link: link, provider, columns: columns, supplementaries: supplementaries)
    super.init()
    link.follow(self)
    link.selection.presenter = self
  }

  override func takePlace() { takeTablePlace() }
  override func givePlace() { giveTablePlace() }
  override func uninstall() { leaveTable() }

  override var menuItems: [NSMenuItem] { tableView.map { link.menuItems(at: path(ofLine: $0.clickedRow)) } ?? [] }

  override func showAccessories() {
    if settings != nil {
      show(background: accessories.background(rowCount: link.table.count, revision: link.revision), in: tableView)
    }
  }

  // MARK: - How changes are shown

  /// Shows everything anew.
  open func reload(commit: () -> Void) { reloadLines(commit) }

  /// Shows a batch.
  ///
  /// - Throws: What keeps it from being shown; the table view is reloaded then.
  open func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    try performLines(stage, animation, commit)
  }

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
  ) { dragWillBegin(session, at: screenPoint, rowIndexes) }

  /// A drag is over.
  open func tableView(
    _ tableView: NSTableView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    operation: NSDragOperation
  ) { dragEnded(session, at: screenPoint, operation) }

  /// Where a row may be dropped.
  open func tableView(
    _ tableView: NSTableView, validateDrop info: any NSDraggingInfo, proposedRow row: Int,
    proposedDropOperation dropOperation: NSTableView.DropOperation
  ) -> NSDragOperation { validateDrop(info, row, dropOperation) }

  /// A row is dropped.
  open func tableView(
    _ tableView: NSTableView, acceptDrop info: any NSDraggingInfo, row: Int, dropOperation: NSTableView.DropOperation
  ) -> Bool { acceptDrop(info, row, dropOperation) }

  // MARK: - Delegate

  /// The cell of a line in a column; for group rows without one.
  open func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
    view(forLine: row, in: tableColumn)
  }

  /// Whether a line is a header.
  open func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { isGroup(line: row) }

  /// How high a line is.
  open func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat { height(ofLine: row) }

  /// A line comes on the screen.
  open func tableView(_ tableView: NSTableView, didAdd rowView: NSTableRowView, forRow row: Int) {
    didAdd(rowView, line: row)
  }

  /// A line has left the screen.
  open func tableView(_ tableView: NSTableView, didRemove rowView: NSTableRowView, forRow row: Int) {
    didRemove(rowView, line: row)
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
}

/// What a table view was set to before it was bound.
struct TableViewSettings {
  var allowsMultipleSelection: Bool
  var allowsEmptySelection: Bool
  var draggedTypes: [NSPasteboard.PasteboardType]
}
#endif
