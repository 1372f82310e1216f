#if SQLite
public import LiveTables

/// A table that shows a query: it is delivered at once, and again after each commit that changes it, of any program.
///
/// ```swift
/// let mails = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY date DESC")
/// view.bind(mails)                                             // rows are read when they are shown
/// view.bind(mails.loaded.filter { !$0.isRead })                // all rows are in the table, so operators apply
/// await mails.change { $0.filtered("isRead = \(false)") }      // delivers another table
/// ```
///
/// Every table is of one transaction, none is older than the one before, and the newest commit is always among them;
/// commits that come while a table is read or waits may share the next one. A commit of this process that does not
/// concern the query reads nothing. There is no polling.
///
/// All readers share what is read. Each state has the transaction it was read in as its value, for cells:
/// `context.value(ReadTransaction.self)`.
///
/// If the first table cannot be read, the query may be no good: the source ends with the error. Afterwards nothing but the
/// end of the database ends it: `onTrouble` receives what goes wrong, the last good table stays, and the next one comes
/// when the trouble is over.
public final class LiveQuery<Section: Diffable & Sendable, Value: Sendable>: TableSource {
  let database: SQLiteDatabase
  let holder: QueryHolder<Section, Value>
  let ledger: EditLedger<Section, QueryRow<Value>>
  let onTrouble: (@Sendable ((any Error)?) -> Void)?
  private let reading: LiveReading<IDScanner<Section, Value>>

  init(
    _ database: SQLiteDatabase, _ query: TableQuery<Section, Value>, cacheLimit: Int,
    onTrouble: (@Sendable ((any Error)?) -> Void)?
  ) {
    self.database = database
    self.onTrouble = onTrouble
    holder = QueryHolder(query)
    ledger = EditLedger(holder.readers)
    reading = LiveReading(
      database, holder, ledger, IDScanner(database, cacheLimit: cacheLimit), onTrouble: onTrouble)
  }

  /// What the table shows.
  var query: TableQuery<Section, Value> { holder.current.query }

  /// Shows something else from now on: another filter, search, order or part.
  ///
  /// Rows that are in both stay what they are.
  ///
  /// - Parameter body: Gets what was asked for last, and returns what is asked for now.
  public func change(_ body: @Sendable (TableQuery<Section, Value>) -> TableQuery<Section, Value>) async {
    await holder.change(body)
  }

  /// The newest state, with every commit of this process that has returned.
  public var state: SourceState<Section, QueryRow<Value>> { get async { await reading.state } }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent when a commit concerns the query, and when the query changes.
  public func subscribe(_ signal: Signal) { holder.readers.add(signal) }
}

extension LiveQuery where Value: Diffable {
  /// The same with all rows read, for tables that are not too large.
  ///
  /// Rows have the identity of their own type. Every commit that concerns the table reads it as a whole.
  public var loaded: LoadedQuery<Section, Value> { LoadedQuery(self) }
}

/// A live table whose rows are read as a whole.
public struct LoadedQuery<Section: Diffable & Sendable, Value: Diffable & Sendable>: TableSource {
  let live: LiveQuery<Section, Value>
  let ledger: EditLedger<Section, Value>
  private let reading: LiveReading<WholeScanner<Section, Value>>

  init(_ live: LiveQuery<Section, Value>) {
    self.live = live
    ledger = EditLedger(live.holder.readers)
    reading = LiveReading(
      live.database, live.holder, ledger, WholeScanner(live.database), onTrouble: live.onTrouble)
  }

  /// The newest state, with every commit of this process that has returned.
  public var state: SourceState<Section, Value> { get async { await reading.state } }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent when a commit concerns the query, and when the query changes.
  public func subscribe(_ signal: Signal) { live.holder.readers.add(signal) }
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
    LiveQuery(self, query, cacheLimit: cacheLimit, onTrouble: onTrouble)
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
