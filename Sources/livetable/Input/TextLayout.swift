/// What the command line says about the lines of a text.
struct TextLayout: Equatable {
  /// How many columns white space separates, each a word but the last; without it, the text says so.
  var columns: Int?
  /// How many lines before the header are left out, blank ones included.
  var skip = 0
  /// Whether the first line is a row; otherwise, columns say so themselves, and separated values have titles.
  var hasNoHeader = false
  /// Whether what could be read of a line is a row wherever rows go, and not only on the screen.
  var isLenient = false
  /// What is between fields; without it, the text says so.
  var separator: Separator?
}

extension InputText {
  /// The text without its first lines.
  func dropping(lines count: Int) -> InputText {
    let rest = rawLines.dropFirst(count).first { _ in true } ?? (range.upperBound..<range.upperBound, firstLine + count)
    return InputText(partOf: self, range: rest.range.lowerBound..<range.upperBound, firstLine: rest.number)
  }
}
