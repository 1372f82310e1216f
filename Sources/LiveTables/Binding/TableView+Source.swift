/// Methods that bind a view to a source. They are inlinable, so that diffing is specialized for the caller's types.
extension TableView {
  /// Binds the view to a source, such as a live table, a derived or joined table, an outline, a query or a store.
  ///
  /// ```swift
  /// view.bind(inbox, editing: .deleting() + .moving(to: .sameSection)) { edit, error in show(error) }
  /// ```
  ///
  /// The binding ends when the source ends, when you cancel the binding, or when the view is deallocated or bound
  /// again. The binding does not keep the view alive, and you don't need to retain the binding.
  ///
  /// A ``TableStore`` belongs to one view at a time. Binding a store reloads the view, ends the binding of the store's
  /// previous view, and passes the user's edits to the store.
  ///
  /// If you pass rules, the source accepts or refuses an edit in the same main-actor job in which the edit is shown. If
  /// the source accepts the edit, its later tables include the edit, and earlier tables are shown with the edit applied.
  /// If the source refuses the edit later, the view shows the source's table without it. The view does not offer kinds
  /// of edits that the source does not accept, and reports these kinds as
  /// ``TableDiagnostic/Problem/notEditable(_:_:)``.
  ///
  /// - Parameters:
  ///   - source: The source to show. Users can edit it if it is an ``EditableSource``.
  ///   - rules: The rules for the user's edits until the binding ends, or `nil` to pass no edits to the source.
  ///   - options: Options that determine how tables are shown.
  ///   - onFailure: A closure that receives every edit that the source has refused or could not save, along with the
  ///     error. Without this closure, and after the binding has ended, the error is reported as
  ///     ``TableDiagnostic/Problem/editFailed(_:)``. The view keeps the closure until the binding ends, so capture the
  ///     view weakly.
  @inlinable @discardableResult public func bind(
    _ source: some TableSource<Section, Row>, editing rules: EditRules<Section, Row>? = nil,
    options: BindingOptions = BindingOptions(),
    onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)? = nil
  ) -> TableBinding<Section, Row> {
    let binding: TableBinding<Section, Row>
    if let store = source.asStore {
      binding = BoundView(self, store, options).start()
    } else {
      binding = bind(source.states, options: options)
    }
    if let rules { binding.acceptEdits(of: source, rules, onFailure) }
    return binding
  }

  /// Shows the tables of a source until the source ends.
  ///
  /// - Parameters:
  ///   - source: The source to show.
  ///   - options: Options that determine how tables are shown.
  /// - Throws: The error that ended the source. `CancellationError` if the task is cancelled.
  @inlinable public consuming func display(
    _ source: some TableSource<Section, Row>, options: BindingOptions = BindingOptions()
  ) async throws {
    try Task.checkCancellation()
    if let store = source.asStore {
      let view = BoundView(self, store, options)
      _ = consume self  // otherwise an awaited method would keep its receiver alive
      return try await view.display()
    }
    try await display(source.states, options: options)
  }
}
