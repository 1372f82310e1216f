#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTablesCells

extension NSCollectionView {
  /// Shows every table of an async sequence, in items of one type.
  ///
  /// The type of items need not be registered: where there is a nib of its name, items come from that. Keeps neither the view
  /// nor the binding alive. The scope ends when the item is reused, the row goes or the binding ends.
  ///
  /// - Parameters:
  ///   - tables: Arrays of rows, table snapshots, or anything else that is convertible to a table.
  ///   - initial: Shown before this returns.
  ///   - item: The type of the items.
  ///   - options: How changes are shown.
  ///   - configure: Makes an item show a row, also when the row has changed.
  /// - Returns: The binding, which need not be kept.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Item: NSCollectionViewItem, Section, Row>(
    _ tables: S, initial: S.Element? = nil, item: Item.Type, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ item: Item, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> where S.Element: TableConvertible<Section, Row> & Sendable {
    CollectionViewBinder(.one(item) { configure($0, $1, $2.scope) }).attach(to: self).bind(
      tables, initial: initial, options: options)
  }

  /// Shows a source, in items of one type.
  ///
  /// - Parameters:
  ///   - source: A live table, what an operator makes of one, a query of a database.
  ///   - item: The type of the items.
  ///   - options: How changes are shown.
  ///   - configure: Makes an item show a row, also when the row has changed.
  /// - Returns: The binding, which need not be kept.
  @inlinable @discardableResult public func bind<Item: NSCollectionViewItem, Section, Row>(
    _ source: some TableSource<Section, Row>, item: Item.Type, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (_ item: Item, _ row: Row, _ scope: CellScope) -> Void
  ) -> TableBinding<Section, Row> {
    CollectionViewBinder(.one(item) { configure($0, $1, $2.scope) }).attach(to: self).bind(source, options: options)
  }
}
#endif
