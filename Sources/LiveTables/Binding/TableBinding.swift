/// The binding of a view to a sequence, a source or a store.
///
/// ```swift
/// let binding = view.bind(todos)
/// for await change in binding.changes { print(change) }      // until the binding ends, of itself or by `cancel()`
/// ```
///
/// You don't need to retain the binding. It updates the view until the sequence ends or the view is deallocated. The
/// binding does not keep the view alive.
@MainActor public final class TableBinding<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// The changes that the view shows, which any number of readers can iterate.
  ///
  /// If a new table looks the same as the previous one, the change has an empty changeset. For example, this occurs if
  /// pending edits hide a change to the source.
  public nonisolated let changes: Updates<AppliedChangeset<Section, Row>, Never>

  /// The view's store, which accepts your tables and edits in addition to the sequence's tables.
  public nonisolated let store: TableStore<Section, Row>

  private let applier: TableApplier<Section, Row>
  private nonisolated let task: Task<Void, any Error>

  init(
    _ view: BoundView<Section, Row>, priority: TaskPriority?, _ work: @escaping @Sendable () async throws -> Void
  ) {
    store = view.store
    applier = view.applier
    changes = view.applier.log.changes
    task = Task(priority: priority) { @concurrent in try await work() }
  }

  /// The view's link, or `nil` after the binding has ended.
  public var link: TableLink<Section, Row>? {
    guard let link = applier.view?.link, link.applier === applier else { return nil }
    return link
  }

  @usableFromInline func acceptEdits(
    of source: any TableSource<Section, Row>, _ rules: EditRules<Section, Row>,
    _ onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)?
  ) {
    if let link { ReceivingSource.begin(on: link, source, rules, onFailure) }
  }

  /// Ends the binding.
  ///
  /// After this method returns, no change is applied, and the view keeps its last table.
  public func cancel() {
    applier.end(.cancelled)
    task.cancel()
  }

  /// Waits until the binding has ended.
  ///
  /// A binding ends when its sequence has finished and the last table is on screen, when you cancel the binding, or
  /// when the view is deallocated or bound again.
  ///
  /// - Throws: The error that the sequence threw. `CancellationError` if the calling task is cancelled. Cancellation
  ///   does not affect the binding.
  public nonisolated var finished: Void {
    get async throws {
      await applier.log.waitForEnd()
      try Task.checkCancellation()
      do {
        try await task.value
      } catch is CancellationError where task.isCancelled {
        // a cancelled binding has ended as intended
      }
    }
  }
}
