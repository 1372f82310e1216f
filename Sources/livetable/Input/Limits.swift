/// The limits of the tool, which `docs/livetable.md` lists for users.
enum Limits {
  /// The maximum length in bytes of a line of a stream, and of a JSON value that spans several lines.
  static let line = 64 << 20
  /// The maximum length in bytes of a CSV row with open quotes, which limits the effect of a missing quote.
  static let openQuote = 1 << 20
  /// The maximum output of a run in bytes.
  static let output = 64 << 20
  /// The number of bytes of a run's standard error that are stored.
  static let errorOutput = 4 << 10
  /// The maximum nesting of JSON arrays and objects, because the reader is recursive.
  static let nesting = 512
  /// The maximum number of columns of a text without separators, and of lines from which they are recognized.
  static let textColumns = 1_000
  static let learnedLines = 1_000
  /// The maximum number of lines of a row between lines that separate columns.
  static let rowLines = 1_000
  /// The maximum number of invalid lines of a table that are reported individually.
  static let complaints = 1_000
  static let messages = 1_000
  /// The maximum number of bytes of the lines of all pending tables.
  static let pendingTables = 1 << 20
  /// The default number of bytes of past states.
  static let history = 100_000_000
  /// The maximum number of states from one complete state of a recording to the next.
  static let statesInGroup = 64
}
