/// A class whose subclasses can be provided as cells.
///
/// The base class of a view's cells conforms to this protocol, and its subclasses inherit the conformance. A base class
/// of your own needs no further code:
///
/// ```swift
/// class Line {}
/// extension Line: ProvidedCell {}
/// ```
@MainActor public protocol ProvidedCell: AnyObject {
  /// The base class, which is the class that conforms to this protocol itself.
  associatedtype CellBase: AnyObject = Self
}

extension CellProvider {
  /// Returns a provider of cells, headers, or footers of one class.
  ///
  /// The view registers the class once, when it needs the first cell.
  ///
  /// - Parameters:
  ///   - type: The class of the cells.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. Different sources of the same
  ///     class need different reuse identifiers.
  ///   - source: The source of new cells, or `nil` if the view creates instances of the class.
  ///   - update: How the view shows a row whose content has changed.
  ///   - configure: A closure that configures a cell for a row, or a header or footer for a section. Start asynchronous
  ///     work in the context's scope.
  public static func one<Specific: ProvidedCell>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider where Specific.CellBase == Cell {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}
