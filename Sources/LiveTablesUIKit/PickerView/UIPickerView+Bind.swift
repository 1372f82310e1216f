#if canImport(UIKit) && !os(tvOS)
@_spi(Adapters) public import LiveTables
public import UIKit

/// Picker views bound to streams, stores and observable tables.
///
/// All of these take the place of what is data source and delegate, and of what was bound before (see
/// ``PickerViewBinder``), keep neither the view nor the binding alive, and are thin and inlinable, so that the difference
/// is specialised for the caller's types.
extension UIPickerView {
  /// Shows every table of a stream: each section is a wheel.
  ///
  /// - Parameters:
  ///   - tables: What is shown, until it ends, the binding is cancelled, or the view goes or is given something else.
  ///   - binder: Says how.
  ///   - initial: Shown before this returns.
  ///   - options: How changes are shown.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row>(
    _ tables: S, using binder: PickerViewBinder<Section, Row>, initial: TableSnapshot<Section, Row>? = nil,
    options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    let binder = attach(binder)
    if let initial { return binder.bind(tables, initial: initial, options: options) }
    return binder.bind(tables, options: options)
  }

  /// Shows the rows of a stream in one wheel.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row>(
    _ rows: S, using binder: PickerViewBinder<OneSection, Row>, initial: [Row]? = nil,
    options: TableOptions = TableOptions()
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    let binder = attach(binder)
    if let initial { return binder.bind(rows, initial: initial, options: options) }
    return binder.bind(rows, options: options)
  }

  /// Shows an observable table: each section is a wheel.
  @inlinable @discardableResult public func bind<Section, Row>(
    _ table: some TableSource<Section, Row>, using binder: PickerViewBinder<Section, Row>,
    options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    attach(binder).bind(table, options: options)
  }

  /// Shows what a store of one's own wants to be shown: each section is a wheel.
  @inlinable @discardableResult public func bind<Section, Row>(
    _ store: TableStore<Section, Row>, using binder: PickerViewBinder<Section, Row>,
    options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    attach(binder).bind(store, options: options)
  }

  // MARK: - In a line

  /// Shows every table of a stream as texts: each section is a wheel.
  ///
  /// ```swift
  /// pickerView.bind(times) { "\($0)" }
  /// ```
  ///
  /// - Parameters:
  ///   - tables: What is shown, until it ends, the binding is cancelled, or the view goes or is given something else.
  ///   - options: How changes are shown.
  ///   - title: The text of a row.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row>(
    _ tables: S, options: TableOptions = TableOptions(), title: @escaping @MainActor (_ row: Row) -> String
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    bind(tables, using: PickerViewBinder(title: title), options: options)
  }

  /// Shows the rows of a stream as texts in one wheel.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row>(
    _ rows: S, options: TableOptions = TableOptions(), title: @escaping @MainActor (_ row: Row) -> String
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    bind(rows, using: PickerViewBinder(title: title), options: options)
  }

  /// Shows an observable table as texts: each section is a wheel.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<Section, Row>(
    _ table: some TableSource<Section, Row>, options: TableOptions = TableOptions(),
    title: @escaping @MainActor (_ row: Row) -> String
  ) -> TableBinding<Section, Row> {
    bind(table, using: PickerViewBinder(title: title), options: options)
  }
}
#endif
