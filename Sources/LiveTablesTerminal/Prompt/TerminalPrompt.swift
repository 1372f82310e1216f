/// A prompt at which the user enters a line of text.
public struct TerminalPrompt {
  let label: String
  let onChange: (@MainActor (String) -> Void)?
  let onEnd: @MainActor (String?) -> Void
  var editor: LineEditor
  package var completions: [String] = []
  /// A note that lists the possible completions, if there are several.
  private(set) var note = ""
  private let identity = Identity()

  private final class Identity: Sendable {}

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - label: The label of the prompt.
  ///   - text: The initial text, which the cursor follows.
  ///   - onChange: A closure that receives the text whenever it changes. If the closure is not `nil`, the Up Arrow,
  ///     Down Arrow, and page keys move the table's cursor, and the number of rows is shown next to the text.
  ///   - onEnd: A closure that receives the text, or `nil` if the user cancels the prompt.
  public init(
    _ label: String, text: String = "", onChange: (@MainActor (String) -> Void)? = nil,
    onEnd: @escaping @MainActor (String?) -> Void
  ) {
    self.label = label
    self.onChange = onChange
    self.onEnd = onEnd
    editor = LineEditor(text)
  }

  /// Handles a key, and returns `true` if it ends the prompt.
  @MainActor mutating func press(_ key: Key) -> Bool {
    note = key == .tab ? editor.complete(from: completions).joined(separator: " ") : ""
    editor.press(key)
    return hasEnded
  }

  var hasEnded: Bool { editor.state != .open }

  /// Returns whether both values are the same prompt, regardless of their text.
  func isSame(as other: TerminalPrompt?) -> Bool { identity === other?.identity }

  @MainActor func change() { onChange?(String(editor.text)) }

  @MainActor func end() { onEnd(editor.state == .done ? String(editor.text) : nil) }
}
