#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTablesCells

extension NSOutlineView {
  /// Reports that an outline view cannot show a table.
  ///
  /// An outline view inherits the method that binds a table view. The compiler prefers this method, and warns.
  @available(*, deprecated, message: "An outline view shows outlines. Bind a LiveOutline.")
  @inlinable @discardableResult public func bind<Specific: ProvidedCell, Section, Row>(
    _ source: some TableSource<Section, Row>, cell: Specific.Type, editing rules: EditRules<Section, Row>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)? = nil,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> where Specific.CellBase == NSView {
    (self as NSTableView).bind(
      source, cell: cell, editing: rules, options: options, onFailure: onFailure, configure: configure)
  }
}
#endif
