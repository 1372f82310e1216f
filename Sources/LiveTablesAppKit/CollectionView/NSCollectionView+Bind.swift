#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTablesCells

extension NSCollectionView {
  /// Binds the collection view to an async sequence of tables, with items of one type.
  ///
  /// You don't need to register the item type. If there is a nib named after the type, it is used instead of the class.
  /// The binding does not retain the view, and ends when the view is deallocated. The scope of an item ends when the
  /// item is reused, when its row is deleted, or when the binding ends.
  ///
  /// - Parameters:
  ///   - tables: An async sequence of arrays of rows, table snapshots, or other values that can be converted to a
  ///     table.
  ///   - initial: A table to show before this method returns.
  ///   - item: The type of the items.
  ///   - options: The options for showing changes.
  ///   - configure: A closure that configures an item for a new or changed row.
  /// - Returns: The binding, which you don't need to keep.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Item: NSCollectionViewItem, Section, Row>(
    _ tables: S, initial: S.Element? = nil, item: Item.Type, options: BindingOptions = BindingOptions(),
    configure: @escaping @MainActor (_ item: Item, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> where S.Element: TableConvertible<Section, Row> & Sendable {
    CollectionViewBinder(.one(item) { configure($0, $1, $2.scope) }).attach(to: self).bind(
      tables, initial: initial, options: options)
  }

  /// Binds the collection view to a source, with items of one type.
  ///
  /// If you pass rules, the user can edit rows, and the edits are sent to the source:
  ///
  /// ```swift
  /// collectionView.bind(inbox, item: MailItem.self, editing: .deleting() + .moving(to: .sameSection)) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - source: A live table, the result of an operator, or a database query.
  ///   - item: The type of the items.
  ///   - rules: The edits that the user can make, or `nil` to disallow editing.
  ///   - options: The options for showing changes.
  ///   - onFailure: A closure that receives each edit that the source rejects or cannot save, and the error.
  ///   - configure: A closure that configures an item for a new or changed row.
  /// - Returns: The binding, which you don't need to keep.
  @inlinable @discardableResult public func bind<Item: NSCollectionViewItem, Section, Row>(
    _ source: some TableSource<Section, Row>, item: Item.Type, editing rules: EditRules<Section, Row>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)? = nil,
    configure: @escaping @MainActor (_ item: Item, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> {
    let binder = CollectionViewBinder<Section, Row>(.one(item) { configure($0, $1, $2.scope) }).attach(to: self)
    return binder.bind(source, editing: rules, options: options, onFailure: onFailure)
  }
}
#endif
