#if SQLite
public import LiveTables

/// A table that is a query: it is there at once, and again after each commit that changes it, by whomever.
///
/// ```swift
/// let mails = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY date DESC", groupedBy: "folder")
/// view.bind(mails)                                             // rows are read when they are shown
/// view.bind(mails.loaded)                                      // all rows are in the table
/// await mails.change { $0.filtered("isRead = \(false)") }      // every reader gets the next table
/// ```
///
/// Every table is of one transaction, none is older than the one before, and the newest commit is always among them;
/// commits that come while a table is read or waits may share the next one. A commit of this process that does not
/// concern the query reads nothing. There is no polling.
///
/// The first table may throw: the query may be no good. Afterwards nothing but the end of the task or of the database
/// ends the sequence: ``LiveQueryOptions/onTrouble`` is called with what goes wrong, the last good table stays, and the
/// next one comes when the trouble is over. A `SequenceSource` of it can be filtered, sorted and grouped by operators.
public final class LiveQuery<Section: Diffable & Sendable, Value: Sendable>: AsyncSequence, Sendable {
  /// A table of ids; what is in the rows is read when it is needed.
  public typealias Element = TableSnapshot<Section, LiveRow<Value>>

  /// The database.
  public let database: Database

  let holder: QueryHolder<Section, Value>
  let ledger = EditLedger<Section, LiveRow<Value>>()
  let options: LiveQueryOptions

  init(_ database: Database, _ query: TableQuery<Section, Value>, _ options: LiveQueryOptions) {
    self.database = database
    self.options = options
    holder = QueryHolder(query)
  }

  /// What the table shows.
  public var query: TableQuery<Section, Value> { get async { await holder.current.query } }

  /// Shows something else from now on: another filter, search, order or part.
  ///
  /// Rows that are in both stay what they are.
  ///
  /// - Parameter body: Gets what was asked for last, and returns what is asked for now.
  public func change(_ body: @Sendable (TableQuery<Section, Value>) -> TableQuery<Section, Value>) async {
    await holder.change(body)
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reading()) }

  func reading() -> LiveReading<IDScanner<Section, Value>> {
    LiveReading(
      database, holder, ledger, IDScanner(database, cacheLimit: options.cacheLimit), onTrouble: options.onTrouble)
  }

  /// One reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var reader: LiveIterator<IDScanner<Section, Value>>

    init(_ reading: LiveReading<IDScanner<Section, Value>>) { reader = LiveIterator(reading) }

    /// The next table.
    ///
    /// - Returns: `nil` when the task is cancelled or the database closed.
    /// - Throws: What is wrong with the query, before the first table.
    public mutating func next() async throws -> TableSnapshot<Section, LiveRow<Value>>? { try await reader.next() }
  }
}

/// How a live table is read.
public struct LiveQueryOptions: Sendable {
  /// How many rows are kept that have been read, at least 64.
  ///
  /// It should be more than are on screen. These are the rows that are looked at again when another connection commits.
  public var cacheLimit = 1000

  /// Called with what goes wrong, and with `nil` when it is over.
  public var onTrouble: (@Sendable ((any Error)?) -> Void)?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - cacheLimit: How many rows are kept that have been read.
  ///   - onTrouble: Called with what goes wrong, and with `nil` when it is over.
  public init(cacheLimit: Int = 1000, onTrouble: (@Sendable ((any Error)?) -> Void)? = nil) {
    self.cacheLimit = cacheLimit
    self.onTrouble = onTrouble
  }
}

/// Reads whenever it is signalled.
struct LiveIterator<Scanner: TableScanner> {
  let reading: LiveReading<Scanner>
  private var received: AsyncStream<Void>?

  init(_ reading: LiveReading<Scanner>) { self.reading = reading }

  mutating func next() async throws -> TableSnapshot<Scanner.Section, Scanner.Row>? {
    let received: AsyncStream<Void>
    if let begun = self.received { received = begun } else { received = try await reading.begin() }
    self.received = received
    if let table = await reading.overtaken() { return table }
    for await _ in received {
      do {
        if let table = try await reading.next() { return table }
      } catch is DatabaseClosed {
        return nil
      }
    }
    return nil
  }
}

extension LiveQuery where Value: Diffable {
  /// The same with all rows read, for tables that are not too large.
  ///
  /// Rows are told apart by their own identity. Every commit that concerns the table reads it as a whole.
  public var loaded: LoadedQuery<Section, Value> { LoadedQuery(live: self) }
}

/// A live table whose rows are read as a whole.
public struct LoadedQuery<Section: Diffable & Sendable, Value: Diffable & Sendable>: AsyncSequence, Sendable {
  /// A table of rows.
  public typealias Element = TableSnapshot<Section, Value>

  let live: LiveQuery<Section, Value>
  let ledger = EditLedger<Section, Value>()

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reading()) }

  func reading() -> LiveReading<WholeScanner<Section, Value>> {
    LiveReading(
      live.database, live.holder, ledger, WholeScanner(live.database), onTrouble: live.options.onTrouble)
  }

  /// One reader.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var reader: LiveIterator<WholeScanner<Section, Value>>

    init(_ reading: LiveReading<WholeScanner<Section, Value>>) { reader = LiveIterator(reading) }

    /// The next table.
    ///
    /// - Returns: `nil` when the task is cancelled or the database closed.
    /// - Throws: What is wrong with the query, before the first table.
    public mutating func next() async throws -> TableSnapshot<Section, Value>? { try await reader.next() }
  }
}

extension Database {
  /// A live table of a query.
  public func table<Section, Value>(
    _ query: TableQuery<Section, Value>, options: LiveQueryOptions = LiveQueryOptions()
  ) -> LiveQuery<Section, Value> {
    LiveQuery(self, query, options)
  }

  /// A live table of rows that are decoded by the names of their columns.
  public func table<Value: Decodable & Sendable>(
    of type: Value.Type, _ select: Query, id: String = "id", options: LiveQueryOptions = LiveQueryOptions()
  ) -> LiveQuery<OneSection, Value> {
    table(TableQuery(of: type, select, id: id), options: options)
  }

  /// A live table with a section for every value of a column.
  public func table<Value: Decodable & Sendable>(
    of type: Value.Type, _ select: Query, groupedBy column: String, id: String = "id",
    options: LiveQueryOptions = LiveQueryOptions()
  ) -> LiveQuery<DatabaseValue, Value> {
    table(TableQuery(of: type, select, id: id).grouped(by: column), options: options)
  }
}
#endif
