/// Sequences that update a view for as long as a task waits.
///
/// All of this is thin and inlinable, so that diffing is specialised for the caller's types.
extension TableView {
  /// Shows every element of an async sequence as a table, until the sequence ends.
  ///
  /// The sequence is read off the main actor. Tables that arrive faster than they can be shown are skipped; the last one
  /// is always shown. This call does not keep the view alive and returns when the view goes. A caller that captures the
  /// view around the call does keep it: capture it weakly, or use `bind`.
  ///
  /// Returns when the sequence has ended and its last table is on screen, or when the view has gone or is bound to
  /// something else.
  ///
  /// - Parameters:
  ///   - tables: Arrays of rows, `TableSnapshot`s, ``TableState``s, or other elements that are convertible to tables.
  ///   - options: How tables are shown.
  /// - Throws: What the sequence throws; the last table stays on screen. `CancellationError` when the task is cancelled;
  ///   after that nothing is applied. In a task that is cancelled already, what the view was bound to before stays.
  @inlinable public consuming func display<S: AsyncSequence & SendableMetatype>(
    _ tables: sending S, options: TableOptions = TableOptions()
  ) async throws where S.Element: TableConvertible<Section, Row> & Sendable {
    try Task.checkCancellation()
    let session = attach(options)
    _ = consume self  // or an awaited method would keep its receiver
    try await session.display(tables) { $0.tableState }
  }

  /// Passes a store for the view to a closure, and shows what is submitted to it until the closure returns.
  ///
  /// The view is taken over from what it was bound to before, also in a task that is cancelled already.
  ///
  /// ```swift
  /// try await view.withStore { store in
  ///   try await store.submit(TableSnapshot(grouping: mails, by: \.folder))
  ///   try await store.edit { $0.remove(id: 7) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: How tables are shown.
  ///   - body: Runs on the main actor. The view is not kept alive meanwhile; when it goes, or the task is cancelled,
  ///     submissions throw.
  /// - Returns: What `body` returns, when the last table is on screen.
  /// - Throws: What `body` throws.
  @inlinable public consuming func withStore<Result>(
    options: TableOptions = TableOptions(), _ body: (TableStore<Section, Row>) async throws -> Result
  ) async rethrows -> Result {
    let session = attach(options)
    _ = consume self
    return try await session.with(body)
  }
}
