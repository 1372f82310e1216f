#if GTK
@_spi(Adapters) public import LiveTablesCells

extension CellProvider where Cell == GTKWidget {
  /// Returns a provider of widgets of one class.
  ///
  /// - Parameters:
  ///   - type: The class of the widgets.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. Different sources of the same
  ///     class need different reuse identifiers.
  ///   - source: The source of new widgets, or `nil` if the view creates instances of the class.
  ///   - update: How the view shows a row whose content has changed.
  ///   - configure: A closure that configures a widget for a row. Start asynchronous work in the context's scope.
  public static func one<Specific: GTKWidget>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ widget: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    cells(of: type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
  }
}
#endif
