#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTablesCells

extension NSView: ProvidedCell {}

extension NSCollectionViewItem: ProvidedCell {}

extension NSTableView: CellView {
  /// Attaches a new `TableViewBinder` to this view.
  @_spi(Adapters) public func _attachBinder<Section, Row>(
    _ provider: CellProvider<Section, Row, NSView>, isEditable: Bool
  ) -> ViewBinder<NSTableView, Section, Row> { TableViewBinder(provider).attach(to: self) }
}

extension NSCollectionView: CellView {
  /// Attaches a new `CollectionViewBinder` to this view.
  @_spi(Adapters) public func _attachBinder<Section, Row>(
    _ provider: CellProvider<Section, Row, NSCollectionViewItem>, isEditable: Bool
  ) -> ViewBinder<NSCollectionView, Section, Row> { CollectionViewBinder(provider).attach(to: self) }
}
#endif
