import LiveTables

/// Shows tables to other programs: prints a line of JSON for each change that is applied.
@MainActor final class LineSink: Sink {
  nonisolated let patience = 256
  private(set) var hasTrouble = false
  private let store: TableStore<Group, Record>
  private let arrangement: Arrangement
  private let rows = ArrangedRows()
  private let history: HistoryKeeper?
  private let print: (String) throws -> Void

  private init(
    _ store: TableStore<Group, Record>, _ arrangement: Arrangement, _ history: HistoryKeeper?,
    print: @escaping (String) throws -> Void
  ) {
    self.history = history
    self.store = store
    self.arrangement = arrangement
    self.print = print
  }

  /// Hands out a sink for as long as the body runs.
  ///
  /// - Parameters:
  ///   - arrangement: Which rows are shown, in what order.
  ///   - history: Records the tables, where they are recorded.
  ///   - print: Takes a line, with its line break, and throws where nobody reads it.
  ///   - body: Shows tables in the sink.
  static func with<Result>(
    _ arrangement: Arrangement, history: HistoryKeeper? = nil,
    print: @escaping (String) throws -> Void = StandardStream.output.write,
    _ body: (LineSink) async throws -> Result
  ) async throws -> Result {
    let view = HeadlessView()
    defer { withExtendedLifetime(view) {} }
    return try await view.withStore { store in
      let result = try await body(LineSink(store, arrangement, history, print: print))
      try await history?.flush()
      return result
    }
  }

  func show(_ table: FedTable) async throws {
    try await history?.append(table)
    let arranged = try await rows.table(of: table.table, by: arrangement, columns: table.columns)
    let applied = try await store.submit(arranged)
    try print(AppliedLine(applied, superseded: table.superseded).text)
  }

  func report(_ trouble: String) {
    hasTrouble = true
    StandardStream.complain(trouble)
  }

  func note(_ news: String) {}

  func clear() {
    hasTrouble = false
  }
}

/// A view that nobody sees: it is there to be kept true.
private final class HeadlessView: TableView {
  let link = TableLink<Group, Record>()

  func reload(commit: () -> Void) {
    commit()
  }

  func perform(_ stage: BatchUpdate<Group, Record>, animation: BatchAnimation, commit: () -> Void) {
    commit()
  }
}
