import LiveTables

/// A sink for other programs, which prints the changes or the last table.
@MainActor final class LineSink: Sink {
  enum Content: Equatable, Sendable {
    /// A line for each change, with the number of rows.
    case counts
    /// A line for each changed row, with its values.
    case rows
    case table(PrintFormat)

    init(_ options: DisplayOptions) {
      switch options.format {
      case let format where options.isOnce: self = .table(format ?? .text)
      case .ndjson: self = .rows
      default: self = .counts
      }
    }
  }

  struct Outcome: Equatable, Sendable {
    /// Whether the last report was an error.
    var hasTrouble = false
    /// Whether there was no table.
    var isEmpty = false
  }

  /// If the table is printed once, only the last table is needed.
  nonisolated var pendingTableLimit: Int { if case .table = content { 1 } else { 256 } }
  private(set) var hasTrouble = false
  private var isEmpty = true
  private let store: TableStore<Group, Record>
  private let view: HeadlessView
  private let arrangement: Arrangement
  private nonisolated let content: Content
  private let rows = ArrangedRows()
  private var history: HistoryKeeper?
  private var watcher: ChangeWatcher?
  private var ignored = IgnoredColumns(names: [])
  private var write: (String) throws -> Void = { _ in }
  private var complain: (String) -> Void = { _ in }
  /// Whether the output is a terminal, on which control characters in data are made visible.
  private var isForTerminal = false
  private var last: FeedTable?

  private init(
    _ store: TableStore<Group, Record>, _ view: HeadlessView, _ arrangement: Arrangement, _ content: Content
  ) {
    (self.store, self.view, self.arrangement, self.content) = (store, view, arrangement, content)
  }

  /// Creates a sink that exists while the body runs.
  ///
  /// - Returns: The outcome, after everything is printed.
  @discardableResult static func with(
    _ arrangement: Arrangement, content: Content = .counts, history: HistoryKeeper? = nil,
    watcher: ChangeWatcher? = nil, ignoring ignored: IgnoredColumns = IgnoredColumns(names: []),
    isForTerminal: Bool = false, print: @escaping (String) throws -> Void = StandardStream.output.write,
    complain: @escaping (String) -> Void = { StandardStream.complain($0) },
    _ body: (LineSink) async throws -> Void
  ) async throws -> Outcome {
    let view = HeadlessView()
    defer { withExtendedLifetime(view) {} }
    var options = BindingOptions()
    // If other columns identify rows, the table is not comparable to the previous one.
    options.shouldAnimate = { [weak view] _ in view?.isBaseline == true ? .reload : .animated }
    return try await view.withStore(options: options) { store in
      let sink = LineSink(store, view, arrangement, content)
      (sink.history, sink.watcher, sink.ignored) = (history, watcher, ignored)
      (sink.write, sink.complain, sink.isForTerminal) = (print, complain, isForTerminal)
      try await body(sink)
      try await sink.record { try await $0.flush() }
      try await sink.printLast()
      return Outcome(hasTrouble: sink.hasTrouble, isEmpty: sink.isEmpty)
    }
  }

  private func print(_ text: String) throws {
    do {
      try write(text)
    } catch let error as SystemError where !error.isBrokenPipe {
      throw OutputError(error)
    }
  }

  private func record(_ step: (HistoryKeeper) async throws -> Void) async throws {
    guard let history else { return }
    do {
      try await step(history)
    } catch let error as SystemError {
      throw OutputError(error, problem: HistoryKeeper.problem)
    }
  }

  func show(_ table: FeedTable) async throws {
    isEmpty = false
    try await record { try await $0.append(table) }
    switch content {
    case .table: last = table
    case .counts: try print(try await applied(table).line(skippedCount: table.skippedCount, ignoring: ignored))
    case .rows: try printRows(of: try await applied(table))
    }
    await watcher?.observe(table)
    if watcher?.hasEnded == true { throw CancellationError() }
  }

  private func applied(_ table: FeedTable) async throws -> AppliedChangeset<Group, Record> {
    view.isBaseline = table.isBaseline
    return try await store.submit(arranged(table))
  }

  private func printRows(of applied: AppliedChangeset<Group, Record>) throws {
    let (table, revision, isBatch) = (applied.table, applied.revision, applied.mode == .batch)
    let changes =
      isBatch
      ? RowChange.changes(applied.changeset, ignoring: ignored)
      : zip(table.paths, table).map { RowChange(new: $1, target: $0) }
    // Before a reload, a line says that the previous tables no longer apply.
    let reload: JSONObject = ["revision": JSONValue(revision), "op": .string("reload"), "rows": JSONValue(table.count)]
    let isGrouped = arrangement.groupBy != nil
    let objects = changes.flatMap { $0.objects(revision: revision, in: table, isGrouped: isGrouped) }
    let lines = ((isBatch ? [] : [reload]) + objects).map { $0.line + "\n" }
    if !lines.isEmpty { try print(lines.joined()) }
  }

  private func printLast() async throws {
    guard case .table(let format) = content, let last else { return }
    // A separate task is not cancelled by a signal, so the table is printed.
    let table = try await Task { try await arranged(last) }.value
    try print(TablePrinter(table: table, columns: last.columns, isForTerminal: isForTerminal).text(format))
  }

  private func arranged(_ table: FeedTable) async throws -> RecordTable {
    let arranged = try await rows.table(of: table.table, by: arrangement, columns: table.columns)
    if rows.isTooSlow { report("“\(arrangement.search)” takes too long; rows may be missing") }
    return arranged
  }

  func report(_ trouble: String) {
    hasTrouble = true
    complain(trouble)
  }

  func note(_ news: String) {}

  func clear() {
    hasTrouble = false
  }
}

/// A view without a display, which the store needs to compute diffs.
private final class HeadlessView: TableView {
  let link = TableLink<Group, Record>()
  /// Whether the next table is not compared with the current one.
  var isBaseline = false

  func reload(commit: () -> Void) {
    commit()
  }

  func perform(_ stage: BatchUpdate<Group, Record>, animation: BatchAnimation, commit: () -> Void) {
    commit()
  }
}
