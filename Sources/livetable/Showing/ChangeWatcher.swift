import LiveTables

/// Looks at every table on its way to wherever it is shown: runs a command at changes, and knows when the tool is to end.
///
/// Changes count that an arrangement lets through, whatever keys do to what is on the screen.
@MainActor final class ChangeWatcher {
  /// Called once, when that has happened what the tool waits for.
  var onEnd: (() -> Void)?
  /// Called at every change.
  var onChange: (() -> Void)?
  /// Takes what the command has to say: the last line that it printed, or why it failed.
  var report: ((_ text: String, _ isTrouble: Bool) -> Void)?

  /// Whether that has happened what the tool waits for.
  private(set) var hasEnded = false
  private let options: DisplayOptions
  private let arrangement: Arrangement
  private let rows = ArrangedRows()
  /// The newest table.
  private var newest: RecordTable?
  /// The table that the command knows.
  private var handled: RecordTable?
  private var isRunning = false
  /// Whether it was said that a column is missing.
  private var hasWarned = false
  /// Whether it was said that the expression takes too long.
  private var hasGivenUp = false
  private var work: Task<Void, Never>?

  init(_ options: DisplayOptions, _ arrangement: Arrangement) {
    self.options = options
    self.arrangement = arrangement
  }

  /// Whether there is anything to look at.
  var isNeeded: Bool { options.onChange != nil || options.until != nil || options.hasBell }

  /// Takes the next table.
  func take(_ fed: FedTable) async {
    guard isNeeded, !hasEnded, let table = try? await rows.table(of: fed.table, by: arrangement, columns: fed.columns)
    else { return }
    let before = fed.isOther ? nil : newest
    newest = table
    // Where other columns identify rows, it cannot be said which of them have changed.
    if before == nil || fed.isBaseline { handled = table }
    let isChange = before.map { self.isChange(table.difference(from: $0)) } ?? false
    if isChange { onChange?() }
    if isChange, options.onChange != nil { runCommand() }
    if !hasWarned, !table.isEmpty, let column = options.until?.missingColumn(in: table, columns: fed.columns) {
      hasWarned = true
      report?("--until waits for a column “\(column)”, which is not there", true)
    }
    if options.until == .change ? isChange : options.until?.isMet(by: table, columns: fed.columns) == true {
      hasEnded = true
      onEnd?()
    } else if !hasGivenUp, let condition = options.until?.slowText {
      hasGivenUp = true
      report?("--until “\(condition)” takes too long: rows may be missed", true)
    }
  }

  /// Whether something has changed that counts.
  private func isChange(_ changeset: Changeset<Group, Record>) -> Bool {
    if options.ignored.names.isEmpty || changeset.reload != nil { return !changeset.isEmpty }
    return !RowChange.changes(changeset, ignoring: options.ignored).isEmpty
  }

  /// Waits until the command knows the newest table; where the task is cancelled, the command is ended.
  func finish() async {
    while let work, isRunning {
      await withTaskCancellationHandler {
        await work.value
      } onCancel: {
        work.cancel()
      }
    }
  }

  /// Runs the command, one at a time; what comes meanwhile is one change afterwards.
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
      let input = Array(lines.map { $0 + "\n" }.joined().utf8)
      let words = await ShellCommand(command, input: input).words()
      self?.ended(words)
    }
  }

  private func ended(_ words: ShellCommand.Words) {
    isRunning = false
    if work?.isCancelled == true { return }
    if !words.text.isEmpty { report?(words.text, words.isTrouble) }
    runCommand()
  }

  /// Ends the command, where it runs.
  func cancel() { work?.cancel() }
}
