/// The options that concern the lines of a text.
struct TextLayout: Equatable {
  /// The number of columns separated by white space, or `nil` to recognize it, where only the last column may have
  /// several words.
  var columns: Int?
  /// The number of lines before the header to omit, including blank lines.
  var skip = 0
  /// Whether the first line is a row rather than a header.
  var hasNoHeader = false
  /// Whether the readable parts of an invalid line are a row in all output, and not only on the screen.
  var isLenient = false
  /// The separator of fields, or `nil` to recognize it.
  var separator: Separator?
}

extension InputText {
  func dropping(lines count: Int) -> InputText {
    let rest = rawLines.dropFirst(count).first { _ in true } ?? (range.upperBound..<range.upperBound, firstLine + count)
    return InputText(partOf: self, range: rest.range.lowerBound..<range.upperBound, firstLine: rest.number)
  }
}
