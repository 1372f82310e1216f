#if GTK
public import LiveTablesCells
public import LiveTablesOperators

extension GTKItemView {
  /// Binds the view to a source, with widgets of one type.
  ///
  /// ```swift
  /// listView.bind(inbox, cell: MailRow.self, editing: .deleting()) { widget, mail, scope in
  ///   widget.subject.text = mail.subject
  ///   scope.forEach(mail.downloads) { widget.progress.text = "\($0)" }
  /// }
  /// ```
  ///
  /// The binding does not retain the view, and ends when the view is deallocated. The scope of a widget ends when the
  /// widget is reused, when its row is deleted, or when the binding ends.
  ///
  /// - Parameters:
  ///   - source: A live table, the result of an operator, or a database query.
  ///   - cell: The type of the widgets.
  ///   - rules: The edits that the user can make, or `nil` to disallow editing.
  ///   - options: The options for showing changes.
  ///   - onFailure: A closure that receives each edit that the source rejects or cannot save, and the error.
  ///   - configure: A closure that configures a widget for a new or changed row.
  /// - Returns: The binding, which you don't need to keep.
  @inlinable @discardableResult public func bind<Cell: GTKWidget, Section, Row>(
    _ source: some TableSource<Section, Row>, cell: Cell.Type, editing rules: EditRules<Section, Row>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)? = nil,
    configure: @escaping @MainActor (_ widget: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> {
    ListBinder<Section, Row>(.one(cell) { configure($0, $1, $2.scope) }).attach(to: self).bind(
      source, editing: rules, options: options, onFailure: onFailure)
  }

  /// Binds the view to an async sequence of tables, with widgets of one type.
  ///
  /// - Parameters:
  ///   - tables: An async sequence of arrays of rows, table snapshots, or other values that can be converted to a
  ///     table.
  ///   - initial: A table to show before this method returns.
  ///   - cell: The type of the widgets.
  ///   - options: The options for showing changes.
  ///   - configure: A closure that configures a widget for a new or changed row.
  /// - Returns: The binding, which you don't need to keep.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Cell: GTKWidget, Section, Row>(
    _ tables: S, initial: S.Element? = nil, cell: Cell.Type, options: BindingOptions = BindingOptions(),
    configure: @escaping @MainActor (_ widget: Cell, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> where S.Element: TableConvertible<Section, Row> & Sendable {
    ListBinder(.one(cell) { configure($0, $1, $2.scope) }).attach(to: self).bind(
      tables, initial: initial, options: options)
  }
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
