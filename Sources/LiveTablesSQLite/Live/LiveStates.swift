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
  /// A table and its transaction.
  public typealias Element = TableState<Section, Row>

  let begin: @Sendable () -> any StateReading<Section, Row>

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(begin()) }

  /// One reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var reading: any StateReading<Section, Row>

    init(_ reading: any StateReading<Section, Row>) { self.reading = reading }

    /// The next table.
    ///
    /// - Returns: `nil` when the task is cancelled or the database closed.
    /// - Throws: What is wrong with the query, before the first table.
    public mutating func next() async throws -> TableState<Section, Row>? { try await reading.nextState() }
  }
}

/// Reads tables, each with its transaction.
protocol StateReading<Section, Row> {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable

  mutating func nextState() async throws -> TableState<Section, Row>?
}

extension LiveIterator: StateReading {
  typealias Section = Scanner.Section
  typealias Row = Scanner.Row

  mutating func nextState() async throws -> TableState<Scanner.Section, Scanner.Row>? {
    guard let table = try await next() else { return nil }
    return TableState(table, value: await reading.transaction)
  }
}

extension LiveQuery {
  /// The same tables, each with the transaction it was read in, for cells that read more than the row has.
  public var states: LiveStates<Section, LiveRow<Value>> { LiveStates { LiveIterator(self.reading()) } }
}

extension LoadedQuery {
  /// The same tables, each with the transaction it was read in, for cells that read more than the row has.
  public var states: LiveStates<Section, Value> { LiveStates { LiveIterator(self.reading()) } }
}
#endif
