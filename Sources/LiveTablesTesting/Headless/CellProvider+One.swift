@_spi(Adapters) public import LiveTablesCells

extension CellProvider where Cell == HeadlessCell {
  /// Returns a provider that creates cells of a single class.
  ///
  /// The view registers the class once, when it needs the first cell.
  ///
  /// - Parameters:
  ///   - type: The class of the cells.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. If cells of the same class come
  ///     from different sources, they require different reuse identifiers.
  ///   - source: The source of new cells, or `nil` to let the view create instances of the class.
  ///   - update: The way in which cells are updated when the content of a row changes.
  ///   - configure: A closure that configures a cell for a row. Start asynchronous work in the context's scope.
  public static func one<Specific: HeadlessCell>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}
