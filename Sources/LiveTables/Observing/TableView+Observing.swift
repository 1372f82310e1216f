/// Observable tables in a view.
extension TableView {
  /// Shows an observable table, until it ends, the binding is cancelled, or the view goes or is given something else.
  ///
  /// Keeps neither the view nor the binding alive.
  @inlinable @discardableResult public func bind(
    _ table: some ObservableTable<Section, Row>, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    bind(table.tables, options: options)
  }

  /// Shows an observable table until it ends; see the `display` of a stream.
  @inlinable public consuming func display(
    _ table: some ObservableTable<Section, Row>, options: TableOptions = TableOptions()
  ) async throws {
    try await display(table.tables, options: options)
  }
}
