import LiveTables

/// Observes all tables before they reach their sink, runs a command after changes, and detects when the tool should
/// end.
///
/// The arrangement of the command line applies, regardless of keys on the screen.
@MainActor final class ChangeWatcher {
  /// A closure that is called once, when the condition of `--until` or `--until-change` is met.
  var onEnd: (() -> Void)?
  var onChange: (() -> Void)?
  /// Receives the message of the command: its last line of output, or the reason the command failed.
  var report: ((_ text: String, _ isTrouble: Bool) -> Void)?

  /// Whether the condition of `--until` or `--until-change` is met.
  private(set) var hasEnded = false
  private let options: DisplayOptions
  private let arrangement: Arrangement
  private let rows = ArrangedRows()
  private var newest: RecordTable?
  /// The table for which the command was last run.
  private var handled: RecordTable?
  private var isRunning = false
  /// Whether a missing column was reported.
  private var hasWarned = false
  /// Whether an expression that takes too long was reported.
  private var hasGivenUp = false
  private var work: Task<Void, Never>?

  init(_ options: DisplayOptions, _ arrangement: Arrangement) {
    self.options = options
    self.arrangement = arrangement
  }

  var isNeeded: Bool { options.onChange != nil || options.until != nil || options.hasBell }

  func take(_ fed: FedTable) async {
    guard isNeeded, !hasEnded, let table = try? await rows.table(of: fed.table, by: arrangement, columns: fed.columns)
    else { return }
    let before = fed.isOther ? nil : newest
    newest = table
    // If other columns identify rows, the tables cannot be compared.
    if before == nil || fed.isBaseline { handled = table }
    let isChange = before.map { self.isChange(table.difference(from: $0)) } ?? false
    if isChange { onChange?() }
    if isChange, options.onChange != nil { runCommand() }
    if !hasWarned, !table.isEmpty, let column = options.until?.missingColumn(in: table, columns: fed.columns) {
      hasWarned = true
      report?("--until needs the column “\(column)”, which does not exist", true)
    }
    if options.until == .change ? isChange : options.until?.isMet(by: table, columns: fed.columns) == true {
      hasEnded = true
      onEnd?()
    } else if !hasGivenUp, let condition = options.until?.slowText {
      hasGivenUp = true
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
    while let work, isRunning {
      await withTaskCancellationHandler {
        await work.value
      } onCancel: {
        work.cancel()
      }
    }
  }

  /// Runs the command, one run at a time, combining changes during a run for the next run.
  private func runCommand() {
    guard !isRunning, let command = options.onChange, let newest, let handled else { return }
    let changeset = newest.difference(from: handled)
    self.handled = newest
    if !self.isChange(changeset) { return }
    isRunning = true
    let lines = RowChange.changes(changeset, ignoring: options.ignored).flatMap {
      $0.objects(in: newest, isGrouped: arrangement.groupBy != nil)
    }
    work = Task { [weak self] in
      let input = Array(lines.map { $0.line + "\n" }.joined().utf8)
      let words = await ShellCommand(line: command, input: input).words()
      self?.ended(words)
    }
  }

  private func ended(_ words: ShellCommand.Words) {
    isRunning = false
    if work?.isCancelled == true { return }
    if !words.text.isEmpty { report?(words.text, words.isTrouble) }
    runCommand()
  }

  func cancel() { work?.cancel() }
}
