@_spi(Adapters) public import LiveTablesCells

extension CellProvider where Cell == HeadlessCell {
  /// Returns a provider of cells of one class.
  ///
  /// The view registers the class once, when it needs the first cell.
  ///
  /// - Parameters:
  ///   - type: The class of the cells.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. If cells of one class come from
  ///     different sources, they need different reuse identifiers.
  ///   - source: The source of new cells, or `nil` if the view creates instances of the class.
  ///   - update: How to show a row with changed content.
  ///   - configure: A closure that configures a cell for a row. Start asynchronous work in the context's scope.
  public static func one<Specific: HeadlessCell>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}
