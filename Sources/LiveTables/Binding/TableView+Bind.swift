/// Streams that drive a view by themselves.
///
/// All of this is thin and inlinable, so that the difference is specialised for the caller's types.
extension TableView {
  /// Shows every table of a stream, until it ends, the binding is cancelled, or the view goes or is given something
  /// else.
  ///
  /// Keeps neither the view nor the binding alive.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable>(
    _ tables: S, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    attach(TableStore(for: options), options).bind(tables) { TableState($0) }
  }

  /// Shows every state of a stream: tables, each with a value of the data source's own.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable>(
    _ states: S, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == TableState<Section, Row> {
    attach(TableStore(for: options), options).bind(states) { $0 }
  }

  /// Shows the rows of a stream, all of them in one section.
  ///
  /// See the other `bind`.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable>(
    _ rows: S, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == [Row], Section == OneSection {
    attach(TableStore(for: options), options).bind(rows) { TableState(TableSnapshot(rows: $0)) }
  }

  /// Shows a first table before this returns, and then every table of a stream.
  ///
  /// If the view is being told of a change at this moment, or a drag is on, the first table follows when that is over.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable>(
    _ tables: S, initial: TableSnapshot<Section, Row>, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == TableSnapshot<Section, Row> {
    let first = TableState(initial)
    return attach(TableStore(for: options, first: first, isShown: isFree), options, first: first)
      .bind(tables) { TableState($0) }
  }

  /// Shows a first state before this returns, and then every state of a stream.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable>(
    _ states: S, initial: TableState<Section, Row>, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == TableState<Section, Row> {
    attach(TableStore(for: options, first: initial, isShown: isFree), options, first: initial).bind(states) { $0 }
  }

  /// Shows first rows before this returns, and then the rows of a stream, all of them in one section.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable>(
    _ rows: S, initial: [Row], options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element == [Row], Section == OneSection {
    let first = TableState(TableSnapshot(rows: initial))
    return attach(TableStore(for: options, first: first, isShown: isFree), options, first: first)
      .bind(rows) { TableState(TableSnapshot(rows: $0)) }
  }

  /// Shows what a store of one's own wants to be shown, beginning with all there is.
  ///
  /// The store's view before this one, if there is any, is let go.
  @discardableResult public func bind(
    _ store: TableStore<Section, Row>, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    attach(store, options).bind()
  }

  /// Whether a table can be shown at once.
  @usableFromInline var isFree: Bool { !link.isInTurn && !link.isInteracting }

  @usableFromInline func attach(
    _ store: TableStore<Section, Row>, _ options: TableOptions, first: TableState<Section, Row>
  ) -> TableSession<Section, Row> {
    TableSession(self, store, options, first: isFree ? first : nil)
  }
}

extension TableSession {
  @usableFromInline @MainActor func bind<S: AsyncSequence & Sendable>(
    _ stream: S, _ state: @escaping @Sendable (S.Element) -> TableState<Section, Row>
  ) -> TableBinding<Section, Row> where S.Element: Sendable {
    TableBinding(self, priority: applier.options.priority) { try await display(stream, state) }
  }

  @usableFromInline @MainActor func bind() -> TableBinding<Section, Row> {
    TableBinding(self, priority: applier.options.priority) { _ = await run() }
  }
}
