#if SQLite
public import LiveTables

/// A query that delivers its rows immediately, and again after each commit that changes them, whichever program makes
/// the commit.
///
/// ```swift
/// let mails = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY date DESC")
/// view.bind(mails)                                             // rows are read when they are shown
/// view.bind(mails.loaded.filter { !$0.isRead })                // all rows are in the table, so operators apply
/// await mails.change { $0.filtered("isRead = \(false)") }      // delivers another table
/// ```
///
/// Each table is read in a single transaction, and is at least as recent as the previous table. Commits in quick
/// succession may be combined into one table. Commits that this process makes without affecting the query cause no
/// reads. The database is not polled.
///
/// All readers share the same tables. The `value` of each state is the ``ReadTransaction`` in which the table was read.
///
/// If the first table cannot be read, the source ends with the error. Later errors are passed to `onTrouble`. Views
/// keep showing the last table, and the next table follows when the error is resolved. The source ends when the
/// database is closed.
public final class LiveQuery<Section: Diffable & Sendable, Value: Sendable>: TableSource {
  let database: SQLiteDatabase
  let holder: QueryHolder<Section, Value>
  let onTrouble: (@Sendable ((any Error)?) -> Void)?
  let reading: LiveReading<IDScanner<Section, Value>>

  init(
    _ database: SQLiteDatabase, _ query: TableQuery<Section, Value>, cacheLimit: Int,
    onTrouble: (@Sendable ((any Error)?) -> Void)?
  ) {
    self.database = database
    self.onTrouble = onTrouble
    holder = QueryHolder(query)
    reading = LiveReading(database, holder, IDScanner(database, cacheLimit: cacheLimit), onTrouble: onTrouble)
  }

  var query: TableQuery<Section, Value> { holder.current.query }

  /// Changes the query, for example its filter, search, order, or page.
  ///
  /// Rows that are in the results of both queries keep their identity.
  public func change(_ body: @Sendable (TableQuery<Section, Value>) -> TableQuery<Section, Value>) async {
    await holder.change(body)
  }

  /// The latest state, which includes all writes that have returned in this process.
  public var state: SourceState<Section, QueryRow<Value>> { get async { await reading.state } }

  /// Adds a reader that is notified when a commit affects the query, and when the query changes.
  public func subscribe(_ signal: Signal) { holder.readers.add(signal) }
}

extension LiveQuery where Value: Diffable {
  /// The same live table with complete rows in memory, of which an incremental query reads only those that a commit has
  /// touched.
  public var loaded: LoadedQuery<Section, Value> { LoadedQuery(self) }
}

/// A live table with complete rows in memory.
public struct LoadedQuery<Section: Diffable & Sendable, Value: Diffable & Sendable>: TableSource {
  let live: LiveQuery<Section, Value>
  let reading: LiveReading<WholeScanner<Section, Value>>

  init(_ live: LiveQuery<Section, Value>) {
    self.live = live
    reading = LiveReading(live.database, live.holder, WholeScanner(live.database), onTrouble: live.onTrouble)
  }

  /// The latest state, as in ``LiveQuery/state``.
  public var state: SourceState<Section, Value> { get async { await reading.state } }

  /// Adds a reader, as in ``LiveQuery/subscribe(_:)``.
  public func subscribe(_ signal: Signal) { live.holder.readers.add(signal) }
}

extension SQLiteDatabase {
  /// Returns a live table that shows the result of a query.
  ///
  /// - Parameters:
  ///   - query: The initial query. Call ``LiveQuery/change(_:)`` to change it.
  ///   - cacheLimit: The number of cached rows, at least 64. The cache should hold more rows than fit on screen. Cached
  ///     rows are read again when another program commits.
  ///   - onTrouble: A closure that receives each error after the first table, and `nil` when the error is resolved.
  /// - Returns: The live table, which does not read from the database until it has a reader.
  public func table<Section, Value>(
    _ query: TableQuery<Section, Value>, cacheLimit: Int = 1000,
    onTrouble: (@Sendable ((any Error)?) -> Void)? = nil
  ) -> LiveQuery<Section, Value> {
    LiveQuery(self, query, cacheLimit: cacheLimit, onTrouble: onTrouble)
  }

  /// Returns a live table of rows that are decoded by column name.
  ///
  /// For the parameters, see ``TableQuery/init(of:_:id:)`` and ``table(_:cacheLimit:onTrouble:)``.
  public func table<Value: Decodable & Sendable>(
    of type: Value.Type, _ select: SQLQuery, id: String = "id", cacheLimit: Int = 1000,
    onTrouble: (@Sendable ((any Error)?) -> Void)? = nil
  ) -> LiveQuery<OneSection, Value> {
    table(TableQuery(of: type, select, id: id), cacheLimit: cacheLimit, onTrouble: onTrouble)
  }
}
#endif
