#if GTK
import CGTK
@_spi(Adapters) public import LiveTablesCells
public import LiveTablesOperators

/// Binds a view of GTK to a table, as its list model, its selection model and its factory of widgets.
///
/// ```swift
/// let binder = ListBinder<Folder, Mail>(
///   .one(MailRow.self) { widget, mail, context in widget.subject.text = mail.subject },
///   supplementaries: [.header: .one(GTKLabel.self) { label, folder, context in label.text = folder.name }])
/// binder.link.selection.mode = .many
/// binder.attach(to: listView).bind(inbox, editing: .deleting())
/// ```
///
/// Section headers and footers are rows that cannot be selected. A grid has no headers and footers.
///
/// GTK creates widgets for the rows on screen and for about 100 rows before and after them. When a row changes, only
/// its widget is configured again. Widgets of rows that move stay with their rows, with the focus and the text that the
/// user is typing.
public final class ListBinder<Section: Diffable & Sendable, Row: Diffable & Sendable>:
  ViewBinder<GTKItemView, Section, Row>
{
  /// The provider of the widgets in each column.
  let columns: [ListColumn<Section, Row>]

  /// A closure that is called when the user activates a row, with a double click or the Enter key.
  public var onActivate: (@MainActor (_ row: Row, _ path: RowPath) -> Void)?

  /// Whether the view stays at its bottom when rows are added there, as in a chat.
  ///
  /// The view stays where it is while the user has scrolled up.
  public var staysAtBottom = false

  /// The widgets to show while the table is empty, and until the first table arrives.
  ///
  /// The binder makes one of them visible and hides the other. Put them above the view with a ``GTKOverlay``. GTK has no
  /// place for the header and the footer.
  public var accessories = TableAccessories<GTKWidget>() { didSet { updateAccessories() } }

  /// Where the view scrolls after the next frame in which it is on screen.
  var scrollTarget: ScrollTarget<Row.Identity>?
  /// The frame clock that is observed until that frame, and the connection.
  var observedClock: (clock: UnsafeMutableRawPointer, connection: UInt)?

  private(set) var cells: [TableCells<ListBinder<Section, Row>>] = []
  private(set) lazy var model = ListModel(self)
  private var itemColumns: [ItemColumn] = []
  private let order: LiveValue<RowOrder<Row>>?

  var lines = TableLines(rowCounts: [])
  /// The signals of the batch that is being shown.
  var changes = LineChanges(count: 0)
  /// The limits of ``LineChanges``, which tests change.
  var limits = LineChanges.Limits()
  let items = LineItems()

  /// What a list item shows.
  struct Slot {
    var line: LineItems.Reference
    var widget: GTKWidget?
    var kind: SupplementaryKind?
  }
  var slots: [OpaquePointer: Slot] = [:]
  /// The list item whose widget is being chosen.
  var slot: OpaquePointer?
  var sources: [String: CellSource] = [:]
  var controllers: [OpaquePointer] = []
  var connections: [UInt] = []
  var drag: RowDrag<Section, Row>?
  /// The mark of the gap into which the user would drop the dragged row.
  var dropMark: DropMark? {
    didSet {
      oldValue?.show(false)
      dropMark?.show(true)
    }
  }
  /// The position in the view at which the user has pressed a row.
  var dragStart = (x: 0.0, y: 0.0)
  /// The menu that is open, or was closed last.
  var menu: UnsafeMutablePointer<GtkWidget>?

  /// Creates a binder for a list or a grid.
  ///
  /// - Parameters:
  ///   - provider: The provider of the widgets.
  ///   - supplementaries: The providers of headers and footers.
  public convenience init(
    _ provider: CellProvider<Section, Row, GTKWidget>,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, GTKWidget>] = [:]
  ) {
    self.init(columns: [ListColumn("", provider)], supplementaries: supplementaries)
  }

  /// Creates a binder for a view with columns.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - supplementaries: The providers of headers and footers, which are in the first column.
  ///   - order: The order by which the source is sorted. A click on the title of a column sets it to the column's order,
  ///     and another click reverses it.
  public init(
    columns: [ListColumn<Section, Row>], sorting order: LiveValue<RowOrder<Row>>? = nil,
    supplementaries: [SupplementaryKind: CellProvider<Section, Section, GTKWidget>] = [:]
  ) {
    self.columns = columns
    self.order = order
    super.init(link: TableLink())
    cells = columns.enumerated().map { number, column in
      TableCells(link: link, column.provider, supplementaries: number == 0 ? supplementaries : [:])
    }
    itemColumns = columns.map { ItemColumn($0.title, isSortable: order != nil && $0.orders != nil) }
    for column in itemColumns.indices { handleSignals(ofColumn: column) }
  }

  private func handleSignals(ofColumn column: Int) {
    let factory = UnsafeMutableRawPointer(itemColumns[column].factory)
    func handle(_ signal: String, _ body: @escaping @MainActor (ListBinder, OpaquePointer) -> Void) {
      observe(factory, signal) { [weak self] arguments in
        if let self, let item = arguments.object(1) { body(self, OpaquePointer(item)) }
      }
    }
    handle("bind") { $0.show($1, inColumn: column) }
    // A list item that is unbound is bound again, often to the same line, or torn down.
    handle("teardown") { $0.endShowing($1, inColumn: column) }
  }

  // MARK: - Taking over

  @_spi(Adapters) public override func connections(of view: GTKItemView) -> ViewConnections {
    ViewConnections(dataSource: ownership.isOwner && view.model == OpaquePointer(model.object) ? self : nil)
  }

  @_spi(Adapters) public override func connect(_ view: GTKItemView, to connections: ViewConnections) {
    let isShown = view.model == OpaquePointer(model.object)
    if connections.dataSource === self, !isShown {
      view.setColumns(itemColumns)
      view.model = OpaquePointer(model.object)
    } else if connections.dataSource !== self, isShown {
      view.model = nil
    }
  }

  @_spi(Adapters) public override func willTakeOver(_ view: GTKItemView) {
    lines = makeLines()
    changes = LineChanges(count: lines.count)
  }

  @_spi(Adapters) public override func didTakeOver(_ view: GTKItemView) {
    addControllers(to: view)
    updateAccessories()
    guard let order else { return }
    view.onSort(itemColumns) { [columns] column, isAscending in
      guard let orders = columns[column].orders else { return }
      Task { await order.set(isAscending ? orders.ascending : orders.descending) }
    }
  }

  @_spi(Adapters) public override func willGiveBack(_ view: GTKItemView) {
    removeControllers(from: view)
    endScrolling()
    view.endSorting()
    endDisplaying()
  }

  @_spi(Adapters) public override func updateAccessories() {
    guard isInPlace else { return }
    let shown = accessories.background(rowCount: link.table.count, revision: link.revision)
    for widget in [accessories.emptyView, accessories.loadingView] { widget?.isVisible = widget === shown }
  }

  // MARK: - Updates

  @_spi(Adapters) public override var shownRowCounts: [Int]? {
    updates.isCurrent && view?.model == OpaquePointer(model.object) ? lines.rowCounts : nil
  }

  @_spi(Adapters) public override func reloadView(commit: () -> Void) {
    let count = changes.count
    let wasAtBottom = isAtBottom
    commit()
    endDisplaying()
    items.follow { _ in nil }
    lines = makeLines()
    changes = LineChanges(count: lines.count)
    keepingFocus { model.changed(at: 0, removed: count, added: lines.count) }
    if wasAtBottom { scrollAfterFrame(to: .bottom) }
  }

  @_spi(Adapters) public override func performBatch(
    _ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    let operations = stage.operations
    commit()
    let reloads = cells.map { $0.change(stage, in: self) }
    let map = PathMap(operations)
    displayed.follow({ map.target(of: $0) }, row: { link.table[$0] })
    // A batch that only updates rows does not change the lines.
    if operations.count > operations.updatedRows.count { try changeLines(operations, map) }
    reload(reloads)
  }

  private func changeLines(_ operations: BatchOperations, _ map: PathMap) throws {
    let count = lines.count
    let (top, wasAtBottom) = (lineAtTop, isAtBottom)
    var followed = lines
    // The caller's code, which determines the kinds of headers, may read the lines.
    let steps = followed.follow(operations, rowCounts: link.table.rowCounts) { hasLine($0, $1) }
    guard let steps else { throw RowMismatch() }
    lines = followed
    items.follow { moved($0, map) }
    let isTopMoved = top.map { line in operations.movedRows.contains { .row($0.from) == line } } ?? false
    // GTK keeps the first line on screen in place, and would scroll after a line that moves away.
    if isTopMoved, let first = top.flatMap({ moved($0, map) }) { items.forget(first) }
    changes = LineChanges(steps, count: count, newCount: lines.count, limits: limits) { [lines, items] in
      lines[$0].map(items.contains) ?? false
    }
    keepingFocus {
      while let signal = changes.next() {
        model.changed(at: signal.new.lowerBound, removed: signal.old.count, added: signal.new.count)
      }
    }
    changes = LineChanges(count: lines.count)
    // New rows above the first one appear if the user sees the top.
    if wasAtBottom { return scrollAfterFrame(to: .bottom) }
    if let top, lines.count > 0, lines[0] != moved(top, map) { scrollView(toLine: 0) }
  }

  /// Returns the line after a batch of a line before it.
  private func moved(_ line: TableLines.Line, _ map: PathMap) -> TableLines.Line? {
    switch line {
    case .row(let path): map.target(of: path).map { .row($0) }
    case .header(let section): supplement(.header, map.target(ofSection: section)) { .header($0) }
    case .footer(let section): supplement(.footer, map.target(ofSection: section)) { .footer($0) }
    }
  }

  private func supplement(
    _ kind: SupplementaryKind, _ section: Int?, _ line: (Int) -> TableLines.Line
  ) -> TableLines.Line? {
    section.flatMap { lines.line(of: kind, section: $0) == nil ? nil : line($0) }
  }

  /// Replaces the widgets of rows, headers and footers that need another kind of widget.
  private func reload(_ reloads: [CellReloads]) {
    var changed: Set<Int> = []
    for reload in reloads {
      changed.formUnion(reload.rows.compactMap { lines.line(of: $0) })
      changed.formUnion(reload.supplementaryViews.compactMap { lines.line(of: $0.kind, section: $0.section) })
    }
    for line in changed.sorted() {
      if let content = lines[line] { items.forget(content) }
      model.changed(at: line, removed: 1, added: 1)
    }
  }

  @_spi(Adapters) public override func dataWasReplaced(isShown: Bool) {
    endDisplaying()
    items.follow { _ in nil }
    if isShown { return }  // the view keeps its lines
    lines = makeLines()
    changes = LineChanges(count: lines.count)
  }

  @_spi(Adapters) public override func repair() {
    let staleRows = updates.takeStaleRows()
    if updates.needsReload { reloadInPlace() } else { updateSelection(of: paths(of: staleRows)) }
    scrollToRequestedRow()
  }

  @_spi(Adapters) public override func showSelection(selected: [RowPath], deselected: [RowPath]) {
    updateSelection(of: selected + deselected)
  }

  @_spi(Adapters) public override func selectionSettles() { showChoice() }

  @_spi(Adapters) public override func scroll(to path: RowPath) { scrollView(to: path) }

  private func hasLine(_ kind: SupplementaryKind, _ section: Int) -> Bool {
    guard let cells = cells.first, cells.supplementaries[kind] != nil, view?.hasSupplementaries != false else {
      return false
    }
    return cells.hasSupplementaryView(at: SupplementaryPath(kind, section: section), in: self)
  }

  private func makeLines() -> TableLines {
    TableLines(rowCounts: link.table.rowCounts) { hasLine($0, $1) }
  }

  private func endDisplaying() {
    for cells in cells { cells.reload() }
    allRowsDisappear()
  }

  // MARK: - Rows

  /// Returns the path of the row at a position of the view, counting headers and footers.
  ///
  /// - Parameter position: The position, for example of `GtkListView::activate`.
  /// - Returns: The path, or `nil` for a header, a footer or another position.
  public func path(at position: Int) -> RowPath? {
    guard updates.isCurrent, let line = changes.final(position), case .row(let path)? = lines[line] else { return nil }
    return path
  }
}
#endif
