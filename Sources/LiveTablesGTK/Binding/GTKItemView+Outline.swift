#if GTK
public import LiveTablesCells
public import LiveTablesOperators

extension GTKItemView {
  /// Binds the view to an outline in which the user can expand and collapse nodes.
  ///
  /// In a column view, use a ``GTKTreeCell`` for the column with the nodes instead.
  ///
  /// - Parameters:
  ///   - outline: A tree and its expanded nodes.
  ///   - cell: The type of the widgets beside the buttons that expand nodes.
  ///   - rules: The edits that the user can make, or `nil` to disallow editing.
  ///   - options: The options for showing changes.
  ///   - onFailure: A closure that receives each edit that the source rejects or cannot save, and the error.
  ///   - configure: A closure that configures a widget for a new or changed row.
  /// - Returns: The binding, which you don't need to keep.
  @discardableResult public func bind<Value, Content: GTKWidget>(
    _ outline: LiveOutline<Value>, cell: Content.Type, editing rules: EditRules<OneSection, OutlineRow<Value>>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<OneSection, OutlineRow<Value>>, any Error) -> Void)? = nil,
    configure: @escaping @MainActor (_ widget: Content, _ row: OutlineRow<Value>, _ scope: CellScope) -> Void
  ) -> TableBinding<OneSection, OutlineRow<Value>> {
    let provider = CellProvider<OneSection, OutlineRow<Value>, GTKWidget>.one(GTKTreeCell<Content>.self) {
      $0.show($1, in: outline)
      configure($0.content, $1, $2.scope)
    }
    return ListBinder(provider).attach(to: self).bind(outline, editing: rules, options: options, onFailure: onFailure)
  }
}
#endif
