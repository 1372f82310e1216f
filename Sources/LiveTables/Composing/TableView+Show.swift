/// Tables that come from nowhere but the caller.
extension TableView {
  /// Shows a table before this returns, in the place of whatever the view was bound to.
  ///
  /// It stays until the view is bound to something else, or until another table is submitted to the binding's store, which
  /// is shown by batches. If the view is being told of a change at this moment, or a drag is on, the table follows when that
  /// is over.
  @inlinable @discardableResult public func show(
    _ table: TableSnapshot<Section, Row>, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    let first = TableState(table)
    return attach(TableStore(for: options, first: first, isShown: isFree), options, first: first).bind()
  }
}
