import Foundation
import LiveTablesTerminal

/// The status line of the screen: the name of the feed, and messages, of which the response to a key stays for some
/// time.
@MainActor final class ScreenStatus {
  private(set) var messages = ScreenMessages()
  var caption: (() -> String)?
  var hintDuration = Duration.seconds(3)
  private(set) var hintEnd: Task<Void, Never>?
  private let view: TerminalTableView<Group, Record>

  init(_ view: TerminalTableView<Group, Record>) { self.view = view }

  func showCaption() {
    if let caption { view.caption = "\(caption())  \(ViewCommand.helpHint)" }
  }

  func report(_ trouble: String) {
    messages.report(trouble, at: Date().timeIntervalSince1970)
    endHint()
  }

  func note(_ news: String) {
    messages.note(news)
    view.message = messages.text
  }

  func clear() {
    messages.clear()
    view.message = messages.text
  }

  func hint(_ answer: String, isKept: Bool = false) {
    if isKept { messages.keep(answer, at: Date().timeIntervalSince1970) }
    messages.answer(answer)
    view.message = messages.text
    hintEnd?.cancel()
    hintEnd = Task { [weak self, hintDuration] in
      try? await Task.sleep(for: hintDuration)
      if !Task.isCancelled { self?.endHint() }
    }
  }

  /// Hides the response to a key, and shows the previous message again.
  func endHint() {
    hintEnd?.cancel()
    messages.answer(nil)
    view.message = messages.text
  }
}
