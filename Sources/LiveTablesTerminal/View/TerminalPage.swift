/// Scrollable text that covers the screen, such as a help text, until the user presses Escape, Return, or `q`.
package struct TerminalPage: Sendable {
  package struct Line: Sendable {
    var text: String
    var look: TerminalLine.Look

    package init(_ text: String, _ look: TerminalLine.Look = .plain) {
      self.text = text
      self.look = look
    }
  }

  package let title: String
  package var content: [Line]
  /// The first visible line, and the sizes in lines, as of the last frame.
  private var top = 0
  private var height = 0
  private var lineCount = 0

  package init(_ title: String, _ content: [Line]) {
    self.title = title
    self.content = content
  }

  /// Handles a key, and returns `true` if it closes the page.
  mutating func press(_ key: Key) -> Bool {
    switch TableCommand(key) {
    case .quit, .deselect, .tap: return true
    case .move(.up): scroll(by: -1)
    case .move(.down): scroll(by: 1)
    case .move(.pageUp): scroll(by: -max(1, height - 1))
    case .move(.pageDown), .pause: scroll(by: max(1, height - 1))
    case .move(.home): scroll(by: -lineCount)
    case .move(.end): scroll(by: lineCount)
    default: break
    }
    return false
  }

  mutating func scroll(by lines: Int) { top = max(0, min(top + lines, lineCount - height)) }

  mutating func lines(for size: ScreenSize) -> [ScreenLine] {
    let wrapped = content.flatMap { Self.wrapped($0, columns: max(1, size.columns)) }
    height = max(0, size.rows - 2)
    lineCount = wrapped.count
    scroll(by: 0)
    let bar = Style(nil, .reversed)
    let visible = wrapped[top..<min(lineCount, top + height)]
    var lines = size.rows > 2 ? [Self.line(" " + title, Style(nil, [.bold, .underlined]), size)] : []
    lines += visible
    lines += Array(repeating: ScreenLine(), count: max(0, size.rows - 1 - lines.count))
    let position = lineCount > height ? "  lines \(top + 1)–\(top + visible.count) of \(lineCount)" : ""
    return lines + [Self.line(" Escape closes" + position, bar, size)]
  }

  private static func line(_ text: String, _ style: Style, _ size: ScreenSize) -> ScreenLine {
    ScreenLine([StyledText(DisplayText(text, limit: size.columns), style)], fill: style)
  }

  private static func wrapped(_ line: Line, columns: Int) -> [ScreenLine] {
    let text = DisplayText(line.text, limit: .max).text
    var lines: [Substring] = []
    var (start, width) = (text.startIndex, 0)
    // The last word of the line, unless it is also the first word.
    var word: (start: String.Index, width: Int)?
    var isIndent = true
    for index in text.indices {
      let characterWidth = CharacterWidth.of(text[index])
      if width + characterWidth > columns, width > 0 {
        let end = text[index] == " " ? index : word?.start ?? index
        lines.append(text[start..<end])
        (start, width, word) = (end, end == index ? 0 : word?.width ?? 0, nil)
        if text[index] == " " {
          start = text.index(after: index)
          continue
        }
      }
      width += characterWidth
      word?.width += characterWidth
      if text[index] != " " { isIndent = false } else if !isIndent { word = (text.index(after: index), 0) }
    }
    return (lines + [text[start...]]).map { part in
      ScreenLine([StyledText(DisplayText(String(part), limit: columns), line.look.style)])
    }
  }
}
