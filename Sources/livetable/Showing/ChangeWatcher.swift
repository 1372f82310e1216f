import LiveTables

/// Observes all tables before they reach their sink, runs a command after changes, and detects when the tool should
/// end.
///
/// The arrangement of the command line applies, regardless of keys on the screen.
@MainActor final class ChangeWatcher {
  var onEnd: (() -> Void)?
  var onChange: (() -> Void)?
  /// A closure that receives messages of the command, and errors.
  var report: ((_ message: String, _ isFailure: Bool) -> Void)?

  /// Whether the condition of `--until` or `--until-change` is met.
  private(set) var hasEnded = false
  private let options: DisplayOptions
  private let arrangement: Arrangement
  private let rows = ArrangedRows()
  private var newest: RecordTable?
  /// The table with which the next table is compared for the command.
  private var lastCommandTable: RecordTable?
  private var hasReportedMissingColumn = false
  private var hasReportedSlowExpression = false
  private var command: Task<Void, Never>?

  init(_ options: DisplayOptions, _ arrangement: Arrangement) {
    self.options = options
    self.arrangement = arrangement
  }

  var isNeeded: Bool { options.onChange != nil || options.until != nil || options.hasBell }

  func observe(_ next: FeedTable) async {
    guard isNeeded, !hasEnded, let table = try? await rows.table(of: next.table, by: arrangement, columns: next.columns)
    else { return }
    let previous = next.isFromOtherSource ? nil : newest
    newest = table
    // If other columns identify rows, the tables cannot be compared.
    if previous == nil || next.isBaseline { lastCommandTable = table }
    let isChange = previous.map { self.isChange(table.difference(from: $0)) } ?? false
    if isChange { onChange?() }
    if isChange, options.onChange != nil { runCommand() }
    if !hasReportedMissingColumn, !table.isEmpty,
      let column = options.until?.missingColumn(in: table, columns: next.columns)
    {
      hasReportedMissingColumn = true
      report?("--until needs the column “\(column)”, which does not exist", true)
    }
    if options.until == .change ? isChange : options.until?.isMet(by: table, columns: next.columns) == true {
      hasEnded = true
      onEnd?()
    } else if !hasReportedSlowExpression, let condition = options.until?.slowText {
      hasReportedSlowExpression = true
      report?("--until “\(condition)” takes too long, and may miss rows", true)
    }
  }

  /// Returns whether a change affects more than ignored columns.
  private func isChange(_ changeset: Changeset<Group, Record>) -> Bool {
    if options.ignored.names.isEmpty || changeset.reload != nil { return !changeset.isEmpty }
    return !RowChange.changes(changeset, ignoring: options.ignored).isEmpty
  }

  /// Waits until the command has run for the newest table, or terminates the command if the task is cancelled.
  func finish() async {
    while let command {
      await withTaskCancellationHandler {
        await command.value
      } onCancel: {
        command.cancel()
      }
    }
  }

  /// Runs the command, one run at a time, combining changes during a run for the next run.
  private func runCommand() {
    guard command == nil, let line = options.onChange, let newest, let lastCommandTable else { return }
    let changeset = newest.difference(from: lastCommandTable)
    self.lastCommandTable = newest
    if !isChange(changeset) { return }
    let objects = RowChange.changes(changeset, ignoring: options.ignored).flatMap {
      $0.objects(in: newest, isGrouped: arrangement.groupBy != nil)
    }
    command = Task { [weak self] in
      let input = Array(objects.map { $0.line + "\n" }.joined().utf8)
      let outcome = await ShellCommand(line: line, input: input).run()
      self?.commandEnded(outcome)
    }
  }

  private func commandEnded(_ outcome: ShellCommand.Outcome) {
    let isCancelled = command?.isCancelled == true
    command = nil
    if isCancelled { return }
    if !outcome.message.isEmpty { report?(outcome.message, outcome.isFailure) }
    runCommand()
  }

  func cancel() { command?.cancel() }
}
