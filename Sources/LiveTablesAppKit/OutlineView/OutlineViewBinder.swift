#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
public import LiveTablesOperators
@_spi(Adapters) public import LiveTablesCells

/// Binds an `NSOutlineView` to an outline, as its data source and delegate.
///
/// ```swift
/// let files = LiveTree(tree).outline()
/// outlineView.bind(files, cell: FileCell.self) { cell, row, scope in cell.textField?.stringValue = row.value.name }
/// ```
///
/// The rows come from an `Outline`, which determines the expanded nodes. When the user clicks a disclosure triangle,
/// the outline changes, and this change updates the view like any other change. Therefore, all views that show the same
/// `LiveOutline` share its expansion state. A node keeps its item as long as the node is visible, so the outline view
/// keeps its state through moves and updates. If a batch inserts, deletes, or moves nodes, the binder compares all
/// visible rows on the main actor.
///
/// The outline view retains its binder. When the binding is cancelled, the previous data source and delegate are
/// restored. If there was no previous data source, the rows stay on screen. Delegate methods that this class does not
/// handle are forwarded to the previous delegate.
open class OutlineViewBinder<Value: Diffable & Sendable>:
  AppKitViewBinder<NSOutlineView, OneSection, OutlineRow<Value>>, NSOutlineViewDataSource, NSOutlineViewDelegate
{
  /// The outline that changes when the user expands, collapses, or moves nodes.
  ///
  /// ``bind(_:options:)`` sets this property. If you bind a source that is derived from an outline, or if you call
  /// `display`, set this property yourself. Until it is set, nodes cannot be expanded. If ``onExpansion`` or ``onMove``
  /// is set, that closure is called, and the outline does not change.
  public var outline: LiveOutline<Value>? { didSet { if outline !== oldValue { followRequests() } } }

  /// A closure that is called when the user expands or collapses a node.
  ///
  /// If this closure is set, ``outline`` does not change.
  ///
  /// If the Option key is pressed, according to the view's current event, the request includes all descendants of the
  /// node.
  public var onExpansion: (@MainActor (_ id: Value.Identity, _ isExpanded: Bool) -> Void)?

  /// A closure that is called when the user drops a node with its descendants.
  ///
  /// If this closure is set, ``outline`` does not change.
  ///
  /// `place` is the position at which the user dropped the node. Its index counts the visible siblings, not including
  /// the node. An ``outline`` inserts the node next to one of these siblings, even if the siblings have changed in the
  /// meantime. The rules (`link.editing.rules`) determine which nodes can be dragged, and ``mayMove`` determines where
  /// they can be dropped. The rules' destinations and `accepting` are ignored, and `link.editing.edits` does not report
  /// the move. If neither this closure nor an ``outline`` is set, nodes cannot be dragged.
  public var onMove: (@MainActor (_ id: Value.Identity, _ place: TreePlace<Value.Identity>) -> Void)?

  /// A closure that returns whether a node can be dropped at a position.
  ///
  /// If the closure is `nil`, a node can be dropped anywhere except under itself.
  public var mayMove: (@MainActor (_ id: Value.Identity, _ place: TreePlace<Value.Identity>) -> Bool)?

  let columnCells: ColumnCells<OutlineViewBinder<Value>>
  var items = OutlineItems<Value>()
  private var requests: (task: Task<Void, Never>, stream: AsyncStream<OutlineRequest<Value>>.Continuation)?

  /// Creates a binder.
  ///
  /// - Parameters:
  ///   - provider: The provider of the cells in all columns that are not in `columns`. By default, these cells are
  ///     empty.
  ///   - columns: The providers of the cells in certain columns, keyed by column identifier.
  public init(
    _ provider: CellProvider<OneSection, OutlineRow<Value>, NSView> = .nothing,
    columns: [String: CellProvider<OneSection, OutlineRow<Value>, NSView>] = [:]
  ) {
    let link = TableLink<OneSection, OutlineRow<Value>>()
    columnCells = ColumnCells(link: link, provider, columns: columns, supplementaries: [:])
    super.init(link: link)
  }

  isolated deinit { requests?.task.cancel() }

  /// The cells of the first column that is not in `columns`.
  package var cells: TableCells<OutlineViewBinder<Value>> { columnCells.main }

  var earlier: (any NSOutlineViewDelegate)? { earlierDelegate as? any NSOutlineViewDelegate }

  // MARK: - Binding

  /// Binds the view to an outline in which the user can expand, collapse, and move nodes.
  ///
  /// - Parameters:
  ///   - outline: A tree and its expanded nodes.
  ///   - rules: The edits that the user can make, or `nil` to disallow editing.
  ///   - options: The options for showing changes.
  ///   - onFailure: A closure that receives each edit that the source rejects or cannot save, and the error.
  /// - Returns: The binding, which you don't need to keep.
  @discardableResult public func bind(
    _ outline: LiveOutline<Value>, editing rules: EditRules<OneSection, OutlineRow<Value>>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<OneSection, OutlineRow<Value>>, any Error) -> Void)? = nil
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    self.outline = outline
    func bind(_ source: some TableSource<OneSection, OutlineRow<Value>>) -> TableBinding<OneSection, OutlineRow<Value>>
    {
      self.bind(source, editing: rules, options: options, onFailure: onFailure)
    }
    return bind(outline)
  }

  // MARK: - Requests by the user

  private func followRequests() {
    requests?.task.cancel()
    requests = nil
    guard let outline else { return }
    let (stream, continuation) = AsyncStream.makeStream(of: OutlineRequest<Value>.self)
    let task = Task {
      for await request in stream {
        // An outline that has ended does not accept edits.
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

  var movesNodes: Bool { onMove != nil || requests != nil }

  func request(_ id: Value.Identity, isExpanded: Bool) {
    if let onExpansion { return onExpansion(id, isExpanded) }
    // The view would expand only this node, and cannot do so immediately.
    let isDeep = NSApplication.shared.currentEvent?.modifierFlags.contains(.option) ?? false
    requests?.stream.yield(
      isExpanded ? isDeep ? .expandAll(id) : .expand(id) : isDeep ? .collapseAll(id) : .collapse(id))
  }

  func request(_ drop: NodeDrop<Value>) {
    if let onMove { return onMove(drop.id, drop.place) }
    requests?.stream.yield(.move(drop))
  }

  @_spi(Adapters) open override func bindingEnded(_ reason: EndReason) {
    if reason != .finished, reason != .replaced { outline = nil }
    super.bindingEnded(reason)
  }

  // MARK: - Rows

  /// Returns the path of an item's row, for example for `clickedRow`.
  ///
  /// - Parameter item: An item, as returned by `item(atRow:)`.
  /// - Returns: The path, or `nil` if the item does not belong to this binder.
  public func path(of item: Any?) -> RowPath? {
    (item as? OutlineItem<Value>).map { RowPath(section: 0, row: $0.row) }
  }

  // MARK: - Updates

  @_spi(Adapters) open override var shownRowCounts: [Int]? {
    guard let view, updates.isCurrent else { return nil }
    return view.numberOfRows == link.table.count ? link.table.rowCounts : [view.numberOfRows]
  }

  @_spi(Adapters) public override func reloadView(commit: () -> Void) { reloadItems(commit) }

  @_spi(Adapters) public override func performBatch(
    _ stage: BatchUpdate<OneSection, OutlineRow<Value>>, animation: BatchAnimation, commit: () -> Void
  ) throws { try performItems(stage, animation, commit) }

  @_spi(Adapters) public override func dataWasReplaced(isShown: Bool) {
    columnCells.discard()
    if !isShown { items.reset(to: link.table) }
  }

  // MARK: - Data source

  /// Returns the number of visible children of a node.
  open func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
    items.children(of: item as? OutlineItem<Value>).count
  }

  /// Returns a child of a node.
  open func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
    let children = items.children(of: item as? OutlineItem<Value>)
    return children.indices.contains(index) ? children[index] : NSNull()
  }

  /// Returns whether a node has children.
  open func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool {
    (item as? OutlineItem<Value>)?.isExpandable ?? false
  }

  /// Returns an object that represents the node in a drag, if the node can be moved.
  open func outlineView(_ outlineView: NSOutlineView, pasteboardWriterForItem item: Any) -> (any NSPasteboardWriting)? {
    writer(for: item)
  }

  /// Called when a drag begins.
  open func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, willBeginAt screenPoint: NSPoint,
    forItems draggedItems: [Any]
  ) {
    let grabbed = position(ofScreenPoint: screenPoint).map { outlineView.row(at: $0) }
    beginDrag(
      of: !movesNodes ? [] : draggedItems.compactMap(path(of:)),
      grabbed: grabbed.flatMap { path(of: outlineView.item(atRow: $0)) })
  }

  /// Called when a drag ends.
  open func outlineView(
    _ outlineView: NSOutlineView, draggingSession session: NSDraggingSession, endedAt screenPoint: NSPoint,
    operation: NSDragOperation
  ) { endDrag() }

  /// Determines where a node can be dropped.
  open func outlineView(
    _ outlineView: NSOutlineView, validateDrop info: any NSDraggingInfo, proposedItem item: Any?,
    proposedChildIndex index: Int
  ) -> NSDragOperation { validateDrop(info, item, index) }

  /// Called when the user drops a node.
  open func outlineView(
    _ outlineView: NSOutlineView, acceptDrop info: any NSDraggingInfo, item: Any?, childIndex index: Int
  ) -> Bool { acceptDrop(info, item, index) }

  // MARK: - Delegate

  /// Returns the cell for a node in a column.
  open func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView? {
    guard let tableColumn, let path = path(of: item) else { return nil }
    if !updates.isCurrent { return NSTableCellView() }  // the table has different rows than the view
    return answering { columnCells.cell(at: path, in: tableColumn, self) }
  }

  /// Called when a row is about to appear on screen.
  open func outlineView(_ outlineView: NSOutlineView, didAdd rowView: NSTableRowView, forRow row: Int) {
    answering { didAdd(rowView, row) }
  }

  /// Called when a row has left the screen.
  open func outlineView(_ outlineView: NSOutlineView, didRemove rowView: NSTableRowView, forRow row: Int) {
    answering { didRemove(rowView, row) }
  }

  /// Returns whether the outline view can expand a node immediately, or passes the user's request to the outline.
  open func outlineView(_ outlineView: NSOutlineView, shouldExpandItem item: Any) -> Bool { may(expand: true, item) }

  /// Returns whether the outline view can collapse a node immediately, or passes the user's request to the outline.
  open func outlineView(_ outlineView: NSOutlineView, shouldCollapseItem item: Any) -> Bool { may(expand: false, item) }

  /// Returns the rows that the user can select.
  open func outlineView(
    _ outlineView: NSOutlineView, selectionIndexesForProposedSelection proposedSelectionIndexes: IndexSet
  ) -> IndexSet { selection(forProposed: proposedSelectionIndexes) }

  /// Called when the selection has changed.
  open func outlineViewSelectionDidChange(_ notification: Notification) { selectionDidChange(notification) }

  // MARK: - For the base class

  @_spi(Adapters) public override class var delegateProtocols: [String] { ["NSOutlineViewDelegate"] }
  @_spi(Adapters) public override var implementingClass: AnyClass { OutlineViewBinder<Value>.self }

  /// Returns `false` for methods that refer to items, because the previous delegate does not know these items.
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

  /// Returns `false`, because a deletion by the rules does not include descendants.
  override var offersDeletion: Bool { false }

  override func select(_ paths: [RowPath], in view: NSOutlineView) {
    let wanted = IndexSet(paths.map(\.row))
    if view.selectedRowIndexes != wanted { view.selectRowIndexes(wanted, byExtendingSelection: false) }
  }

  override func reconfigure(_ paths: [RowPath]) { columnCells.reconfigure(paths, in: self) { $0.row } }

  override func scrollView(to path: RowPath) { view?.scrollRowToVisible(path.row) }
}

/// A request made by the user to change an outline.
private enum OutlineRequest<Value: Diffable & Sendable>: Sendable {
  case expand(Value.Identity)
  case expandAll(Value.Identity)
  case collapse(Value.Identity)
  case collapseAll(Value.Identity)
  case move(NodeDrop<Value>)
}

extension OutlineViewBinder: CellHost {
  package func register(_ source: CellSource, reuseIdentifier: String) {
    columnCells.register(source, reuseIdentifier)
  }

  package func dequeueCell(reuseIdentifier: String, for path: RowPath) -> NSView? {
    columnCells.dequeue(reuseIdentifier)
  }

  package func placeholder(for path: RowPath, problem: CellProblem, dequeued: NSView?) -> NSView {
    NSTableCellView()
  }

  // An outline view has no supplementary views.
  package func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {}

  package func dequeueSupplementaryView(reuseIdentifier: String, for path: SupplementaryPath)
    -> NSView?
  { nil }
}
#endif
