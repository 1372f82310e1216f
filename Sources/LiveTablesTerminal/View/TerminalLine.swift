public import LiveTables

/// A line of a table in a terminal: what a cell, a header or a footer is there.
///
/// A line with a text shows that, over all columns. A line of a row without one shows what the columns say of the row.
@MainActor public final class TerminalLine {
  /// How a text looks.
  public struct Look: Hashable, Sendable {
    let style: Style

    /// As the terminal shows text by itself.
    public static let plain = Look(style: .plain)
    /// What stands above something.
    public static let title = Look(style: Style(.magenta, .bold))
    /// What is to be seen first.
    public static let strong = Look(style: Style(nil, .bold))
    /// What is there to be looked up.
    public static let dim = Look(style: Style(nil, .dim))
    /// What is well.
    public static let good = Look(style: Style(.green))
    /// What needs care.
    public static let warning = Look(style: Style(.yellow))
    /// What is wrong.
    public static let alarm = Look(style: Style(.red, .bold))
  }

  /// What it shows; `nil` for the columns.
  ///
  /// Control characters in it are shown, never sent to the terminal.
  public var text: String? { didSet { if text != oldValue { onChange?() } } }

  /// How the text looks.
  public var look: Look { didSet { if look != oldValue { onChange?() } } }

  /// Whether the number of the section's rows follows the text.
  public var showsRowCount = false { didSet { if showsRowCount != oldValue { onChange?() } } }

  /// Draws the line again.
  var onChange: (() -> Void)?

  /// Creates a line.
  public init(_ text: String? = nil, _ look: Look = .plain) {
    self.text = text
    self.look = look
  }

  /// Shows a text, in a look of its own.
  public func show(_ text: String, _ look: Look = .plain) {
    self.text = text
    self.look = look
  }
}

extension CellKind where Cell == TerminalLine {
  /// Rows that are shown in the columns.
  public static var columns: CellKind {
    CellKind(TerminalLine.self, reuseIdentifier: "columns") { line, _, _ in line.text = nil }
  }
}
