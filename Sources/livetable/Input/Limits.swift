/// How much the tool reads and keeps; `docs/livetable.md` lists these limits for users.
///
/// With them, the time and the memory that an input takes are proportional to its size.
enum Limits {
  /// How long a line of a stream may be, in bytes, and an array or object that is printed over several lines.
  static let line = 64 << 20
  /// How long a row of CSV may be whose quotes are open, in bytes: a quote that is never closed hides no more than that.
  static let openQuote = 1 << 20
  /// How much a command may print in a run, in bytes.
  static let output = 64 << 20
  /// How much is kept of what a command prints to standard error, in bytes.
  static let errorOutput = 4 << 10
  /// How deep the arrays and objects of JSON may nest: the reader calls itself once for each level.
  static let nesting = 512
  /// How many columns a text without separators may have, and from how many of its lines they are learned.
  static let textColumns = 1_000
  static let learnedLines = 1_000
  /// How many unreadable lines of a table are reported one by one.
  static let complaints = 1_000
  /// How many messages the screen keeps.
  static let messages = 1_000
  /// How many bytes the lines may have that made the tables which wait to be shown.
  static let pendingTables = 1 << 20
  /// How many bytes of past states are kept, unless `--history` says otherwise.
  static let history = 100_000_000
  /// How many states a recording may have from one whole state to the next.
  static let statesInGroup = 64
}
