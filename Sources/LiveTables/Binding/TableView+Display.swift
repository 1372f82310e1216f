/// Methods that update a view for as long as the calling task waits.
extension TableView {
  /// Shows each element of an async sequence as a table, until the sequence ends.
  ///
  /// The sequence is iterated off the main actor. Tables that arrive faster than they can be shown are skipped, but the
  /// last table is always shown. This method does not keep the view alive, but a closure that contains the call might.
  /// Capture the view weakly, or use `bind`.
  ///
  /// This method returns when the sequence has ended and its last table is on screen, or when the view is deallocated
  /// or bound again.
  ///
  /// - Parameters:
  ///   - tables: A sequence of arrays of rows, `TableSnapshot`s, ``TableState``s, or other ``TableConvertible`` values.
  ///   - options: Options that determine how tables are shown.
  /// - Throws: The error that the sequence threw, in which case the last table stays on screen. `CancellationError` if
  ///   the task is cancelled. No change is applied after the cancellation. If the task is already cancelled, the view
  ///   keeps its previous binding.
  @inlinable public consuming func display<S: AsyncSequence & SendableMetatype>(
    _ tables: sending S, options: BindingOptions = BindingOptions()
  ) async throws where S.Element: TableConvertible<Section, Row> & Sendable {
    try Task.checkCancellation()
    let view = bound(options)
    _ = consume self  // otherwise an awaited method would keep its receiver alive
    try await view.display(tables) { $0.tableState }
  }

  /// Calls a closure with a new store, and shows the store's tables in the view until the closure returns.
  ///
  /// This call replaces the previous binding of the view, even if the task is already cancelled.
  ///
  /// ```swift
  /// try await view.withStore { store in
  ///   try await store.submit(TableSnapshot(grouping: mails, by: \.folder))
  ///   try await store.edit { $0.remove(id: 7) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: Options that determine how tables are shown.
  ///   - body: A closure that runs on the main actor. This call does not keep the view alive. If the view is
  ///     deallocated or the task is cancelled, submissions throw an error.
  /// - Returns: The result of `body`, once the view shows the last table.
  /// - Throws: Any error that `body` throws.
  @inlinable public consuming func withStore<Result>(
    options: BindingOptions = BindingOptions(), _ body: (TableStore<Section, Row>) async throws -> Result
  ) async rethrows -> Result {
    let view = bound(options)
    _ = consume self
    return try await view.with(body)
  }
}
