/// Encodes screen lines as the bytes that draw them.
///
/// Terminals disagree on the width of rare characters. Therefore, each span that is not plain ASCII is drawn over
/// blanks, followed by a sequence that sets the column, so that the next span is always in the correct position.
struct LineEncoder {
  let palette: Palette
  private(set) var output = ""

  init(palette: Palette) {
    self.palette = palette
  }

  /// Draws a whole line at a zero-based row, truncated to the width.
  mutating func draw(_ line: ScreenLine, row: Int, columns: Int) {
    move(row: row, column: 0)
    var column = 0
    var style: Style?
    func select(_ next: Style, _ output: inout String) {
      guard next != style else { return }
      output += palette.sequence(for: next)
      style = next
    }
    for span in line.spans where span.text.width > 0 && column < columns {
      let text = span.text.cut(to: columns - column)
      select(span.style, &output)
      if text.isASCII {
        output += text.text
      } else {
        output += String(repeating: " ", count: text.width)
        move(row: row, column: column)
        output += text.text
        if column + text.width < columns {
          move(row: row, column: column + text.width)
        }
      }
      column += text.width
    }
    guard column < columns else { return }
    if line.fill == .plain {
      select(.plain, &output)
      output += "\u{1B}[K"
    } else {
      // On many terminals, erasing ignores attributes, but spaces do not.
      select(line.fill, &output)
      output += String(repeating: " ", count: columns - column)
    }
  }

  mutating func clear() {
    output += palette.sequence(for: .plain) + "\u{1B}[2J"
  }

  mutating func end() {
    output += palette.sequence(for: .plain)
  }

  private mutating func move(row: Int, column: Int) {
    output += "\u{1B}[\(row + 1);\(column + 1)H"
  }
}
