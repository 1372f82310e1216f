import LiveTables

/// What a tool makes and could not be written, as people are told.
struct OutputError: Error, Equatable, CustomStringConvertible {
  let description: String

  /// Standard output takes no more.
  init(printing error: SystemError) {
    description = "standard output: \(error); check that there is room for what is printed"
  }

  /// The recording takes no more.
  init(recording error: SystemError) {
    description = "the recording could not be written: \(error); check that there is room for it"
  }
}

/// Shows tables to other programs: prints what changes, or the last table.
@MainActor final class LineSink: Sink {
  /// What is printed.
  enum Content: Equatable, Sendable {
    /// For each change, how many rows it concerns.
    case counts
    /// Each row that changes, with its values.
    case rows
    /// The last table, in a format.
    case table(PrintFormat)

    init(_ options: DisplayOptions) {
      switch options.format {
      case let format where options.isOnce: self = .table(format ?? .text)
      case .ndjson: self = .rows
      default: self = .counts
      }
    }
  }

  /// What has come of a sink.
  struct Outcome: Equatable, Sendable {
    /// Whether something was reported last.
    var hasTrouble = false
    /// Whether no table has come.
    var isEmpty = false
  }

  /// Of a table that is printed once, only the last state counts.
  nonisolated var patience: Int { if case .table = content { 1 } else { 256 } }
  private(set) var hasTrouble = false
  private var isEmpty = true
  private let store: TableStore<Group, Record>
  private let view: HeadlessView
  private let arrangement: Arrangement
  private nonisolated let content: Content
  private let rows = ArrangedRows()
  private let history: HistoryKeeper?
  private let watcher: ChangeWatcher?
  /// The columns whose changes alone do not count.
  private let ignored: IgnoredColumns
  private let print: (String) throws -> Void
  private let complain: (String) -> Void
  /// Whether a terminal gets what is printed.
  private let isForTerminal: Bool
  /// The last table, where that is what is printed.
  private var last: FedTable?

  private init(
    _ store: TableStore<Group, Record>, _ view: HeadlessView, _ arrangement: Arrangement, _ content: Content,
    _ history: HistoryKeeper?, _ watcher: ChangeWatcher?, _ ignored: IgnoredColumns, isForTerminal: Bool,
    print: @escaping (String) throws -> Void, complain: @escaping (String) -> Void
  ) {
    self.ignored = ignored
    self.complain = complain
    self.isForTerminal = isForTerminal
    self.view = view
    self.history = history
    self.store = store
    self.arrangement = arrangement
    self.content = content
    self.watcher = watcher
    self.print = { text in
      do {
        try print(text)
      } catch let error as SystemError where !error.isBrokenPipe {
        throw OutputError(printing: error)
      }
    }
  }

  /// Hands out a sink for as long as the body runs.
  ///
  /// - Parameters:
  ///   - arrangement: Which rows are shown, in what order.
  ///   - content: What is printed.
  ///   - history: Records the tables, where they are recorded.
  ///   - watcher: Looks at the tables, where something is to be done about them.
  ///   - ignored: The columns whose changes alone do not count.
  ///   - isForTerminal: Whether a terminal gets what is printed: control characters in data are shown then.
  ///   - print: Takes a line, with its line break, and throws where it cannot be written.
  ///   - complain: Takes what is wrong.
  ///   - body: Shows tables in the sink.
  /// - Returns: What has come of it, when all is printed.
  @discardableResult static func with(
    _ arrangement: Arrangement, content: Content = .counts, history: HistoryKeeper? = nil,
    watcher: ChangeWatcher? = nil, ignoring ignored: IgnoredColumns = IgnoredColumns(names: []),
    isForTerminal: Bool = false, print: @escaping (String) throws -> Void = StandardStream.output.write,
    complain: @escaping (String) -> Void = { StandardStream.complain($0) },
    _ body: (LineSink) async throws -> Void
  ) async throws -> Outcome {
    let view = HeadlessView()
    defer { withExtendedLifetime(view) {} }
    var options = TableOptions()
    // Where other columns identify rows, nothing of before counts.
    options.shouldAnimate = { [weak view] _ in view?.isBaseline == true ? .reload : .animated }
    return try await view.withStore(options: options) { store in
      let sink = LineSink(
        store, view, arrangement, content, history, watcher, ignored, isForTerminal: isForTerminal, print: print,
        complain: complain)
      try await body(sink)
      try await sink.record { try await $0.flush() }
      try await sink.printLast()
      return Outcome(hasTrouble: sink.hasTrouble, isEmpty: sink.isEmpty)
    }
  }

  /// Has the history do something, if there is one.
  private func record(_ step: (HistoryKeeper) async throws -> Void) async throws {
    guard let history else { return }
    do {
      try await step(history)
    } catch let error as SystemError {
      throw OutputError(recording: error)
    }
  }

  func show(_ table: FedTable) async throws {
    isEmpty = false
    try await record { try await $0.append(table) }
    switch content {
    case .table: last = table
    case .counts: try print(try await applied(table).line(skipped: table.superseded, ignoring: ignored))
    case .rows: try printRows(of: try await applied(table))
    }
    await watcher?.take(table)
    if watcher?.hasEnded == true { throw CancellationError() }
  }

  private func applied(_ table: FedTable) async throws -> AppliedChangeset<Group, Record> {
    view.isBaseline = table.isBaseline
    return try await store.submit(arranged(table))
  }

  private func printRows(of applied: AppliedChangeset<Group, Record>) throws {
    let head = "\"revision\":\(applied.revision),"
    let isGrouped = arrangement.groupBy != nil
    var lines: [String] = []
    if applied.mode == .batch {
      lines = RowChange.changes(applied.changeset, ignoring: ignored).flatMap {
        $0.objects(head: head, in: applied.table, isGrouped: isGrouped)
      }
    } else {
      // All that was known before counts no more.
      lines = ["{\(head)\"op\":\"reload\",\"rows\":\(applied.table.count)}"]
      for (path, record) in zip(applied.table.paths, applied.table) {
        lines += RowChange(new: record, target: path).objects(head: head, in: applied.table, isGrouped: isGrouped)
      }
    }
    if !lines.isEmpty { try print(lines.map { $0 + "\n" }.joined()) }
  }

  private func printLast() async throws {
    guard case .table(let format) = content, let last else { return }
    // A task of its own: what has come is printed also where a signal has cancelled this one.
    let table = try await Task { try await arranged(last) }.value
    try print(TablePrinter(table, columns: last.columns, isForTerminal: isForTerminal).text(format))
  }

  /// The rows that are to be shown, in their order.
  private func arranged(_ table: FedTable) async throws -> RecordTable {
    let arranged = try await rows.table(of: table.table, by: arrangement, columns: table.columns)
    if rows.isTooSlow { report("“\(arrangement.search)” takes too long: rows may be missing") }
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

/// A view that nobody sees: the store diffs against what it shows.
private final class HeadlessView: TableView {
  let link = TableLink<Group, Record>()
  /// Whether what is to be shown is not compared with what is.
  var isBaseline = false

  func reload(commit: () -> Void) {
    commit()
  }

  func perform(_ stage: BatchUpdate<Group, Record>, animation: BatchAnimation, commit: () -> Void) {
    commit()
  }
}
