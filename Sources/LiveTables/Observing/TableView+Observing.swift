/// Observable tables in a view.
extension TableView {
  /// Shows an observable table, until it ends, the binding is cancelled, or the view goes or is given something else.
  ///
  /// Keeps neither the view nor the binding alive.
  @inlinable @discardableResult public func bind(
    _ table: some TableSource<Section, Row>, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    attach(TableStore(for: options), options).bind(table.changes) { TableState($0) }
  }

  /// Shows an observable table until it ends; see the `display` of a stream.
  @inlinable public consuming func display(
    _ table: some TableSource<Section, Row>, options: TableOptions = TableOptions()
  ) async throws {
    let session = attach(TableStore(for: options), options)
    _ = consume self  // or an awaited method would keep its receiver
    try await session.display(table.changes) { TableState($0) }
  }
}

extension TableState where Section: Sendable, Row: Sendable {
  /// The newest state, with what is to be shown anew of it.
  @inlinable init(_ change: TableChange<Section, Row>) {
    self.init(change.table)
    refreshed = Set(change.changeset.refreshed)
  }
}
