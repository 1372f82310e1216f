/// A view that is bound to a store.
///
/// The store updates the view in the caller's task, or in a task of the binding that `start()` returns.
@usableFromInline struct BoundView<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let store: TableStore<Section, Row>
  let applier: TableApplier<Section, Row>
  private let isShown: Bool

  /// Replaces the previous binding of a view, without keeping the view alive.
  ///
  /// - Parameters:
  ///   - first: The store's first table, which the view shows before this method returns.
  @MainActor @usableFromInline init(
    _ view: any TableView<Section, Row>, _ store: TableStore<Section, Row>, _ options: BindingOptions,
    first: TableState<Section, Row>? = nil
  ) {
    self.store = store
    var options = options
    options.name = options.name ?? store.name
    applier = TableApplier(
      view: view, differencer: store.differencer, bindings: store.bindings, options: options)
    if let first { applier.showFirst(store.differencer.capture(first)) }
    isShown = first != nil
  }

  private func run() async -> EndReason { await store.run(on: applier, isShown: isShown) }

  /// Updates the view in a new task until the store is finished.
  @MainActor @usableFromInline func start() -> TableBinding<Section, Row> {
    TableBinding(self, priority: applier.priority) { _ = await run() }
  }

  /// Updates the view in a new task with the elements of a sequence, and reports the error that the sequence throws.
  @MainActor @usableFromInline func start<S: AsyncSequence & Sendable>(
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

  /// Updates the view with the elements of a sequence until the sequence ends.
  ///
  /// - Throws: The error that the sequence threw, once the previous table is on screen. `CancellationError` if the task
  ///   or the binding is cancelled.
  @usableFromInline func display<S: AsyncSequence & SendableMetatype>(
    _ stream: sending S, _ state: @escaping @Sendable (S.Element) -> TableState<Section, Row>
  ) async throws where S.Element: Sendable {
    async let _ = pump(stream, state)  // cancelled and awaited here if the loop ends first
    try await display()
  }

  /// Updates the view until the store is finished.
  ///
  /// - Throws: The error that finished the store, once the last table is on screen. `CancellationError` if the task or
  ///   the binding is cancelled.
  @usableFromInline func display() async throws {
    let reason = await run()
    if reason == .cancelled || Task.isCancelled { throw CancellationError() }
    if let failure = await store.failure { throw failure }
  }

  /// Updates the view until the closure returns, and then shows the last table.
  @usableFromInline func with<Result>(
    _ body: (TableStore<Section, Row>) async throws -> Result
  ) async rethrows -> Result {
    async let end = run()
    do {
      let result = try await body(store)
      await store.finish()
      _ = await end
      return result
    } catch {
      await store.finish()
      _ = await end
      throw error
    }
  }

  /// Reads the sequence without waiting for the view, because the store keeps only the newest table.
  ///
  /// If the task is cancelled, the update loop has ended, so the store has also ended or belongs to another view.
  @concurrent private func pump<S: AsyncSequence & SendableMetatype>(
    _ stream: sending S, _ state: @Sendable (S.Element) -> TableState<Section, Row>
  ) async where S.Element: Sendable {
    do {
      var isWanted = true
      for try await element in stream {
        if !isWanted { return }
        isWanted = await store.offer(state(element), at: .now)
        // The update loop has ended. After it has cancelled this task, one more element is requested so that the
        // sequence's producer is cancelled.
        if !isWanted { await Self.cancellation() }
      }
      if !Task.isCancelled { await store.finish() }
    } catch {
      if !Task.isCancelled { await store.finish(throwing: error) }
    }
  }

  @concurrent private static func cancellation() async {
    let (silence, open) = AsyncStream.makeStream(of: Never.self)
    for await _ in silence {}
    withExtendedLifetime(open) {}
  }
}
