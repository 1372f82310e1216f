#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTablesCells

extension CellProvider where Cell == NSView {
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
  public static func one<Specific: NSView>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}

extension CellProvider where Cell == NSCollectionViewItem {
  /// Returns a provider of items of one class.
  ///
  /// The view registers the class once, when it needs the first item.
  ///
  /// - Parameters:
  ///   - type: The class of the items.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. Different sources of the same
  ///     class need different reuse identifiers.
  ///   - source: The source of new items, or `nil` if the view creates instances of the class.
  ///   - update: How the view shows a row whose content has changed.
  ///   - configure: A closure that configures an item for a row. Start asynchronous work in the context's scope.
  public static func one<Specific: NSCollectionViewItem>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}
#endif
