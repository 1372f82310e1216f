/// Sequences that update a view by themselves.
///
/// All of this is thin and inlinable, so that diffing is specialised for the caller's types.
extension TableView {
  /// Binds the view to an async sequence: every element is shown as a table.
  ///
  /// ```swift
  /// view.bind(todos)                        // an AsyncSequence of arrays, tables or table states
  /// view.bind(todos, initial: [])
  /// ```
  ///
  /// The binding ends with the sequence, when it is cancelled, or when the view goes or is bound to something else. It
  /// keeps neither the view nor itself alive. The sequence is read off the main actor. Tables that arrive faster than
  /// they can be shown are skipped; the last one is always shown. What the sequence throws is reported to
  /// ``TableOptions/onDiagnostic``, and thrown by ``TableBinding/finished``.
  ///
  /// The call that was made last wins: if this one leads to code that binds the view, the end of a cell's scope for
  /// example, that binding stays, and this one ends as replaced.
  ///
  /// An `AsyncStream` can be read once only. To bind it again, or to several views, make a ``SequenceSource`` of it and
  /// bind that.
  ///
  /// - Parameters:
  ///   - tables: Arrays of rows, `TableSnapshot`s, ``TableState``s, or other elements that are convertible to tables.
  ///   - initial: Shown before this returns. During an update of the view or a drag, it follows when that is over.
  ///   - options: How tables are shown.
  /// - Returns: The binding; it need not be kept.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable>(
    _ tables: S, initial: S.Element? = nil, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element: TableConvertible<Section, Row> & Sendable {
    attach(first: initial?.tableState, options).bind(tables) { $0.tableState }
  }

  /// Explains what a view cannot be bound to.
  ///
  /// - Parameter tables: A sequence of something else.
  @available(
    *, unavailable,
    message: """
      it has to be Sendable, and its elements tables of the view's Section and Row, which are Diffable, or arrays of Row where \
      Section is OneSection; map arrays to sections by TableSnapshot(grouping:by:)
      """
  )
  @_disfavoredOverload @discardableResult public func bind<S: AsyncSequence>(
    _ tables: S, initial: S.Element? = nil, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    attach(options).bind()
  }

  /// Explains that rows alone never change.
  ///
  /// - Parameter rows: An array, or a table.
  @available(
    *, unavailable,
    message: "rows alone never change: bind an AsyncSequence of tables or a LiveTable(rows:), or show them by show(_:)"
  )
  @_disfavoredOverload @discardableResult public func bind(
    _ rows: some Collection<Row>, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> {
    attach(options).bind()
  }

  /// Attaches a store made for this view, and shows a first table unless the view is busy.
  @inlinable func attach(
    first: TableState<Section, Row>? = nil, _ options: TableOptions
  ) -> TableSession<Section, Row> {
    guard let first else { return attach(TableStore(for: options), options) }
    return attach(TableStore(for: options, first: first, isShown: isFree), options, first: isFree ? first : nil)
  }

  @usableFromInline func attach(
    _ store: TableStore<Section, Row>, _ options: TableOptions, first: TableState<Section, Row>? = nil
  ) -> TableSession<Section, Row> {
    TableSession(self, store, options, first: first)
  }

  /// Whether a table can be shown at once.
  @usableFromInline var isFree: Bool { !link.screen.isBusy }
}

extension TableSession {
  @usableFromInline @MainActor func bind<S: AsyncSequence & Sendable>(
    _ stream: S, _ state: @escaping @Sendable (S.Element) -> TableState<Section, Row>
  ) -> TableBinding<Section, Row> where S.Element: Sendable {
    TableBinding(self, priority: applier.priority) {
      do {
        try await display(stream, state)
      } catch let error where !(error is CancellationError) {
        await applier.report(error)
        throw error
      }
    }
  }

  @usableFromInline @MainActor func bind() -> TableBinding<Section, Row> {
    TableBinding(self, priority: applier.priority) { _ = await run() }
  }
}
