import Foundation
import LiveTables
import LiveTablesTerminal

/// What keys do.
extension ScreenSink {
  func press(_ key: Key) -> TerminalTableView<Group, Record>.KeyAnswer {
    if let command = ViewCommand(key) { return perform(command) }
    guard let command = ArrangementCommand(key) else { return .unhandled }
    let answer = arranger.take(command)
    if case .ask(let text) = answer {
      view.prompt = TerminalPrompt(
        "/", text: text, onChange: { [weak self] in self?.act(on: self?.arranger.type($0)) },
        onEnd: { [weak self] in
          self?.act(on: self?.arranger.answer($0))
          self?.showEmptyText()
        })
    } else {
      act(on: answer)
    }
    return answer == .unknown ? .unhandled : .handled
  }

  private func act(on answer: Arranger.Answer?) {
    guard answer == .rearranged else { return }
    view.notes = notes
    refresh()
  }

  private func perform(_ command: ViewCommand) -> TerminalTableView<Group, Record>.KeyAnswer {
    switch command {
    case .help: view.page = TerminalPage("Keys", ViewCommand.lines.map { TerminalPage.Line($0) })
    case .messages: showMessages()
    case .copy: copyRow()
    case .back, .forward, .previousChange, .nextChange, .now, .detail:
      steps.append((command, view.selectedRow))
      refresh()
    case .run, .slower, .faster:
      guard let pacing else { return .unhandled }
      if command == .run { pacing.run() } else { pacing.change(isLonger: command == .slower) }
      if command != .run { note("every \(pacing.interval.seconds) s") }
    }
    return .handled
  }

  // MARK: - Rows

  private func copyRow() {
    guard let row = view.selectedRow else { return }
    let text = row.object.values.map(\.printed).joined(separator: "\t")
    view.copy(base64: Data(text.utf8).base64EncodedString())
    note("copied: \(text)")
  }

  // MARK: - Messages

  func report(_ trouble: String) {
    hasTrouble = true
    view.message = trouble
    log(trouble)
  }

  func note(_ news: String) { view.message = news }

  func clear() {
    hasTrouble = false
    view.message = nil
  }

  private func log(_ message: String) {
    messages.append("\(Date().timeIntervalSince1970.timeOfDay)  \(message)")
    if messages.count > 1_000 { messages.removeFirst(500) }
  }

  private func showMessages() {
    let lines = messages.isEmpty ? ["there were no messages"] : messages.reversed()
    view.page = TerminalPage("Messages, the last one first", lines.map { TerminalPage.Line($0) })
  }
}

extension Duration {
  /// The seconds, without a fraction that is zero.
  var seconds: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}

extension Double {
  /// A time in seconds since 1970 as a time of day.
  var timeOfDay: String {
    var time = time_t(self)
    var parts = tm()
    localtime_r(&time, &parts)
    return String(format: "%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
  }
}
