/// One view, its store, and the loop between them: `run` owns every task of it.
@usableFromInline struct TableSession<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let store: TableStore<Section, Row>
  let applier: TableApplier<Section, Row>
  private let bells: Rings<Section, Row>.Bells
  private let isShown: Bool

  /// Takes over a view from whatever was bound to it.
  ///
  /// The session does not keep the view.
  ///
  /// - Parameter first: Shown before this returns, unless the view is busy; the store knows.
  @MainActor init(
    _ view: any TableView<Section, Row>, _ store: TableStore<Section, Row>, _ options: TableOptions,
    first: TableState<Section, Row>? = nil
  ) {
    self.store = store
    var options = options
    options.name = options.name ?? store.name
    let (rings, bells) = Rings<Section, Row>.make()
    self.bells = bells
    applier = TableApplier(
      view: view, differencer: store.differencer, bindings: store.bindings, options: options, rings: rings)
    if let first { applier.showFirst(store.differencer.capture(first)) }
    isShown = first != nil
  }

  /// Keeps the view true until it ends, whatever the reason.
  func run() async -> EndReason { await store.run(on: applier, bells: bells, isShown: isShown) }

  /// Keeps the view true to a stream.
  ///
  /// - Throws: What the stream throws, after its last good table is on screen. `CancellationError` if the task is
  ///   cancelled or the binding was.
  @usableFromInline func display<S: AsyncSequence & SendableMetatype>(
    _ stream: sending S, _ state: @escaping @Sendable (S.Element) -> TableState<Section, Row>
  ) async throws where S.Element: Sendable {
    async let _ = pump(stream, state)  // if the loop ends first, leaving here cancels the stream and waits for it
    let reason = await run()
    if reason == .cancelled || Task.isCancelled { throw CancellationError() }
    if let failure = await store.failure { throw failure }
  }

  /// Hands a store to somebody, and keeps the view true to it meanwhile.
  ///
  /// When `body` has returned or thrown, what is wanted last is still shown.
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

  /// Takes from the stream as fast as it gives; the store keeps the newest.
  @concurrent private func pump<S: AsyncSequence & SendableMetatype>(
    _ stream: sending S, _ state: @Sendable (S.Element) -> TableState<Section, Row>
  ) async where S.Element: Sendable {
    do {
      var isWanted = true
      for try await element in stream {
        if !isWanted { return }
        isWanted = await store.offer(state(element))
        // The loop is over. The stream is asked once more when that has cancelled this task, so that whoever produces
        // hears of it.
        if !isWanted { await Self.cancellation() }
      }
      await store.finish()
    } catch {
      await store.finish(throwing: error)
    }
  }

  /// Returns when the task is cancelled.
  @concurrent private static func cancellation() async {
    let (silence, open) = AsyncStream.makeStream(of: Never.self)
    for await _ in silence {}
    withExtendedLifetime(open) {}
  }
}
