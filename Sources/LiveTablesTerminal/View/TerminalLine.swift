public import LiveTablesCells

/// A line of text that shows a cell, header, or footer in a terminal table.
///
/// If ``text`` is not `nil`, it spans all columns. Otherwise, the line shows the row's columns.
@MainActor public final class TerminalLine {
  /// The style of the text.
  public enum Look: Hashable, Sendable {
    /// Text without a style.
    case plain
    /// The title of a section.
    case title
    /// Emphasized text.
    case strong
    /// Less important text.
    case dim
    /// Text that indicates success.
    case good
    /// Text that indicates a warning.
    case warning
    /// Text that indicates an error.
    case alarm

    var style: Style {
      switch self {
      case .plain: .plain
      case .title: Style(.magenta, .bold)
      case .strong: Style(nil, .bold)
      case .dim: Style(nil, .dim)
      case .good: Style(.green)
      case .warning: Style(.yellow)
      case .alarm: Style(.red, .bold)
      }
    }
  }

  /// The text to show across all columns, with control characters made visible, or `nil` to show the columns.
  public var text: String? { didSet { if text != oldValue { onChange?() } } }

  package var look: Look { didSet { if look != oldValue { onChange?() } } }

  /// Whether to append the number of rows in the section to the text.
  package var showsRowCount = false { didSet { if showsRowCount != oldValue { onChange?() } } }

  var onChange: (() -> Void)?

  /// Creates a line with a text and its style.
  public init(_ text: String? = nil, _ look: Look = .plain) {
    self.text = text
    self.look = look
  }

  /// Sets the text and its style.
  public func show(_ text: String, _ look: Look = .plain) {
    self.text = text
    self.look = look
  }
}

extension TerminalLine: ProvidedCell {}

extension CellProvider where Cell == TerminalLine {
  /// A provider of cells that show the columns.
  public static var columns: CellProvider {
    .one(TerminalLine.self, reuseIdentifier: "columns") { _, _, _ in }
  }
}
