#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTables

extension NSTableView {
  /// Attaches a binder: it is the view's data source and delegate until its binding is cancelled.
  ///
  /// A binder is a `TableView`: it has `bind`, `display`, `show` and `withStore`. What was bound to the view before ends.
  ///
  /// - Parameter binder: The binder. The view keeps it.
  /// - Returns: The binder.
  @discardableResult public func attach<Binder: ViewBinder<NSTableView, Section, Row>, Section, Row>(
    _ binder: Binder
  ) -> Binder {
    binder.attach(to: self)
    return binder
  }

  /// Shows every table of an async sequence, in cells of one type.
  ///
  /// The cell type need not be registered: where there is a nib of its name, cells come from that. Keeps neither the view
  /// nor the binding alive. The scope ends when the cell is reused, the row goes or the binding ends.
  ///
  /// - Parameters:
  ///   - tables: Arrays of rows, table snapshots, or anything else that is convertible to a table.
  ///   - initial: Shown before this returns.
  ///   - cell: The type of the cells.
  ///   - options: How changes are shown.
  ///   - configure: Makes a cell show a row, also when the row has changed.
  /// - Returns: The binding, which need not be kept.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Cell: NSView, Section, Row>(
    _ tables: S, initial: S.Element? = nil, cell: Cell.Type, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> where S.Element: TableConvertible<Section, Row> & Sendable {
    attach(TableViewBinder(.one(cell) { configure($0, $1, $2.scope) })).bind(tables, initial: initial, options: options)
  }

  /// Shows a source, in cells of one type.
  ///
  /// - Parameters:
  ///   - source: A live table, what an operator makes of one, a query of a database.
  ///   - cell: The type of the cells.
  ///   - options: How changes are shown.
  ///   - configure: Makes a cell show a row, also when the row has changed.
  /// - Returns: The binding, which need not be kept.
  @inlinable @discardableResult public func bind<Cell: NSView, Section, Row>(
    _ source: some TableSource<Section, Row>, cell: Cell.Type, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> {
    attach(TableViewBinder(.one(cell) { configure($0, $1, $2.scope) })).bind(source, options: options)
  }
}

extension TableViewBinder {
  /// Creates a binder whose cells are made by a closure.
  ///
  /// Rows that changed are reloaded.
  ///
  /// - Parameter makeCell: Makes the cell of the row at a path, for instance with `makeView(withIdentifier:owner:)`.
  public convenience init(
    makeCell:
      @escaping @MainActor (_ table: TableSnapshot<Section, Row>, _ path: RowPath, _ view: NSTableView) -> NSView?
  ) {
    let owner = Owner()
    self.init(
      .byHand { _, context, _ in
        guard let binder = owner.binder, let view = binder.view else { return nil }
        return makeCell(binder.link.table, context.path, view)
      })
    owner.binder = self
  }

  /// The binder for which cells are made.
  @MainActor private final class Owner {
    weak var binder: TableViewBinder?
  }
}
#endif
