#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTablesCells

extension NSTableView {
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
    TableViewBinder(.one(cell) { configure($0, $1, $2.scope) }).attach(to: self).bind(
      tables, initial: initial, options: options)
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
    TableViewBinder(.one(cell) { configure($0, $1, $2.scope) }).attach(to: self).bind(source, options: options)
  }
}
#endif
