/// A column of a table in a terminal: its title, and the text that it shows of a row.
///
/// Numbers stand on the right, other text on the left, as the contents turn out to be.
///
/// ```swift
/// TerminalColumn("PID") { String($0.pid) }
/// ```
public struct TerminalColumn<Row> {
  /// What stands above the column.
  package var title: String
  /// What the column shows of a row.
  ///
  /// Control characters in it are shown, never sent to the terminal.
  package var value: (Row) -> String

  /// How the text of a row looks: numbers and semicolons, as in the escape sequence that selects it (SGR).
  package var rendition: ((Row) -> String?)?

  /// Whether a change of its text does not stand out.
  package var isQuiet = false

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - title: What stands above it.
  ///   - value: The text for a row. It is called for rows that are drawn, and whenever they are.
  public init(_ title: String, value: @escaping (Row) -> String) {
    self.title = title
    self.value = value
  }
}
