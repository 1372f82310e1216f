extension TableView {
  /// Shows a table before this method returns, and replaces the previous binding of the view.
  ///
  /// ```swift
  /// let binding = view.show([1, 2, 3])
  /// try await binding.store.submit([1, 3])      // shown by batches
  /// ```
  ///
  /// The table stays on screen until you submit another table to the binding's store, or bind the view again. If the
  /// view is being updated or the user is dragging a row, the table is shown afterwards.
  ///
  /// - Parameters:
  ///   - table: An array of rows, a `TableSnapshot`, or any other value that can be converted to a table.
  ///   - options: Options that determine how tables are shown.
  /// - Returns: The binding, whose store accepts further tables.
  @inlinable @discardableResult public func show(
    _ table: some TableConvertible<Section, Row>, options: BindingOptions = BindingOptions()
  ) -> TableBinding<Section, Row> {
    bound(first: table.tableState, options).start()
  }
}
