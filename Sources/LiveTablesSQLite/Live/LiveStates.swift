#if SQLite
public import LiveTables

/// The tables of a live query, each with the transaction it was read in as its `TableState.value`.
///
/// ```swift
/// view.bind(mails.states)
/// …
/// let transaction = context.value(ReadTransaction.self)     // where a cell is configured
/// ```
public struct LiveStates<Section: Diffable & Sendable, Row: Diffable & Sendable>: AsyncSequence, Sendable {
  let begin: @Sendable () -> LiveIterator<TableState<Section, Row>>

  /// Begins to read.
  public func makeAsyncIterator() -> LiveIterator<TableState<Section, Row>> { begin() }
}

extension LiveQuery {
  /// The same tables, each with the transaction it was read in, for cells that read more than the row has.
  public var states: LiveStates<Section, LiveRow<Value>> { LiveStates { LiveIterator(StateReader(self.reading())) } }
}

extension LoadedQuery {
  /// The same tables, each with the transaction it was read in, for cells that read more than the row has.
  public var states: LiveStates<Section, Value> { LiveStates { LiveIterator(StateReader(self.reading())) } }
}
#endif
