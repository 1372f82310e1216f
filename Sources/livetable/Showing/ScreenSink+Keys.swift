import Foundation
import LiveTables
import LiveTablesTerminal

extension ScreenSink {
  func press(_ key: Key) -> TerminalTableView<Group, Record>.KeyAnswer {
    if let binding = display.bindings.first(where: { key == .character($0.key) }) {
      askToRun(binding)
      return .handled
    }
    if key == .escape, work.isLate, let task = work.task {
      task.cancel()
      return .handled
    }
    if case .character(let digit) = key, digit.isASCII, digit.isNumber {
      askForRow(String(digit))
      return .handled
    }
    if let command = ViewCommand.ofKeys[key] { return perform(command) }
    guard let command = ArrangementCommand.ofKeys[key] else { return .unhandled }
    return arrange(command, cursor: cursorColumn)
  }

  func arrange(_ command: ArrangementCommand, cursor: String?) -> TerminalTableView<Group, Record>.KeyAnswer {
    let answer = model.arranger.handle(command, cursor: cursor)
    if case .ask(let text) = answer {
      view.prompt = TerminalPrompt(
        "/", text: text, onChange: { [weak self] in self?.applyArrangement(after: self?.model.arranger.type($0)) },
        onEnd: { [weak self] in
          self?.applyArrangement(after: self?.model.arranger.answer($0))
          self?.showEmptyText()
        })
    } else {
      applyArrangement(after: answer)
    }
    return answer == .unknown ? .unhandled : .handled
  }

  private func applyArrangement(after answer: Arranger.Answer?) {
    guard answer == .rearranged else { return }
    view.notes = model.notes
    showMatches(model.arranger.arrangement.search)
    refresh()
  }

  private func perform(_ command: ViewCommand) -> TerminalTableView<Group, Record>.KeyAnswer {
    switch command {
    case .help:
      let lines = ViewCommand.lines + display.bindings.map { "  \($0.key)         run: \($0.command)" }
      view.page = TerminalPage("Keys", lines.map { TerminalPage.Line($0) })
    case .messages:
      let lines = status.messages.log.isEmpty ? ["there are no messages"] : status.messages.log.reversed()
      view.page = TerminalPage("Messages, newest first", lines.map { TerminalPage.Line($0) })
    case .copy: copy(cursorColumn)
    case .copyRow: copy(nil)
    case .nextMatch, .previousMatch: findMatch(isForward: command == .nextMatch)
    case .hideColumn, .showColumns, .moveColumnLeft, .moveColumnRight, .freeze, .narrower, .wider:
      changeColumns(command)
    case .differences:
      let text = { [rows, weak view] (column: Int, old: String, new: String) in
        let title = view.flatMap { $0.columns.indices.contains(column) ? $0.columns[column].title : nil }
        return NumberChange.text(old, new, title.map { rows.styled(RowColumn($0, isExact: true)).style } ?? [])
      }
      view.changedText = view.changedText == nil ? text : nil
      status.hint(view.changedText == nil ? "numbers without differences" : "numbers with differences")
    case .sum: toggleSum()
    case .time: askForTime()
    case .query: askForQuery()
    case .edit: askForCell()
    case .save: askForFile()
    case .detail where editor?.isListing == true:
      if let editor, let name = view.selectedRow?.object.values.first?.printed {
        showRows(of: editor.query(ofTable: name))
      }
    case .back, .forward, .previousChange, .nextChange, .now, .detail:
      model.request(command, view.selectedRow)
      refresh()
    case .run:
      guard let pacing else { return .unhandled }
      pacing.run()
    case .slower, .faster:
      guard let pacing, pacing.interval != nil else { return .unhandled }
      pacing.change(isLonger: command == .slower)
      if let interval = pacing.interval { status.hint("every \(interval.seconds) s") }
      status.showCaption()
    }
    return .handled
  }

  private func toggleSum() {
    guard let column = cursorColumn else { return status.hint("choose a column with ← and → first") }
    model.sumColumn = model.sumColumn == column ? nil : column
    refresh()
  }

  private func askForRow(_ digit: String) {
    view.prompt = TerminalPrompt("row:", text: digit) { [weak self] text in
      guard let self, let text else { return }
      let counts = view.link.table.sections.map(\.rows.count)
      let total = counts.reduce(0, +)
      guard var row = Int(text).map({ $0 - 1 }), row >= 0, total > 0 else {
        return status.hint("“\(text)” is not a row number")
      }
      if row >= total { status.hint("there are \(total) rows") }
      row = min(row, total - 1)
      for (section, count) in counts.enumerated() {
        if row < count { return view.cursor = RowPath(section: section, row: row) }
        row -= count
      }
    }
  }

  private func askForTime() {
    view.prompt = TerminalPrompt("time (13:05, 13:05:30):") { [weak self] text in
      guard let self, let text, !text.isEmpty else { return }
      let now = model.newest?.time ?? Date().timeIntervalSince1970
      guard let time = Double(timeOfDay: text, before: now) else {
        return status.hint("“\(text)” is not a time of day")
      }
      model.steps.append(.toTime(time))
      refresh()
    }
  }

  // MARK: - Columns

  var cursorColumn: String? {
    view.cursorColumn.flatMap { view.columns.indices.contains($0) ? view.columns[$0].title : nil }
  }

  private func changeColumns(_ command: ViewCommand) {
    if command == .showColumns {
      model.choice.reset()
      return refresh()
    }
    guard let column = cursorColumn, let index = view.cursorColumn else {
      return status.hint("choose a column with ← and → first")
    }
    switch command {
    case .hideColumn where view.columns.count > 1: model.choice.hide(column)
    case .moveColumnLeft, .moveColumnRight:
      let step = command == .moveColumnLeft ? -1 : 1
      model.choice.move(column, by: step, among: view.columns.map(\.title))
      if view.columns.indices.contains(index + step) { view.cursorColumn = index + step }
    case .freeze: view.frozenColumnCount = view.frozenColumnCount == index + 1 ? 0 : index + 1
    case .narrower, .wider: view.resizeColumn(isWider: command == .wider)
    default: break
    }
    refresh()
  }

  // MARK: - Matches

  func showMatches(_ search: String) {
    guard search.contains(where: { !$0.isWhitespace }) else {
      view.matches = nil
      return
    }
    let query = rows.query(search, columns: model.arranger.columns)
    view.matches = { [weak view] column, text in
      view.map { query.ranges(in: text, column: $0.columns[column].title) } ?? []
    }
  }

  /// Moves the cursor to the next row that the last filter matches.
  private func findMatch(isForward: Bool) {
    let lastSearch = model.arranger.lastSearch
    guard !lastSearch.isEmpty else { return status.hint("press / to enter a filter first") }
    showMatches(lastSearch)
    let query = rows.query(lastSearch, columns: model.arranger.columns)
    let table = view.link.table
    let paths = table.paths
    let later = paths.filter { path in view.cursor.map { isForward ? path > $0 : path < $0 } ?? true }
    let others = paths.filter { path in view.cursor.map { isForward ? path <= $0 : path >= $0 } ?? false }
    // After the last row, the search continues at the first one.
    let order = isForward ? later + others : Array(later.reversed()) + others.reversed()
    let found = order.first { path in table[path].map(query.matches) ?? false }
    if let found { view.cursor = found } else { status.hint("no row matches “\(lastSearch)”") }
  }

  // MARK: - Rows

  /// Copies the cell of a column, or the whole row if the column is `nil`.
  private func copy(_ column: String?) {
    guard let row = view.selectedRow else { return status.hint("move the cursor to a row first") }
    let cell = column.map { RowColumn($0, among: row.object.columns.names).value(in: row.object)?.printed ?? "" }
    let text = cell ?? row.object.values.map(\.printed).joined(separator: "\t")
    view.copy(base64: Data(text.utf8).base64EncodedString())
    status.hint("copied: \(text)")
  }

  /// Shows the command for the selected rows or the row at the cursor, and runs it when the user presses Return.
  private func askToRun(_ binding: Binding) {
    let selected = view.link.selection.paths.compactMap { view.link.table[$0] }
    let rows = selected.isEmpty ? view.selectedRow.map { [$0] } ?? [] : selected
    guard !rows.isEmpty else { return status.hint("select a row, or move the cursor to one") }
    do throws(Binding.UnknownColumn) {
      var commands: [String] = []
      for row in rows { commands.append(try binding.command(for: row)) }
      view.prompt = TerminalPrompt("Return runs:", text: commands.joined(separator: "; ")) { [weak self] text in
        if let text, !text.isEmpty { self?.runCommand(text) }
      }
    } catch {
      status.hint("there is no column “\(error.name)” for “\(binding.command)”", isKept: true)
    }
  }

  private func runCommand(_ line: String) {
    commands.append(
      Task { [weak self] in
        let outcome = await ShellCommand(line: line).run()
        guard let self, !Task.isCancelled else { return }
        let done = "done: \(outcome.message.isEmpty ? line : outcome.message)"
        status.hint(outcome.isFailure ? outcome.message : done, isKept: outcome.isFailure)
        pacing?.run()
      })
  }
}
