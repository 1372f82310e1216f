#if Postgres
import LiveTables
import LiveTablesPostgres

/// `livetable postgres`: shows a table on a PostgreSQL server, using logical replication.
struct PostgresFeed: Feed {
  let options: PostgresOptions

  let staysAtEnd = false

  var isCounted: Bool { options.count != nil }

  /// The connection string is not shown, because it may contain a password.
  var caption: String { options.table }

  /// - Throws: The error from the server or the table if no table has been shown yet, or any error thrown by the sink.
  func run(into sink: any Sink) async throws {
    let (troubles, trouble) = AsyncStream.makeStream(of: (any Error)?.self, bufferingPolicy: .bufferingNewest(1))
    let rows = options.records
    let table = PostgresTable(
      from: options.table, connection: PostgresConnection(options.connection), publication: options.publication,
      onTrouble: { trouble.yield($0) }, decode: { try Self.record($0, rows) })
    do {
      try await withThrowingTaskGroup(of: Bool.self) { tasks in
        tasks.addTask {
          for await error in troubles {
            guard let error else {
              await sink.clear()
              continue
            }
            // If the server cannot be reached at the start, its name may be misspelled.
            if await table.state.revision < 0, (error as? PostgresError)?.isWaiting != true { throw error }
            await sink.report("\(error)")
          }
          return false
        }
        tasks.addTask {
          try await show(table, in: sink)
          return true
        }
        // The end of one task, or its error, ends the other task.
        defer { tasks.cancelAll() }
        while let isEnd = try await tasks.next(), !isEnd {}
      }
    } catch {
      await table.close()
      throw error
    }
    await table.close()
  }

  private func show(_ source: PostgresTable<Record>, in sink: any Sink) async throws {
    var union = ColumnUnion(hiding: options.records.hiddenColumns)
    var count = 0
    for await table in source.tables {
      union.replace(with: table.lazy.map(\.object.columns))
      try await sink.show(FeedTable(table: table, columns: union.names))
      count += 1
      if count == options.count || options.display.isOnce { return }
    }
    if let failure = await source.state.failure { throw failure }
  }

  /// Creates the record of a row, whose columns may differ from the previous row's columns.
  ///
  /// Unless `--id` names other columns, the primary key of the table identifies the row.
  private static func record(_ row: PostgresRow, _ options: RecordOptions) throws -> Record {
    var options = options
    if options.id.isEmpty { options.id = row.keyColumns }
    let columns = ColumnNames(row.columns)
    let object = JSONObject(columns: columns, values: row.columns.map { value(row, $0) })
    var maker = try RecordMaker(options, for: [InputTable(source: "the table", header: columns)])
    return try maker.record(of: InputRow(object: object, line: 0), number: nil, source: "the table")
  }

  private static func value(_ row: PostgresRow, _ column: String) -> JSONValue {
    guard let text = row[column] else { return .null }
    if row.isBoolean(column) { return .bool(text == "t") }
    return row.isNumber(column) && Double(text)?.isFinite == true ? .number(text) : .string(text)
  }
}
#endif
