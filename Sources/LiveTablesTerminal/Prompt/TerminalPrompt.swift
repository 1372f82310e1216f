/// A question that is answered by a line of text.
public struct TerminalPrompt {
  let label: String
  let onChange: (@MainActor (String) -> Void)?
  let onEnd: @MainActor (String?) -> Void
  var editor: LineEditor
  /// The words that the tabulator key completes.
  package var completions: [String] = []
  /// What the word may become, where there are several.
  private(set) var note = ""
  private let identity = Identity()

  /// Which question it is, whatever is typed.
  private final class Identity: Sendable {}

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - label: What is asked for.
  ///   - text: What the answer is to begin with; the cursor stands at its end.
  ///   - onChange: Given what is typed, whenever that is something else. Up, down and the page keys are the table's then,
  ///     and the number of rows is to be seen next to the text.
  ///   - onEnd: Given the answer, or `nil` if there is none.
  public init(
    _ label: String, text: String = "", onChange: (@MainActor (String) -> Void)? = nil,
    onEnd: @escaping @MainActor (String?) -> Void
  ) {
    self.label = label
    self.onChange = onChange
    self.onEnd = onEnd
    editor = LineEditor(text)
  }

  /// A key is pressed; true when this ended it.
  @MainActor mutating func press(_ key: Key) -> Bool {
    note = key == .tab ? editor.complete(from: completions).joined(separator: " ") : ""
    editor.press(key)
    return hasEnded
  }

  /// Whether a key has ended it.
  var hasEnded: Bool { editor.state != .open }

  /// Whether it is the same question, whatever was typed since.
  func isSame(as other: TerminalPrompt?) -> Bool { identity === other?.identity }

  /// Whoever asked hears of what is typed.
  @MainActor func change() { onChange?(String(editor.text)) }

  /// Whoever asked gets the answer.
  @MainActor func end() { onEnd(editor.state == .done ? String(editor.text) : nil) }
}
