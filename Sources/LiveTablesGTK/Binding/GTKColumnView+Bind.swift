#if GTK
@_spi(Adapters) public import LiveTablesCells
public import LiveTablesOperators

extension GTKWidget: ProvidedCell {}

extension GTKItemView: CellView {
  /// Attaches a new ``ListBinder`` to this view.
  @_spi(Adapters) public func _attachBinder<Section, Row>(
    _ provider: CellProvider<Section, Row, GTKWidget>, isEditable: Bool
  ) -> ViewBinder<GTKItemView, Section, Row> { ListBinder(provider).attach(to: self) }
}

extension GTKColumnView {
  /// Binds the view to a source, with titled columns.
  ///
  /// ```swift
  /// let order = LiveValue(RowOrder<Mail>(by: \.id))
  /// columnView.bind(
  ///   inbox.sorted(by: order),
  ///   columns: [
  ///     ListColumn("Sender", cell: GTKLabel.self) { label, mail, _ in label.text = mail.sender }.sorted(by: \.sender),
  ///     ListColumn("Subject", cell: GTKLabel.self) { label, mail, _ in label.text = mail.subject },
  ///   ], sorting: order)
  /// ```
  ///
  /// - Parameters:
  ///   - source: A live table, the result of an operator, or a database query.
  ///   - columns: The columns.
  ///   - order: The order by which the source is sorted, which a click on a column's title changes.
  ///   - rules: The edits that the user can make, or `nil` to disallow editing.
  ///   - options: The options for showing changes.
  ///   - onFailure: A closure that receives each edit that the source rejects or cannot save, and the error.
  /// - Returns: The binding, which you don't need to keep.
  @inlinable @discardableResult public func bind<Section, Row>(
    _ source: some TableSource<Section, Row>, columns: [ListColumn<Section, Row>],
    sorting order: LiveValue<RowOrder<Row>>? = nil, editing rules: EditRules<Section, Row>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)? = nil
  ) -> TableBinding<Section, Row> {
    ListBinder<Section, Row>(columns: columns, sorting: order).attach(to: self).bind(
      source, editing: rules, options: options, onFailure: onFailure)
  }
}
#endif
