import LiveTables

/// A run that ended as it should not have.
struct RunFailure: Error, CustomStringConvertible {
  let description: String
}

/// Columns that the command line names and the command's output does not have: no run will change that.
struct UnusableColumns: Error, CustomStringConvertible {
  let description: String
}

/// Makes tables of what runs print, and remembers which columns say who rows are.
struct RunReader {
  private let options: WatchOptions
  private var maker: RecordMaker?
  private var union = ColumnUnion()

  init(_ options: WatchOptions) {
    self.options = options
  }

  /// Makes a table of what a run has printed.
  ///
  /// - Throws: ``RunFailure`` where the command failed, ``InputError`` where its output is no use, and
  ///   ``UnusableColumns`` where the command line is.
  @concurrent mutating func table(of result: RunResult) async throws -> FedTable {
    if let failure = result.failure { throw RunFailure(description: failure) }
    let source = "the output of \(options.command[0])"
    let table = try InputTable(InputText(source: source, bytes: result.output), format: options.format)
    var maker = try maker ?? settledMaker(for: table)
    let records = try maker.records(of: table)
    // Without columns nothing is settled yet.
    if table.header != nil || !table.rows.isEmpty { self.maker = maker }
    if let header = table.header { union.add(header) }
    for row in table.rows { union.add(row.object.columns) }
    return FedTable(table: RecordList(rows: records), columns: union.names)
  }

  private func settledMaker(for table: InputTable) throws(UnusableColumns) -> RecordMaker {
    do {
      return try RecordMaker(options.records, for: [table])
    } catch {
      throw UnusableColumns(description: error.description)
    }
  }
}
