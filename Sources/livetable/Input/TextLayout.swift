/// The options that determine how the lines of a text are read.
struct TextLayout: Equatable {
  /// The number of columns separated by white space, of which only the last may have several words, or `nil` to detect
  /// it.
  var columns: Int?
  /// The number of lines to omit before the header, including blank lines.
  var skip = 0
  /// Whether the first line is a row rather than a header.
  var hasNoHeader = false
  /// Whether all output, and not only the screen, contains the readable parts of an invalid line as a row.
  var isLenient = false
  /// The separator of fields, or `nil` to detect it.
  var separator: Separator?
}
