extension TableView {
  /// Shows a table before this method returns, and replaces the previous binding of the view.
  ///
  /// ```swift
  /// let binding = view.show([1, 2, 3])
  /// try await binding.store.submit([1, 3])      // shown by batches
  /// ```
  ///
  /// The table stays until you submit another one to the binding's store, or bind the view again. During an update of
  /// the view or a drag, the table is shown afterwards.
  ///
  /// - Parameters:
  ///   - table: An array of rows, a `TableSnapshot`, or another value that is convertible to a table.
  ///   - options: Options for how tables are shown.
  /// - Returns: The binding, whose store accepts further tables.
  @inlinable @discardableResult public func show(
    _ table: some TableConvertible<Section, Row>, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    attach(first: table.tableState, options).bind()
  }
}
