#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import LiveTablesOperators
@_spi(Adapters) public import LiveTablesCells

extension NSOutlineView {
  /// Binds the outline view to an outline in which the user can expand, collapse, and move nodes.
  ///
  /// If you pass rules, the user can edit rows, and the edits are sent to the source:
  ///
  /// ```swift
  /// outlineView.bind(outline, cell: NodeCell.self, editing: .deleting() + .moving(to: .sameSection)) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - outline: A tree and its expanded nodes.
  ///   - cell: The type of the cells. If there is a nib named after the type, it is used instead of the class.
  ///   - rules: The edits that the user can make, or `nil` to disallow editing.
  ///   - options: The options for showing changes.
  ///   - onFailure: A closure that receives each edit that the source rejects or cannot save, and the error.
  ///   - configure: A closure that configures a cell for a new or changed row.
  /// - Returns: The binding, which you don't need to keep.
  @inlinable @discardableResult public func bind<Value, Cell: NSView>(
    _ outline: LiveOutline<Value>, cell: Cell.Type, editing rules: EditRules<OneSection, OutlineRow<Value>>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<OneSection, OutlineRow<Value>>, any Error) -> Void)? = nil,
    configure: @escaping @MainActor (_ cell: Cell, _ row: OutlineRow<Value>, _ scope: CellScope) -> Void
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    let binder = OutlineViewBinder<Value>(.one(cell) { configure($0, $1, $2.scope) }).attach(to: self)
    return binder.bind(outline, editing: rules, options: options, onFailure: onFailure)
  }
}
#endif
