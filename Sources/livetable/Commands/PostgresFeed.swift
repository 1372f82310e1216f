#if Postgres
import LiveTables
import LiveTablesPostgres

/// `livetable postgres`: keeps a table of a PostgreSQL server, by logical replication.
struct PostgresFeed: Feed {
  /// What the command line says.
  let options: PostgresOptions

  let staysAtEnd = false

  var isCounted: Bool { options.count != nil }

  /// The connection string may have a password, and is not shown.
  var caption: String { options.table }

  /// - Throws: What is wrong with the server or the table at the beginning, and what the sink throws.
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
            // A server that is not there at the beginning may be a word that was mistyped.
            if await table.state.revision < 0, (error as? PostgresError)?.isWaiting != true { throw error }
            await sink.report("\(error)")
          }
          return false
        }
        tasks.addTask {
          try await show(table, in: sink)
          return true
        }
        // The end, or the first error, ends the other task.
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
      union.follow(table.lazy.map(\.object.columns))
      try await sink.show(FedTable(table: table, columns: union.names))
      count += 1
      if count == options.count || options.display.isOnce { return }
    }
    if let failure = await source.state.failure { throw failure }
  }

  /// Makes a record of a row, whose columns may be other ones than those of the row before.
  ///
  /// Where the command line does not say what identifies a row, the table's key does.
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
