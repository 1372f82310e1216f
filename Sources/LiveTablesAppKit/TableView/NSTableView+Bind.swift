#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
@_spi(Adapters) public import LiveTables

/// Streams that drive a table view. All of this is on the main actor, and keeps neither the view nor the binding alive.
extension NSTableView {
  // MARK: - One kind of cell

  /// Shows the rows of a stream in cells of one type.
  ///
  /// The cell type needs no registration; where there is a nib of its name, cells come from that. Work that is begun for a
  /// row belongs into its scope, and ends by itself.
  ///
  /// - Parameters:
  ///   - rows: All rows, whenever they change.
  ///   - initial: Rows that are shown before this returns.
  ///   - cell: The type of cells.
  ///   - animation: How rows come and go; as the options say if `nil`.
  ///   - animated: Whether changes are animated; as the options say if `nil`.
  ///   - options: Everything else.
  ///   - configure: Makes a cell show a row.
  /// - Returns: The binding, which need not be kept.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row, Cell: NSView>(
    _ rows: S, initial: [Row]? = nil, cell: Cell.Type, animation: RowAnimation? = nil, animated: Bool? = nil,
    options: TableOptions = TableOptions(), configure: @escaping @MainActor (Cell, Row, CellScope) -> Void
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    bind(
      rows, initial: initial, using: TableBinder(.one(cell) { configure($0, $1, $2.scope) }), animation: animation,
      animated: animated, options: options)
  }

  /// Shows the tables of a stream in cells of one type.
  ///
  /// See the `bind` for rows.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row, Cell: NSView>(
    _ tables: S, initial: TableSnapshot<Section, Row>? = nil, cell: Cell.Type, animation: RowAnimation? = nil,
    animated: Bool? = nil, options: TableOptions = TableOptions(),
    configure: @escaping @MainActor (Cell, Row, CellScope) -> Void
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    bind(
      tables, initial: initial, using: TableBinder(.one(cell) { configure($0, $1, $2.scope) }), animation: animation,
      animated: animated, options: options)
  }

  // MARK: - By hand

  /// Shows the rows of a stream in cells that are made by hand.
  ///
  /// - Parameter make: Makes the cell of the row at a path, for instance with `makeView(withIdentifier:owner:)`.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row>(
    _ rows: S, initial: [Row]? = nil, animation: RowAnimation? = nil, animated: Bool? = nil,
    options: TableOptions = TableOptions(),
    make: @escaping @MainActor (TableSnapshot<OneSection, Row>, RowPath, NSTableView) -> NSView?
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    bind(
      rows, initial: initial, using: .byHand(in: self, make), animation: animation, animated: animated, options: options
    )
  }

  /// Shows the tables of a stream in cells that are made by hand.
  ///
  /// See the `bind` for rows.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row>(
    _ tables: S, initial: TableSnapshot<Section, Row>? = nil, animation: RowAnimation? = nil, animated: Bool? = nil,
    options: TableOptions = TableOptions(),
    make: @escaping @MainActor (TableSnapshot<Section, Row>, RowPath, NSTableView) -> NSView?
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    bind(
      tables, initial: initial, using: .byHand(in: self, make), animation: animation, animated: animated,
      options: options)
  }

  // MARK: - With a binder

  /// Shows the rows of a stream as a binder does it.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Row>(
    _ rows: S, initial: [Row]? = nil, using binder: TableBinder<OneSection, Row>, animation: RowAnimation? = nil,
    animated: Bool? = nil, options: TableOptions = TableOptions()
  ) -> TableBinding<OneSection, Row> where S.Element == [Row] {
    binder.install(on: self)
    let options = options.with(animation: animation, animated: animated)
    guard let initial else { return binder.bind(rows, options: options) }
    return binder.bind(rows, initial: initial, options: options)
  }

  /// Shows the tables of a stream as a binder does it.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable, Section, Row>(
    _ tables: S, initial: TableSnapshot<Section, Row>? = nil, using binder: TableBinder<Section, Row>,
    animation: RowAnimation? = nil, animated: Bool? = nil, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    binder.install(on: self)
    let options = options.with(animation: animation, animated: animated)
    guard let initial else { return binder.bind(tables, options: options) }
    return binder.bind(tables, initial: initial, options: options)
  }

  /// Shows what a store wants to be shown, as a binder does it.
  @discardableResult public func bind<Section, Row>(
    _ store: TableStore<Section, Row>, using binder: TableBinder<Section, Row>, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    binder.install(on: self)
    return binder.bind(store, options: options)
  }
}

extension TableBinder {
  /// A binder whose cells are made by a closure.
  @usableFromInline static func byHand(
    in tableView: NSTableView,
    _ make: @escaping @MainActor (TableSnapshot<Section, Row>, RowPath, NSTableView) -> NSView?
  ) -> TableBinder {
    let place = Place()
    let binder = TableBinder(
      .byHand { _, context, _ in
        guard let binder = place.binder, let view = binder.tableView else { return nil }
        return make(binder.link.table, context.path, view)
      })
    place.binder = binder
    return binder
  }

  @MainActor private final class Place {
    weak var binder: TableBinder?
  }
}
#endif
