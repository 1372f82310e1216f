#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
@_spi(Adapters) public import LiveTables

/// Binds an `NSOutlineView`: its data source and its delegate while an outline is bound to it.
///
/// ```swift
/// let files = LiveOutline(tree)
/// outlineView.bind(files, cell: FileCell.self) { cell, row, scope in cell.textField?.stringValue = row.value.name }
/// ```
///
/// Rows are the rows of an `Outline`: which nodes are expanded is for that to say. When the user clicks a triangle, the
/// outline is told, and its change comes back like any other; so all views of a `LiveOutline` are expanded alike. A node
/// is the same item as long as it has a row, so the outline view keeps what it knows of it through moves and updates.
///
/// The outline view owns its binder. What was its data source and delegate before is put back when the binding is
/// cancelled; the delegate is told and asked what this class has no opinion on.
open class OutlineViewBinder<Value: Diffable & Sendable>: ViewBinder, NSOutlineViewDataSource, NSOutlineViewDelegate,
  TableView
{
  /// There are no sections.
  public typealias Section = OneSection
  /// A node, and how it is shown.
  public typealias Row = OutlineRow<Value>
  /// Chooses the cells of a column.
  public typealias Provider = CellProvider<OneSection, OutlineRow<Value>, NSView>

  /// What connects the view with whatever it shows: selection, events, editing.
  public let link = TableLink<OneSection, OutlineRow<Value>>()

  /// What is bound.
  public internal(set) weak var outlineView: NSOutlineView?

  /// Told which node the user wants to be expanded or collapsed; nothing happens by itself.
  public var onExpansion: (@MainActor (_ id: Value.Identity, _ isExpanded: Bool) -> Void)?

  /// Told where the user has dropped a node with all that is under it; nothing happens by itself.
  ///
  /// The place is the node's place afterwards: it is counted without the node. Which nodes may be dragged is for
  /// `link.editing.editor` to say, which lets them move or not; where they may go is for ``mayMove``. Without this closure
  /// nothing can be dragged.
  public var onMove: (@MainActor (_ id: Value.Identity, _ place: TreePlace<Value.Identity>) -> Void)?

  /// Whether a node may be dropped at a place.
  ///
  /// Without this closure it may be dropped anywhere, but never under itself.
  public var mayMove: (@MainActor (_ id: Value.Identity, _ place: TreePlace<Value.Identity>) -> Bool)?

  let columnCells: ColumnCells<OutlineViewBinder<Value>>
  var items = OutlineItems<Value>()
  var isSelecting = false
  var isInPlace = false
  var allowedMultipleSelection = false
  var draggedTypes: [NSPasteboard.PasteboardType] = []
  var drag: RowDrag<OneSection, OutlineRow<Value>>?
  var expanding: Task<Void, Never>?

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: Chooses the cells of every column of which nothing else is said.
  ///   - columns: Choose the cells of columns by the identifiers of these.
  public init(_ provider: Provider = .nothing, columns: [String: Provider] = [:]) {
    columnCells = ColumnCells(link: link, provider, columns: columns, supplementaries: [:])
    super.init()
    link.follow(self)
    link.selection.presenter = self
  }

  /// The cells of the first column that no provider of its own was given for.
  @_spi(Adapters) public var cells: TableCells<OutlineViewBinder<Value>> { columnCells.main }

  override func takePlace() { takeOutlinePlace() }
  override func givePlace() { giveOutlinePlace() }
  override func uninstall() { leaveOutline() }

  override var menuItems: [NSMenuItem] {
    outlineView.map { link.menuItems(at: path(of: $0.item(atRow: $0.clickedRow))) } ?? []
  }

  override func showAccessories() {
    if isInPlace {
      show(background: accessories.background(rowCount: link.table.count, revision: link.revision), in: outlineView)
    }
  }

  /// Nothing is bound any more: what the user wishes is passed on no longer.
  public override func bindingEnded(_ reason: EndReason) {
    if reason != .finished { expanding?.cancel() }
    super.bindingEnded(reason)
  }

  // MARK: - How changes are shown

  /// Shows everything anew.
  open func reload(commit: () -> Void) { reloadItems(commit) }

  /// Shows a batch.
  ///
  /// - Throws: What keeps it from being shown; the outline view is reloaded then.
  open func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    try performItems(stage, animation, commit)
  }

  // MARK: - Data source

  /// How many nodes are shown under one.
  open func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
    items.children(of: item as? OutlineItem<Value>).count
  }

  /// A node under another.
  open func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
    let children = items.children(of: item as? OutlineItem<Value>)
    return children.indices.contains(index) ? children[index] : NSNull()
  }

  /// Whether there is anything under a node.
  open func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool {
    (item as? OutlineItem<Value>).map { $0.value.isExpandable || $0.shouldBeOpen } ?? false
  }

  /// Something to drag, where the node may be moved.
  open func outlineView(_ outlineView: NSOutlineView, pasteboardWriterForItem item: Any) -> (any NSPasteboardWriting)? {
    writer(for: item)
  }

  /// A drag begins.
  open func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forItems draggedItems: [Any]
  ) { dragWillBegin(session, at: screenPoint, draggedItems) }

  /// A drag is over.
  open func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    operation: NSDragOperation
  ) { dragEnded(session, at: screenPoint, operation) }

  /// Where a node may be dropped.
  open func outlineView(
    _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
    proposedChildIndex index: Int
  ) -> NSDragOperation { validateDrop(info, item, index) }

  /// A node is dropped.
  open func outlineView(
    _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
  ) -> Bool { acceptDrop(info, item, index) }

  // MARK: - Delegate

  /// The cell of a node in a column.
  open func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView? {
    guard let tableColumn, let path = path(of: item) else { return nil }
    return columnCells.cell(at: path, in: tableColumn, self)
  }

  /// A row comes on the screen.
  open func outlineView(_ outlineView: NSOutlineView, didAdd rowView: NSTableRowView, forRow row: Int) {
    didAdd(rowView, row)
  }

  /// A row has left the screen.
  open func outlineView(_ outlineView: NSOutlineView, didRemove rowView: NSTableRowView, forRow row: Int) {
    didRemove(rowView, row)
  }

  /// Whether a node may be expanded at once; the user's wish is told to whoever decides.
  open func outlineView(_ outlineView: NSOutlineView, shouldExpandItem item: Any) -> Bool { may(expand: true, item) }

  /// Whether a node may be collapsed at once; the user's wish is told to whoever decides.
  open func outlineView(_ outlineView: NSOutlineView, shouldCollapseItem item: Any) -> Bool { may(expand: false, item) }

  /// What the user may make of a selection.
  open func outlineView(
    _ outlineView: NSOutlineView, selectionIndexesForProposedSelection proposedSelectionIndexes: IndexSet
  ) -> IndexSet { selection(forProposed: proposedSelectionIndexes) }

  /// Something else is selected.
  open func outlineViewSelectionDidChange(_ notification: Notification) { selectionDidChange(notification) }
}

@_spi(Adapters) extension OutlineViewBinder: CellHost {
  /// Takes note of where cells come from.
  @_spi(Adapters) public func register(_ source: CellSource, reuseIdentifier: String) {
    columnCells.register(source, reuseIdentifier)
  }

  /// A cell that waits to be reused, or else a new one.
  @_spi(Adapters) public func dequeueCell(reuseIdentifier: String, for path: RowPath) -> NSView? {
    columnCells.dequeue(reuseIdentifier)
  }

  /// An empty cell.
  @_spi(Adapters) public func placeholder(for path: RowPath, problem: CellProblem, dequeued: NSView?) -> NSView {
    NSTableCellView()
  }

  /// There are no supplementary views in an outline.
  @_spi(Adapters) public func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {}

  /// There are no supplementary views in an outline.
  @_spi(Adapters) public func dequeueSupplementaryView(reuseIdentifier: String, for place: SupplementaryPlace)
    -> NSView?
  { nil }
}
#endif
