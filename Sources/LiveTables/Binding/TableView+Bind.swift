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
    bound(first: initial?.tableState, options).start(tables) { $0.tableState }
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
    bound(options).start()
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
    bound(options).start()
  }

  /// Returns the view, bound to a new store that first shows the given table.
  @inlinable func bound(
    first: TableState<Section, Row>? = nil, _ options: BindingOptions
  ) -> BoundView<Section, Row> {
    let isShownNow = first != nil && !isBusy
    let store = TableStore(for: options, first: first, isShown: first == nil || isShownNow)
    return BoundView(self, store, options, first: isShownNow ? first : nil)
  }

  @usableFromInline var isBusy: Bool { link.screen.isBusy }
}
