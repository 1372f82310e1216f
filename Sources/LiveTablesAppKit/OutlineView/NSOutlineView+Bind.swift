#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import LiveTablesOperators
@_spi(Adapters) public import LiveTablesCells

extension NSOutlineView {
  /// Binds the outline view to an outline, in which the user can expand, collapse and move nodes.
  ///
  /// - Parameters:
  ///   - outline: A tree and its expanded nodes.
  ///   - cell: The type of the cells. If a nib with its name exists, the nib is used instead of the class.
  ///   - options: How to show changes.
  ///   - configure: A closure that configures a cell for a new or changed row.
  /// - Returns: The binding. You don't need to keep it.
  @inlinable @discardableResult public func bind<Value, Cell: NSView>(
    _ outline: LiveOutline<Value>, cell: Cell.Type, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ cell: Cell, _ row: OutlineRow<Value>, _ scope: CellScope) -> Void
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    OutlineViewBinder<Value>(.one(cell) { configure($0, $1, $2.scope) }).attach(to: self).bind(
      outline, options: options)
  }
}
#endif
