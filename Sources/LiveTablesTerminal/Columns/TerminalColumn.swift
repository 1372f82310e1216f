/// A column of a table in a terminal, with a title and text for each row.
///
/// Columns of numbers are aligned right, and all other columns are aligned left.
///
/// ```swift
/// TerminalColumn("PID") { String($0.pid) }
/// ```
public struct TerminalColumn<Row> {
  package var title: String
  /// A closure that returns the text for a row, in which control characters are made visible.
  package var value: (Row) -> String

  /// A closure that returns the style of a row's text as the parameters of an SGR escape sequence.
  package var rendition: ((Row) -> String?)?

  /// Whether changes to the text are shown without a highlight.
  package var isQuiet = false

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - title: The title of the column.
  ///   - value: A closure that returns the text for a row. The closure is called whenever the row is drawn.
  public init(_ title: String, value: @escaping (Row) -> String) {
    self.title = title
    self.value = value
  }
}
