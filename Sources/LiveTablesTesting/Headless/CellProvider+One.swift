public import LiveTablesCells

extension CellProvider where Cell == HeadlessCell {
  /// Returns a cell provider for cells of a single class.
  ///
  /// The view registers the class once, before it creates the first cell.
  ///
  /// - Parameters:
  ///   - type: The class of the cells.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. Different sources of the same
  ///     class need different reuse identifiers.
  ///   - source: The source of new cells, or `nil` to let the view create instances of the class.
  ///   - update: How cells are updated when the content of a row changes.
  ///   - configure: A closure that configures a cell for a row. To start asynchronous work, use the context's scope.
  public static func one<Specific: HeadlessCell>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}
