/// Writes lines as the bytes that draw them.
///
/// Terminals disagree on the width of rarer characters. Every span that is not plain ASCII is therefore drawn over
/// blanks, and the column is set anew behind it: whatever the terminal makes of it, the next span stands where it should.
struct LineEncoder {
  let palette: Palette
  private(set) var output = ""

  init(palette: Palette) {
    self.palette = palette
  }

  /// Draws a line, all of it, in the row counted from zero.
  ///
  /// What does not fit the width is left out.
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
      // Erasing leaves out attributes on many terminals; spaces have them on all.
      select(line.fill, &output)
      output += String(repeating: " ", count: columns - column)
    }
  }

  /// Wipes the screen.
  mutating func clear() {
    output += palette.sequence(for: .plain) + "\u{1B}[2J"
  }

  /// Ends a frame: text that others write afterwards has no style of ours.
  mutating func end() {
    output += palette.sequence(for: .plain)
  }

  private mutating func move(row: Int, column: Int) {
    output += "\u{1B}[\(row + 1);\(column + 1)H"
  }
}
