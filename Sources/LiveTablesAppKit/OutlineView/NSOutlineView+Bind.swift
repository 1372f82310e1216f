#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTables

extension NSOutlineView {
  /// Attaches a binder: it is the view's data source and delegate until its binding is cancelled.
  ///
  /// ```swift
  /// let binder = outlineView.attach(OutlineViewBinder<File>(columns: ["name": .one(NameCell.self) { … }]))
  /// binder.outline = files
  /// binder.bind(files)
  /// ```
  ///
  /// A binder is a `TableView`: it has `bind`, `display`, `show` and `withStore`. What was bound to the view before ends.
  ///
  /// - Parameter binder: The binder. The view keeps it.
  /// - Returns: The binder.
  @discardableResult public func attach<Binder: OutlineViewBinder<Value>, Value>(_ binder: Binder) -> Binder {
    binder.attach(to: self)
    return binder
  }

  /// Shows an outline in cells of one type; nodes are expanded, collapsed and moved in the outline as the user wishes.
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
    let binder = attach(OutlineViewBinder<Value>(.one(cell) { configure($0, $1, $2.scope) }))
    binder.outline = outline
    return binder.bind(outline, options: options)
  }
}
#endif
