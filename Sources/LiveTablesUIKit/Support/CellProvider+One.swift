#if canImport(UIKit)
@_spi(Adapters) public import LiveTablesCells
public import UIKit

extension CellProvider where Cell == UITableViewCell {
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
  public static func one<Specific: UITableViewCell>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}

extension CellProvider where Cell == UITableViewHeaderFooterView {
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
  public static func one<Specific: UITableViewHeaderFooterView>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}

extension CellProvider where Cell == UICollectionViewCell {
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
  public static func one<Specific: UICollectionViewCell>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}

extension CellProvider where Cell == UICollectionReusableView {
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
  public static func one<Specific: UICollectionReusableView>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}
#endif
