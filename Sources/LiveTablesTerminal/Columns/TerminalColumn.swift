/// A column of a table in a terminal: its title, and the text that it shows of a row.
///
/// ```swift
/// TerminalColumn("PID") { String($0.pid) }
/// ```
public struct TerminalColumn<Row> {
  /// At which side of the column its text stands.
  public struct Alignment: Hashable, Sendable {
    private enum Side: Hashable, Sendable { case automatic, leading, trailing }
    private let side: Side

    /// Numbers on the right, other text on the left, as the contents turn out to be.
    public static var automatic: Alignment { Alignment(side: .automatic) }
    /// On the left.
    public static var leading: Alignment { Alignment(side: .leading) }
    /// On the right.
    public static var trailing: Alignment { Alignment(side: .trailing) }

    func isRight(numeric: Bool) -> Bool { side == .trailing || side == .automatic && numeric }
  }

  /// What stands above the column.
  public var title: String
  /// At which side text stands.
  public var alignment: Alignment
  /// What the column shows of a row.
  ///
  /// Control characters in it are shown, never sent to the terminal.
  public var value: (Row) -> String

  /// How the text of a row looks: numbers and semicolons, as in the escape sequence that selects it (SGR).
  package var rendition: ((Row) -> String?)?

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - title: What stands above it.
  ///   - alignment: At which side text stands.
  ///   - value: The text for a row. It is called for rows that are drawn, and whenever they are.
  public init(_ title: String, alignment: Alignment = .automatic, value: @escaping (Row) -> String) {
    self.title = title
    self.alignment = alignment
    self.value = value
  }
}
