#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
public import LiveTablesOperators
@_spi(Adapters) public import LiveTablesCells

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
/// Where nodes come, go or move, each batch compares two trees of all rows on show on the main actor.
///
/// The outline view owns its binder. If it had a data source before, that and its delegate are put back when the
/// binding is cancelled; else the rows stay. The delegate is told and asked what this class has no opinion on.
open class OutlineViewBinder<Value: Diffable & Sendable>:
  AppKitViewBinder<NSOutlineView, OneSection, OutlineRow<Value>>, NSOutlineViewDataSource, NSOutlineViewDelegate
{
  /// The outline in which nodes are expanded, collapsed and moved when the user asks for it.
  ///
  /// ``bind(_:options:)`` alone sets it. Set it yourself where what is bound is derived from an outline, and before
  /// `display` of one, or nothing can be expanded. ``onExpansion`` and ``onMove``, where they are set, are called
  /// instead.
  public var outline: LiveOutline<Value>? { didSet { if outline !== oldValue { followRequests() } } }

  /// Called when the user asks for a node to be expanded or collapsed; nothing happens by itself.
  ///
  /// With the option key held, as the view's current event tells, the user asks it of all nodes under that one, too.
  public var onExpansion: (@MainActor (_ id: Value.Identity, _ isExpanded: Bool) -> Void)?

  /// Called when the user has dropped a node with all that is under it; nothing happens by itself.
  ///
  /// The place is the node's place afterwards: it is counted without the node, and among the siblings that are shown.
  /// An ``outline`` puts the node beside one of those, also where it has others by then, or more than are shown. Which
  /// nodes may be dragged is for `link.editing.editor` to say, which lets them move or not. Where they may go is for
  /// ``mayMove``: the editor's destinations and `accepting` do not count here, and `link.editing.edits` does not tell
  /// of it. Without this closure and without an ``outline`` nothing can be dragged.
  public var onMove: (@MainActor (_ id: Value.Identity, _ place: TreePlace<Value.Identity>) -> Void)?

  /// Whether a node may be dropped at a place.
  ///
  /// Without this closure it may be dropped anywhere, but never under itself.
  public var mayMove: (@MainActor (_ id: Value.Identity, _ place: TreePlace<Value.Identity>) -> Bool)?

  let columnCells: ColumnCells<OutlineViewBinder<Value>>
  var items = OutlineItems<Value>()
  private var requests: (task: Task<Void, Never>, stream: AsyncStream<OutlineRequest<Value>>.Continuation)?

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: Chooses the cells of every column of which nothing else is said; by default those are empty.
  ///   - columns: Choose the cells of columns by the identifiers of these.
  public init(
    _ provider: CellProvider<OneSection, OutlineRow<Value>, NSView> = .nothing,
    columns: [String: CellProvider<OneSection, OutlineRow<Value>, NSView>] = [:]
  ) {
    let link = TableLink<OneSection, OutlineRow<Value>>()
    columnCells = ColumnCells(link: link, provider, columns: columns, supplementaries: [:])
    super.init(link: link)
  }

  isolated deinit { requests?.task.cancel() }

  /// The cells of the first column that no provider of its own was given for.
  @_spi(Adapters) public var cells: TableCells<OutlineViewBinder<Value>> { columnCells.main }

  var earlier: (any NSOutlineViewDelegate)? { earlierDelegate as? any NSOutlineViewDelegate }

  // MARK: - Binding

  /// Shows an outline; nodes are expanded, collapsed and moved in it when the user asks for it.
  ///
  /// - Parameters:
  ///   - outline: A tree, and which of its nodes are expanded.
  ///   - options: How changes are shown.
  /// - Returns: The binding, which need not be kept.
  @discardableResult public func bind(
    _ outline: LiveOutline<Value>, options: TableOptions = TableOptions()
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    self.outline = outline
    return bind(outline.states, options: options)
  }

  // MARK: - What the user asks for

  private func followRequests() {
    requests?.task.cancel()
    requests = nil
    guard let outline else { return }
    let (stream, continuation) = AsyncStream.makeStream(of: OutlineRequest<Value>.self)
    let task = Task {
      for await request in stream {
        // An outline that has ended takes no edits.
        switch request {
        case .expand(let id): _ = try? await outline.edit { $0.expand(id) }
        case .expandAll(let id): _ = try? await outline.edit { $0.expandAll(under: id) }
        case .collapse(let id): _ = try? await outline.edit { $0.collapse(id) }
        case .collapseAll(let id): _ = try? await outline.edit { $0.collapseAll(under: id) }
        case .move(let drop): _ = try? await outline.tree.edit { drop.perform(in: &$0) }
        }
      }
    }
    requests = (task, continuation)
  }

  /// Whether anybody moves nodes.
  var movesNodes: Bool { onMove != nil || requests != nil }

  func request(_ id: Value.Identity, isExpanded: Bool) {
    if let onExpansion { return onExpansion(id, isExpanded) }
    // The view itself gets no further than to the node, which it may not expand at once.
    let isDeep = NSApplication.shared.currentEvent?.modifierFlags.contains(.option) ?? false
    requests?.stream.yield(
      isExpanded ? isDeep ? .expandAll(id) : .expand(id) : isDeep ? .collapseAll(id) : .collapse(id))
  }

  func request(_ drop: NodeDrop<Value>) {
    if let onMove { return onMove(drop.id, drop.place) }
    requests?.stream.yield(.move(drop))
  }

  /// The binding has ended: the outline gets nothing more from this view, unless it is bound to something else.
  ///
  /// - Parameter reason: Why.
  @_spi(Adapters) open override func bindingEnded(_ reason: EndReason) {
    if reason != .finished, reason != .replaced { outline = nil }
    super.bindingEnded(reason)
  }

  // MARK: - Rows

  /// The row of an item of the outline view, for `clickedRow` and the like.
  ///
  /// - Parameter item: What `item(atRow:)` says.
  /// - Returns: `nil` for what is no item of this binder's.
  public func path(of item: Any?) -> RowPath? {
    (item as? OutlineItem<Value>).map { RowPath(section: 0, row: $0.row) }
  }

  // MARK: - Showing

  /// Whether the outline view is in a window and has this binder's data.
  @_spi(Adapters) open override var isReady: Bool { isInPlace && view?.window != nil }

  /// How many rows the outline view counts; `nil` until a reload that is due.
  @_spi(Adapters) open override var shownRowCounts: [Int]? {
    guard let view, !isReloadDue else { return nil }
    return view.numberOfRows == link.table.count ? link.table.rowCounts : [view.numberOfRows]
  }

  /// Reloads the outline view.
  ///
  /// - Parameter commit: Swaps the data; an override calls it exactly once.
  open override func reload(commit: () -> Void) { reloadItems(commit) }

  /// Shows one batch.
  ///
  /// - Parameters:
  ///   - stage: The batch, with the tables before and after it.
  ///   - animation: Whether and how it is animated.
  ///   - commit: Swaps the data; an override calls it exactly once, inside the view's updates, or calls `super`.
  /// - Throws: What keeps the view from showing the batch; it is reloaded then.
  open override func perform(
    _ stage: BatchUpdate<OneSection, OutlineRow<Value>>, animation: BatchAnimation, commit: () -> Void
  ) throws { try performItems(stage, animation, commit) }

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
    (item as? OutlineItem<Value>)?.isExpandable ?? false
  }

  /// Something to drag, where the node may be moved.
  open func outlineView(_ outlineView: NSOutlineView, pasteboardWriterForItem item: Any) -> (any NSPasteboardWriting)? {
    writer(for: item)
  }

  /// A drag begins.
  open func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forItems draggedItems: [Any]
  ) {
    let grabbed = position(ofScreenPoint: screenPoint).map { outlineView.row(at: $0) }
    beginDrag(
      of: !movesNodes ? [] : draggedItems.compactMap(path(of:)),
      grabbed: grabbed.flatMap { path(of: outlineView.item(atRow: $0)) })
  }

  /// A drag is over.
  open func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    operation: NSDragOperation
  ) { endDrag() }

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
    if isReloadDue { return NSTableCellView() }  // the table has other rows than are asked for
    return asked { columnCells.cell(at: path, in: tableColumn, self) }
  }

  /// A row comes on the screen.
  open func outlineView(_ outlineView: NSOutlineView, didAdd rowView: NSTableRowView, forRow row: Int) {
    asked { didAdd(rowView, row) }
  }

  /// A row has left the screen.
  open func outlineView(_ outlineView: NSOutlineView, didRemove rowView: NSTableRowView, forRow row: Int) {
    asked { didRemove(rowView, row) }
  }

  /// Whether a node may be expanded at once; what the user asks for is passed to the outline.
  open func outlineView(_ outlineView: NSOutlineView, shouldExpandItem item: Any) -> Bool { may(expand: true, item) }

  /// Whether a node may be collapsed at once; what the user asks for is passed to the outline.
  open func outlineView(_ outlineView: NSOutlineView, shouldCollapseItem item: Any) -> Bool { may(expand: false, item) }

  /// What the user may make of a selection.
  open func outlineView(
    _ outlineView: NSOutlineView, selectionIndexesForProposedSelection proposedSelectionIndexes: IndexSet
  ) -> IndexSet { selection(forProposed: proposedSelectionIndexes) }

  /// Something else is selected.
  open func outlineViewSelectionDidChange(_ notification: Notification) { selectionDidChange(notification) }

  // MARK: - For the base class

  @_spi(Adapters) public override class var delegateProtocols: [String] { ["NSOutlineViewDelegate"] }
  @_spi(Adapters) public override var implementingClass: AnyClass { OutlineViewBinder<Value>.self }

  /// The earlier delegate gets no message about items: it does not know those of this binder.
  @_spi(Adapters) open override func forwards(_ message: String) -> Bool { !message.contains("tem") }

  @_spi(Adapters) public override func connections(of view: NSOutlineView) -> ViewConnections {
    ViewConnections(dataSource: view.dataSource, delegate: view.delegate)
  }

  @_spi(Adapters) public override func connect(_ view: NSOutlineView, to connections: ViewConnections) {
    if view.dataSource !== connections.dataSource {
      view.dataSource = connections.dataSource as? any NSOutlineViewDataSource
    }
    view.delegate = connections.delegate as? any NSOutlineViewDelegate
  }

  @_spi(Adapters) public override func willTakeOver(_ view: NSOutlineView) {
    columnCells.view = view
    items.reset(to: link.table)
  }

  @_spi(Adapters) public override func didTakeOver(_ view: NSOutlineView) {
    super.didTakeOver(view)
    view.reloadData()
    updating { openAndClose(items.all, afterReload: true) }
  }

  @_spi(Adapters) public override func willGiveBack(_ view: NSOutlineView) {
    super.willGiveBack(view)
    columnCells.endDisplaying()
  }

  @_spi(Adapters) public override func didGiveBack(_ view: NSOutlineView) { view.reloadData() }

  override var selectionProperties: [ReferenceWritableKeyPath<NSOutlineView, Bool>] { [\.allowsEmptySelection] }

  override var multipleSelection: ReferenceWritableKeyPath<NSOutlineView, Bool>? { \.allowsMultipleSelection }

  override var clickedPath: RowPath? { view.flatMap { path(of: $0.item(atRow: $0.clickedRow)) } }

  /// The editor deletes rows, and knows nothing of what is under them.
  override var offersDeletion: Bool { false }

  override func reloadAll() { reloadItems {} }

  override func select(_ paths: [RowPath], in view: NSOutlineView) {
    let wanted = IndexSet(paths.map(\.row))
    if view.selectedRowIndexes != wanted { view.selectRowIndexes(wanted, byExtendingSelection: false) }
  }

  override func reconfigure(_ paths: [RowPath]) { columnCells.reconfigure(paths, in: self) { $0.row } }

  override func scrollView(to path: RowPath) { view?.scrollRowToVisible(path.row) }
}

/// What the user asks of an outline.
private enum OutlineRequest<Value: Diffable & Sendable>: Sendable {
  case expand(Value.Identity)
  case expandAll(Value.Identity)
  case collapse(Value.Identity)
  case collapseAll(Value.Identity)
  case move(NodeDrop<Value>)
}

#if !canImport(ObjectiveC)
extension OutlineViewBinder {
  /// Stands for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingOutlineTarget: (any NSOutlineViewDelegate)? { nil }
}
#endif

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
