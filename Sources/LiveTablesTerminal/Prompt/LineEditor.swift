/// One line of text that is typed: what is there, where the cursor stands, and what keys do to it.
///
/// Keys that type go in at the cursor; the arrows, Home and End (also control-A and control-E) move it, backspace and
/// delete remove one character, control-U all before the cursor, control-K all after it, control-W the word before it.
struct LineEditor: Equatable, Sendable {
  /// What has become of the text.
  enum State: Hashable, Sendable {
    case open
    /// The return key was pressed.
    case done
    /// The escape key was pressed, or control-C.
    case cancelled
  }

  private(set) var text: [Character]
  /// How many characters are before the cursor.
  private(set) var cursor: Int
  private(set) var state = State.open

  init(_ text: String = "") {
    self.text = Array(text)
    cursor = self.text.count
  }

  /// A key is pressed.
  mutating func press(_ key: Key) {
    guard state == .open else { return }
    switch key {
    case .enter: state = .done
    case .escape, .control("c"): state = .cancelled
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(text.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = text.count
    case .backspace: remove(cursor - 1..<cursor)
    case .delete: remove(cursor..<cursor + 1)
    case .control("u"): remove(0..<cursor)
    case .control("k"): remove(cursor..<text.count)
    case .control("w"): remove(wordStart..<cursor)
    default:
      guard let character = key.character else { return }
      text.insert(character, at: cursor)
      cursor += 1
    }
  }

  private var wordStart: Int {
    let before = text[..<cursor]
    guard let end = before.lastIndex(where: { $0 != " " }) else { return 0 }
    return before[..<end].lastIndex(of: " ").map { $0 + 1 } ?? 0
  }

  private mutating func remove(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<text.count)
    text.removeSubrange(range)
    cursor = range.lowerBound
  }

  /// The line for a width: a label, and as much of the text as there is room for around the cursor.
  func line(label: String, columns: Int) -> ScreenLine {
    let label = DisplayText(label + " ", limit: max(0, columns / 2))
    let room = max(1, columns - label.width - 1)
    let before = DisplayText(String(text[..<cursor]), limit: .max)
    let hidden = max(0, before.width - room + 1)
    let at = cursor < text.count ? DisplayText(String(text[cursor]), limit: .max) : DisplayText(spaces: 1)
    let after = cursor < text.count ? DisplayText(String(text[(cursor + 1)...]), limit: .max) : DisplayText()
    let shownBefore = before.dropping(columns: hidden)
    let left = columns - label.width - shownBefore.width - at.width
    return ScreenLine([
      Span(label, Style(nil, .bold)), Span(shownBefore), Span(at, Style(nil, .reversed)), Span(after.cut(to: left)),
    ])
  }
}

/// A question that is answered by a line of text.
public struct TerminalPrompt {
  let label: String
  let onEnd: @MainActor (String?) -> Void
  var editor: LineEditor

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - label: What is asked for.
  ///   - text: What the answer is to begin with; the cursor stands at its end.
  ///   - onEnd: Given the answer, or `nil` if there is none.
  public init(_ label: String, text: String = "", onEnd: @escaping @MainActor (String?) -> Void) {
    self.label = label
    self.onEnd = onEnd
    editor = LineEditor(text)
  }

  /// A key is pressed; true when this ended it.
  @MainActor mutating func press(_ key: Key) -> Bool {
    editor.press(key)
    return editor.state != .open
  }

  /// Whoever asked gets the answer.
  @MainActor func end() { onEnd(editor.state == .done ? String(editor.text) : nil) }
}
