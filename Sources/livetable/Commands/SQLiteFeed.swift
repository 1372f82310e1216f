#if SQLite
import LiveTables
import LiveTablesSQLite

/// `livetable sqlite`: shows the rows of a query, updated after each commit that changes them.
struct SQLiteFeed: Feed {
  let options: SQLiteOptions

  let staysAtEnd = false

  var isCounted: Bool { options.count != nil }

  var caption: String { "\(options.file): \(options.query ?? "tables")" }

  @MainActor var editor: (any DatabaseEditor)? { sqlite }

  private let sqlite: SQLiteEditor

  @MainActor init(options: SQLiteOptions) {
    self.options = options
    sqlite = SQLiteEditor(options)
  }

  /// - Throws: The error of the first query, or any error thrown by the sink.
  func run(into sink: any Sink) async throws {
    let database = try await waitingForLock(in: sink) {
      try await SQLiteDatabase(path: options.file, createsFile: false)
    }
    try await waitingForLock(in: sink) { try await sqlite.begin(database) }
    if options.query == nil { await sink.note("tables: press Return to show the rows of one") }
    var hasNextQuery = true
    while hasNextQuery {
      do {
        hasNextQuery = try await showRows(of: sqlite.next(), database, in: sink)
      } catch {
        // After an invalid query from the screen, the previous query is shown again.
        guard !Task.isCancelled, await sqlite.failed(error) else { throw error }
      }
    }
    await sqlite.end()
    await database.close()
  }

  /// Runs a closure, and retries while another program has locked the database.
  private func waitingForLock<Value>(in sink: any Sink, _ body: () async throws -> Value) async throws -> Value {
    var isReported = false
    while true {
      do {
        let value = try await body()
        if isReported { await sink.clear() }
        return value
      } catch let error as SQLiteError where error.isBusy {
        if !isReported { await sink.report("\(error)") }
        isReported = true
        try await Task.sleep(for: .milliseconds(100))
      }
    }
  }

  /// Shows the rows of a query until the rows finish or another query is requested.
  ///
  /// - Returns: Whether another query is requested.
  private func showRows(
    of next: (select: SQLQuery, replacements: AsyncStream<Void>), _ database: SQLiteDatabase, in sink: any Sink
  ) async throws -> Bool {
    let select = next.select
    let (columns, fullTextTable) = try await waitingForLock(in: sink) {
      try await database.read {
        (try $0.columns(of: select), options.search == nil ? nil : try $0.fullTextTable(for: select))
      }
    }
    let rows = try SQLiteRows(options, columns: columns)
    var query = TableQuery<OneSection, Record>(
      select, id: fullTextTable?.idColumn ?? columns.first ?? "", decode: rows.record)
    if let search = options.search {
      query =
        fullTextTable.map { query.searched($0.search(search)) } ?? query.filtered(Self.condition(search, columns))
      await sink.note(Self.searchNote(fullTextTable))
    }
    if options.isExplained {
      try StandardStream.output.write("\(try await database.table(query).strategy)\n")
      return false
    }
    let (errors, error) = AsyncStream.makeStream(of: String?.self, bufferingPolicy: .bufferingNewest(1))
    let table = database.table(query, onTrouble: { error.yield($0.map { "\($0)" }) }).loaded
    return try await withThrowingTaskGroup(of: Bool?.self) { tasks in
      tasks.addTask {
        for await message in errors {
          if let message { await sink.report(message) } else { await sink.clear() }
        }
        return nil
      }
      tasks.addTask {
        try await show(table, columns, in: sink)
        return false
      }
      tasks.addTask {
        for await _ in next.replacements { return true }
        return nil
      }
      // The end, another query or an error ends the other tasks.
      defer { tasks.cancelAll() }
      while let end = try await tasks.next() {
        if let end { return end }
      }
      return false
    }
  }

  private func show(
    _ tables: LoadedQuery<OneSection, Record>, _ columns: [String], in sink: any Sink
  ) async throws {
    var union = ColumnUnion([ColumnNames(columns)], hiding: options.records.hiddenColumns)
    var count = 0
    for await table in tables.tables {
      for record in table { union.add(record.object.columns) }
      try await sink.show(
        FeedTable(table: table, columns: union.names, isBaseline: count == 0, isFromOtherSource: count == 0))
      count += 1
      await sqlite.succeeded()
      if count == options.count || options.display.isOnce { return }
    }
    if let failure = await tables.state.failure { throw failure }
  }

  private static func searchNote(_ table: FullTextTable?) -> String {
    guard let table else { return "search: all columns, row by row" }
    return "search: full text in \(table.name), \(table.findsParts ? "any part" : "words by prefix")"
  }

  private static func condition(_ text: String, _ columns: [String]) -> SQLQuery {
    let pattern =
      "%"
      + text.replacingScalars("\\", with: "\\\\").replacingScalars("%", with: "\\%").replacingScalars("_", with: "\\_")
      + "%"
    let conditions: [SQLQuery] = columns.map { "\(identifier: $0) LIKE \(pattern) ESCAPE '\\'" }
    return SQLQuery(
      sql: conditions.map(\.sql).joined(separator: " OR "), arguments: conditions.flatMap(\.arguments))
  }
}
#endif
