#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTables

/// Streams that drive a collection view. All of this is on the main actor, and keeps neither the view nor the binding
/// alive.
extension NSCollectionView {
  /// Shows the rows of a stream in items of one type.
  ///
  /// The type needs no registration; where there is a nib of its name, items come from that. Work that is begun for a row
  /// belongs into its scope, and ends by itself.
  ///
  /// - Parameters:
  ///   - rows: All rows, whenever they change.
  ///   - initial: Rows that are shown before this returns.
  ///   - item: The type of items.
  ///   - animated: Whether changes are animated; as the options say if `nil`.
  ///   - options: Everything else.
  ///   - configure: Makes an item show a row.
  /// - Returns: The binding, which need not be kept.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row, Item: NSCollectionViewItem>(
    _ rows: S, initial: [Row]? = nil, item: Item.Type, animated: Bool? = nil, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (Item, Row, CellScope) -> Void
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    bind(
      rows, initial: initial, using: CollectionViewBinder(.one(item) { configure($0, $1, $2.scope) }),
      animated: animated, options: options)
  }

  /// Shows the tables of a stream in items of one type.
  ///
  /// See the `bind` for rows.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row, Item: NSCollectionViewItem>(
    _ tables: S, initial: TableSnapshot<Section, Row>? = nil, item: Item.Type, animated: Bool? = nil,
    options: TableOptions = TableOptions(), configure: @escaping @MainActor (Item, Row, CellScope) -> Void
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    bind(
      tables, initial: initial, using: CollectionViewBinder(.one(item) { configure($0, $1, $2.scope) }),
      animated: animated, options: options)
  }

  /// Shows the rows of a stream as a binder does it.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row>(
    _ rows: S, initial: [Row]? = nil, using binder: CollectionViewBinder<OneSection, Row>, animated: Bool? = nil,
    options: TableOptions = TableOptions()
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    binder.install(on: self)
    let options = options.with(animation: nil, animated: animated)
    guard let initial else { return binder.bind(rows, options: options) }
    return binder.bind(rows, initial: initial, options: options)
  }

  /// Shows the tables of a stream as a binder does it.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row>(
    _ tables: S, initial: TableSnapshot<Section, Row>? = nil, using binder: CollectionViewBinder<Section, Row>,
    animated: Bool? = nil, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    binder.install(on: self)
    let options = options.with(animation: nil, animated: animated)
    guard let initial else { return binder.bind(tables, options: options) }
    return binder.bind(tables, initial: initial, options: options)
  }

  /// Shows what a store wants to be shown, as a binder does it.
  @discardableResult public func bind<Section, Row>(
    _ store: TableStore<Section, Row>, using binder: CollectionViewBinder<Section, Row>,
    options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    binder.install(on: self)
    return binder.bind(store, options: options)
  }
}
#endif
