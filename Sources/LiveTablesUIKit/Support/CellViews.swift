#if canImport(UIKit)
@_spi(Adapters) public import LiveTablesCells
public import UIKit

extension UITableViewCell: ProvidedCell {}

extension UITableViewHeaderFooterView: ProvidedCell {}

// A subclass cannot conform again, so `UICollectionReusableView` does not conform.
extension UICollectionViewCell: ProvidedCell {}

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

extension UITableView: CellView {
  /// Attaches a new `TableViewBinder` to this view.
  @_spi(Adapters) public func _attachBinder<Section, Row>(
    _ provider: CellProvider<Section, Row, UITableViewCell>, isEditable: Bool
  ) -> ViewBinder<UITableView, Section, Row> {
    let binder = TableViewBinder(provider).attach(to: self)
    #if !os(tvOS)
    binder.reordersByDragging = isEditable
    #endif
    return binder
  }
}

extension UICollectionView: CellView {
  /// Attaches a new `CollectionViewBinder` to this view.
  @_spi(Adapters) public func _attachBinder<Section, Row>(
    _ provider: CellProvider<Section, Row, UICollectionViewCell>, isEditable: Bool
  ) -> ViewBinder<UICollectionView, Section, Row> {
    let binder = CollectionViewBinder(provider).attach(to: self)
    #if !os(tvOS)
    binder.reordersByDragging = isEditable
    #endif
    return binder
  }
}
#endif
