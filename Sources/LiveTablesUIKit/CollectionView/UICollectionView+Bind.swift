#if canImport(UIKit)
@_spi(Adapters) public import LiveTables
public import UIKit

/// Collection views bound to streams, stores and observable tables, with a binder that says how rows are shown.
///
/// All of these take the place of what is data source and delegate, and of what was bound before (see
/// ``CollectionViewBinder``), keep neither the view nor the binding alive, and are thin and inlinable, so that the difference
/// is specialised for the caller's types.
extension UICollectionView {
  /// Shows every table of a stream.
  ///
  /// - Parameters:
  ///   - tables: What is shown, until it ends, the binding is cancelled, or the view goes or is given something else.
  ///   - binder: Says how.
  ///   - initial: Shown before this returns.
  ///   - options: How changes are shown.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row>(
    _ tables: S, using binder: CollectionViewBinder<Section, Row>, initial: TableSnapshot<Section, Row>? = nil,
    options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    let binder = attach(binder)
    if let initial { return binder.bind(tables, initial: initial, options: options) }
    return binder.bind(tables, options: options)
  }

  /// Shows every state of a stream: tables, each with a value of the data source's own.
  ///
  /// - Parameters:
  ///   - states: What is shown, until it ends, the binding is cancelled, or the view goes or is given something else.
  ///   - binder: Says how.
  ///   - initial: Shown before this returns.
  ///   - options: How changes are shown.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row>(
    _ states: S, using binder: CollectionViewBinder<Section, Row>, initial: TableState<Section, Row>? = nil,
    options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == TableState<Section, Row> {
    let binder = attach(binder)
    if let initial { return binder.bind(states, initial: initial, options: options) }
    return binder.bind(states, options: options)
  }

  /// Shows the rows of a stream, all of them in one section.
  ///
  /// - Parameters:
  ///   - rows: What is shown, until it ends, the binding is cancelled, or the view goes or is given something else.
  ///   - binder: Says how.
  ///   - initial: Shown before this returns.
  ///   - options: How changes are shown.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row>(
    _ rows: S, using binder: CollectionViewBinder<OneSection, Row>, initial: [Row]? = nil,
    options: TableOptions = TableOptions()
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    let binder = attach(binder)
    if let initial { return binder.bind(rows, initial: initial, options: options) }
    return binder.bind(rows, options: options)
  }

  /// Shows an observable table.
  @inlinable @discardableResult public func bind<Section, Row>(
    _ table: some TableSource<Section, Row>, using binder: CollectionViewBinder<Section, Row>,
    options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    attach(binder).bind(table, options: options)
  }

  /// Shows what a store of one's own wants to be shown.
  @inlinable @discardableResult public func bind<Section, Row>(
    _ store: TableStore<Section, Row>, using binder: CollectionViewBinder<Section, Row>,
    options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    attach(binder).bind(store, options: options)
  }
}
#endif
