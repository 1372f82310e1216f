#if canImport(UIKit)
@_spi(Adapters) public import LiveTablesCells
public import UIKit

extension CellProvider where Cell == UITableViewCell {
  /// Returns a provider of cells of one class.
  ///
  /// The view registers the class once, when it needs the first cell.
  ///
  /// - Parameters:
  ///   - type: The class of the cells.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. Different sources of the same
  ///     class need different reuse identifiers.
  ///   - source: The source of new cells, or `nil` if the view creates instances of the class.
  ///   - update: How the view shows a row whose content has changed.
  ///   - configure: A closure that configures a cell for a row. Start asynchronous work in the context's scope.
  public static func one<Specific: UITableViewCell>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}

extension CellProvider where Cell == UITableViewHeaderFooterView {
  /// Returns a provider of headers or footers of one class.
  ///
  /// The view registers the class once, when it needs the first such view.
  ///
  /// - Parameters:
  ///   - type: The class of the views.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. Different sources of the same
  ///     class need different reuse identifiers.
  ///   - source: The source of new views, or `nil` if the table view creates instances of the class.
  ///   - update: How the view shows a section whose content has changed.
  ///   - configure: A closure that configures a view for a section. Start asynchronous work in the context's scope.
  public static func one<Specific: UITableViewHeaderFooterView>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}

extension CellProvider where Cell == UICollectionViewCell {
  /// Returns a provider of cells of one class.
  ///
  /// The view registers the class once, when it needs the first cell.
  ///
  /// - Parameters:
  ///   - type: The class of the cells.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. Different sources of the same
  ///     class need different reuse identifiers.
  ///   - source: The source of new cells, or `nil` if the view creates instances of the class.
  ///   - update: How the view shows a row whose content has changed.
  ///   - configure: A closure that configures a cell for a row. Start asynchronous work in the context's scope.
  public static func one<Specific: UICollectionViewCell>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}

extension CellProvider where Cell == UICollectionReusableView {
  /// Returns a provider of supplementary views of one class.
  ///
  /// The view registers the class once, when it needs the first supplementary view.
  ///
  /// - Parameters:
  ///   - type: The class of the views.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. Different sources of the same
  ///     class need different reuse identifiers.
  ///   - source: The source of new views, or `nil` if the collection view creates instances of the class.
  ///   - update: How the view shows a section whose content has changed.
  ///   - configure: A closure that configures a view for a section. Start asynchronous work in the context's scope.
  public static func one<Specific: UICollectionReusableView>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}
#endif
