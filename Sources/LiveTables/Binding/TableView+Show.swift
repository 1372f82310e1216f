/// Tables without a source.
extension TableView {
  /// Shows a table before this returns, in the place of whatever the view was bound to.
  ///
  /// ```swift
  /// let binding = view.show([1, 2, 3])
  /// try await binding.store.submit([1, 3])      // shown by batches
  /// ```
  ///
  /// The table stays until another one is submitted to the binding's store, or until the view is bound to something else.
  /// During an update of the view or a drag, the table follows when that is over.
  ///
  /// - Parameters:
  ///   - table: An array of rows, a `TableSnapshot`, or anything else that is convertible to a table.
  ///   - options: How tables are shown.
  /// - Returns: The binding, with the store that takes further tables.
  @inlinable @discardableResult public func show(
    _ table: some TableConvertible<Section, Row>, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    attach(first: table.tableState, options).bind()
  }
}
