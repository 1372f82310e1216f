#if SQLite
public import LiveTables

/// A table that shows a query: it is delivered at once, and again after each commit that changes it, of any program.
///
/// ```swift
/// let mails = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY date DESC")
/// view.bind(mails)                                             // rows are read when they are shown
/// view.bind(mails.loaded)                                      // all rows are in the table
/// await mails.change { $0.filtered("isRead = \(false)") }      // delivers another table
/// ```
///
/// Every table is of one transaction, none is older than the one before, and the newest commit is always among them;
/// commits that come while a table is read or waits may share the next one. A commit of this process that does not
/// concern the query reads nothing. There is no polling.
///
/// The first table may throw: the query may be no good. Afterwards nothing but the end of the task or of the database
/// ends the sequence: `onTrouble` receives what goes wrong, the last good table stays, and the next one comes when the
/// trouble is over. A `SequenceSource` of it can be filtered, sorted and grouped by operators.
public final class LiveQuery<Section: Diffable & Sendable, Value: Sendable>: AsyncSequence, Sendable {
  let database: SQLiteDatabase

  let holder: QueryHolder<Section, Value>
  let ledger = EditLedger<Section, LiveRow<Value>>()
  let options: LiveQueryOptions

  init(_ database: SQLiteDatabase, _ query: TableQuery<Section, Value>, _ options: LiveQueryOptions) {
    self.database = database
    self.options = options
    holder = QueryHolder(query)
  }

  /// What the table shows.
  var query: TableQuery<Section, Value> { get async { await holder.current.query } }

  /// Shows something else from now on: another filter, search, order or part.
  ///
  /// Rows that are in both stay what they are.
  ///
  /// - Parameter body: Gets what was asked for last, and returns what is asked for now.
  public func change(_ body: @Sendable (TableQuery<Section, Value>) -> TableQuery<Section, Value>) async {
    await holder.change(body)
  }

  /// Begins to read.
  public func makeAsyncIterator() -> LiveIterator<TableSnapshot<Section, LiveRow<Value>>> {
    LiveIterator(TableReader(reading()))
  }

  func reading() -> LiveReading<IDScanner<Section, Value>> {
    LiveReading(
      database, holder, ledger, IDScanner(database, cacheLimit: options.cacheLimit), onTrouble: options.onTrouble)
  }
}

/// The parameters of ``SQLiteDatabase/table(_:cacheLimit:onTrouble:)``.
struct LiveQueryOptions: Sendable {
  var cacheLimit = 1000
  var onTrouble: (@Sendable ((any Error)?) -> Void)?
}

extension LiveQuery where Value: Diffable {
  /// The same with all rows read, for tables that are not too large.
  ///
  /// Rows have the identity of their own type. Every commit that concerns the table reads it as a whole.
  public var loaded: LoadedQuery<Section, Value> { LoadedQuery(live: self) }
}

/// A live table whose rows are read as a whole.
public struct LoadedQuery<Section: Diffable & Sendable, Value: Diffable & Sendable>: AsyncSequence, Sendable {
  let live: LiveQuery<Section, Value>
  let ledger = EditLedger<Section, Value>()

  /// Begins to read.
  public func makeAsyncIterator() -> LiveIterator<TableSnapshot<Section, Value>> {
    LiveIterator(TableReader(reading()))
  }

  func reading() -> LiveReading<WholeScanner<Section, Value>> {
    LiveReading(
      live.database, live.holder, ledger, WholeScanner(live.database), onTrouble: live.options.onTrouble)
  }
}

extension SQLiteDatabase {
  /// Makes a live table of a query.
  ///
  /// - Parameters:
  ///   - query: What the table shows at first; ``LiveQuery/change(_:)`` makes it show something else.
  ///   - cacheLimit: How many rows are kept that have been read, at least 64. It should be more than are on screen: these
  ///     rows are read again when another program commits.
  ///   - onTrouble: Receives each error after the first table, and `nil` when it is over.
  /// - Returns: The table; reading begins with its first reader.
  public func table<Section, Value>(
    _ query: TableQuery<Section, Value>, cacheLimit: Int = 1000,
    onTrouble: (@Sendable ((any Error)?) -> Void)? = nil
  ) -> LiveQuery<Section, Value> {
    LiveQuery(self, query, LiveQueryOptions(cacheLimit: cacheLimit, onTrouble: onTrouble))
  }

  /// Makes a live table of rows that are decoded by the names of their columns.
  ///
  /// - Parameters:
  ///   - type: What a row becomes.
  ///   - select: The query.
  ///   - id: The column that identifies a row.
  ///   - cacheLimit: As in ``table(_:cacheLimit:onTrouble:)``.
  ///   - onTrouble: As in ``table(_:cacheLimit:onTrouble:)``.
  /// - Returns: The table; reading begins with its first reader.
  public func table<Value: Decodable & Sendable>(
    of type: Value.Type, _ select: SQL, id: String = "id", cacheLimit: Int = 1000,
    onTrouble: (@Sendable ((any Error)?) -> Void)? = nil
  ) -> LiveQuery<OneSection, Value> {
    table(TableQuery(of: type, select, id: id), cacheLimit: cacheLimit, onTrouble: onTrouble)
  }
}
#endif
