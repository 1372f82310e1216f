/// Streams that drive a view for as long as somebody waits.
///
/// All of this is thin and inlinable, so that the difference is specialised for the caller's types.
extension TableView {
  /// Shows every table of a stream until it ends.
  ///
  /// The stream is read off the main actor, and as fast as it gives: a table that is not on screen when the next comes
  /// is skipped, the last one never is. The view is not kept alive by this call: if it goes, the call returns. Whoever
  /// captures the view around the call keeps it, though: say `[weak view]`, or use `bind`.
  ///
  /// Returns when the stream has ended and its last table is on screen, or the view has gone or was given something
  /// else.
  ///
  /// - Throws: What the stream throws; what is shown stays. `CancellationError` when the task is cancelled; after that
  ///   nothing is applied.
  @inlinable public consuming func display<S: AsyncSequence & SendableMetatype>(
    _ tables: sending S, options: TableOptions = TableOptions()
  ) async throws where S.Element == TableSnapshot<Section, Row> {
    let session = attach(TableStore(for: options), options)
    _ = consume self  // or an awaited method would keep its receiver
    try await session.display(tables) { TableState($0) }
  }

  /// Shows every state of a stream until it ends: tables, each with a value of the data source's own.
  ///
  /// See the other `display`.
  @inlinable public consuming func display<S: AsyncSequence & SendableMetatype>(
    _ states: sending S, options: TableOptions = TableOptions()
  ) async throws where S.Element == TableState<Section, Row> {
    let session = attach(TableStore(for: options), options)
    _ = consume self
    try await session.display(states) { $0 }
  }

  /// Shows the rows of a stream, all of them in one section, until it ends.
  ///
  /// See the other `display`.
  @inlinable public consuming func display<S: AsyncSequence & SendableMetatype>(
    _ rows: sending S, options: TableOptions = TableOptions()
  ) async throws where S.Element == [Row], Section == OneSection {
    let session = attach(TableStore(for: options), options)
    _ = consume self
    try await session.display(rows) { TableState(TableSnapshot(rows: $0)) }
  }

  /// Hands out a store for the view, for as long as `body` runs.
  ///
  /// ```swift
  /// try await view.withStore { store in
  ///   try await store.submit(TableSnapshot(grouping: mails, by: \.folder))
  ///   try await store.edit { $0.remove(id: 7) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: How the tables are shown.
  ///   - body: Runs on the main actor. The view is not kept alive meanwhile; when it goes, or the task is cancelled,
  ///     submissions throw.
  /// - Returns: What `body` returns, when the last table is on screen.
  /// - Throws: What `body` throws.
  @inlinable public consuming func withStore<Result>(
    options: TableOptions = TableOptions(), _ body: (TableStore<Section, Row>) async throws -> Result
  ) async rethrows -> Result {
    let session = attach(TableStore(for: options), options)
    _ = consume self
    return try await session.with(body)
  }

  @usableFromInline func attach(
    _ store: TableStore<Section, Row>, _ options: TableOptions
  ) -> TableSession<Section, Row> {
    TableSession(self, store, options)
  }
}
