/// Methods that bind a view to an async sequence.
///
/// These methods are thin and inlinable, so that diffing is specialized for the caller's types.
extension TableView {
  /// Binds the view to an async sequence, and shows each element as a table.
  ///
  /// ```swift
  /// view.bind(todos)                        // an AsyncSequence of arrays, tables or table states
  /// view.bind(todos, initial: [])
  /// ```
  ///
  /// The binding ends when the sequence ends, when you cancel the binding, or when the view is deallocated or bound
  /// again. The binding does not keep the view alive, and you don't need to retain the binding. The sequence is
  /// iterated off the main actor. Tables that arrive faster than they can be shown are skipped, but the last table is
  /// always shown. An error thrown by the sequence is passed to ``BindingOptions/onDiagnostic``, and rethrown by
  /// ``TableBinding/finished``.
  ///
  /// If this call causes other code to bind the view, for example at the end of a cell's scope, the later binding
  /// replaces this one.
  ///
  /// You can iterate an `AsyncStream` only once. To bind a stream again, or to several views, bind a
  /// ``SequenceSource``.
  ///
  /// - Parameters:
  ///   - tables: A sequence of arrays of rows, `TableSnapshot`s, ``TableState``s, or other ``TableConvertible`` values.
  ///   - initial: A table to show before this method returns. If the view is being updated or the user is dragging a
  ///     row, the table is shown afterwards.
  ///   - options: Options that determine how tables are shown.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable>(
    _ tables: S, initial: S.Element? = nil, options: BindingOptions = BindingOptions()
  ) -> TableBinding<Section, Row> where S.Element: TableConvertible<Section, Row> & Sendable {
    attach(first: initial?.tableState, options).bind(tables) { $0.tableState }
  }

  /// This method is unavailable because the elements of the sequence are not tables of this view.
  ///
  /// - Parameter tables: A sequence whose elements are not tables.
  @available(
    *, unavailable,
    message: """
      it has to be Sendable, and its elements tables of the view's Section and Row, which are Diffable, or arrays of Row where \
      Section is OneSection; map arrays to sections by TableSnapshot(grouping:by:)
      """
  )
  @_disfavoredOverload @discardableResult public func bind<S: AsyncSequence>(
    _ tables: S, initial: S.Element? = nil, options: BindingOptions = BindingOptions()
  ) -> TableBinding<Section, Row> {
    attach(options).bind()
  }

  /// This method is unavailable because an array or a table never changes.
  ///
  /// - Parameter rows: An array or a table.
  @available(
    *, unavailable,
    message: "rows alone never change: bind an AsyncSequence of tables or a LiveTable(rows:), or show them by show(_:)"
  )
  @_disfavoredOverload @discardableResult public func bind(
    _ rows: some Collection<Row>, options: BindingOptions = BindingOptions()
  ) -> TableBinding<Section, Row> {
    attach(options).bind()
  }

  @inlinable func attach(
    first: TableState<Section, Row>? = nil, _ options: BindingOptions
  ) -> UpdateLoop<Section, Row> {
    guard let first else { return attach(TableStore(for: options), options) }
    return attach(TableStore(for: options, first: first, isShown: isFree), options, first: isFree ? first : nil)
  }

  @usableFromInline func attach(
    _ store: TableStore<Section, Row>, _ options: BindingOptions, first: TableState<Section, Row>? = nil
  ) -> UpdateLoop<Section, Row> {
    UpdateLoop(self, store, options, first: first)
  }

  @usableFromInline var isFree: Bool { !link.screen.isBusy }
}

extension UpdateLoop {
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
