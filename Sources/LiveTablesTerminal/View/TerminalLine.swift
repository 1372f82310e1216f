@_spi(Adapters) public import LiveTablesCells

/// A line of a table in a terminal: what a cell, a header or a footer is there.
///
/// A line with a text shows that, over all columns. A line of a row without one shows what the columns say of the row.
@MainActor public final class TerminalLine {
  /// How a text looks.
  public enum Look: Hashable, Sendable {
    /// As the terminal shows text by itself.
    case plain
    /// A title above rows.
    case title
    /// Text that stands out.
    case strong
    /// Text of less importance.
    case dim
    /// A good result.
    case good
    /// A warning.
    case warning
    /// An error.
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

  /// What it shows; `nil` for the columns.
  ///
  /// Control characters in it are shown, never sent to the terminal.
  public var text: String? { didSet { if text != oldValue { onChange?() } } }

  /// How the text looks.
  package var look: Look { didSet { if look != oldValue { onChange?() } } }

  /// Whether the number of the section's rows follows the text.
  package var showsRowCount = false { didSet { if showsRowCount != oldValue { onChange?() } } }

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

extension CellProvider where Cell == TerminalLine {
  /// Cells of one class for all rows.
  ///
  /// The view registers the class when it needs the first cell, and once.
  ///
  /// - Parameters:
  ///   - type: The class of the cells.
  ///   - reuseIdentifier: The name under which cells are reused; by default the name of the class. Cells of one class
  ///     that come from different sources need different names.
  ///   - source: Where cells come from; by default the view makes them of the class.
  ///   - update: How a row with new content is shown.
  ///   - configure: Makes a cell show a row. Work that it starts belongs into the context's scope.
  public static func one<Specific: TerminalLine>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }

  /// Rows that are shown in the columns.
  public static var columns: CellProvider {
    .one(TerminalLine.self, reuseIdentifier: "columns") { _, _, _ in }
  }
}
