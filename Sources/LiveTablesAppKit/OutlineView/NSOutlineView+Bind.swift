#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import LiveTablesOperators
@_spi(Adapters) public import LiveTablesCells

extension NSOutlineView {
  /// Shows an outline in cells of one type; nodes are expanded, collapsed and moved in it when the user asks for it.
  ///
  /// - Parameters:
  ///   - outline: A tree, and which of its nodes are expanded.
  ///   - cell: The type of the cells. Where there is a nib of its name, cells come from that.
  ///   - options: How changes are shown.
  ///   - configure: Makes a cell show a row, also when the row has changed.
  /// - Returns: The binding, which need not be kept.
  @inlinable @discardableResult public func bind<Value, Cell: NSView>(
    _ outline: LiveOutline<Value>, cell: Cell.Type, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: OutlineRow<Value>, _ scope: CellScope) -> Void
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    OutlineViewBinder<Value>(.one(cell) { configure($0, $1, $2.scope) }).attach(to: self).bind(
      outline, options: options)
  }
}
#endif
