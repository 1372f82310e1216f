/// The binding of a view to a sequence, a source or a store.
///
/// ```swift
/// let binding = view.bind(todos)
/// for await change in binding.changes { print(change) }      // until the binding ends, of itself or by `cancel()`
/// ```
///
/// It need not be kept: the view is updated until the sequence ends, and the binding ends with the view. Keeping the binding
/// does not keep the view.
@MainActor public final class TableBinding<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// The changes that the view shows, for any number of readers.
  ///
  /// A table that changes nothing on screen is among them, with an empty changeset. For instance, a source may change below
  /// edits that wait for an answer.
  public nonisolated let changes: Updates<AppliedChangeset<Section, Row>, Never>

  /// The store of the view.
  ///
  /// It takes tables and edits, besides those of the sequence.
  public nonisolated let store: TableStore<Section, Row>

  private let applier: TableApplier<Section, Row>
  private nonisolated let task: Task<Void, any Error>

  init(
    _ session: TableSession<Section, Row>, priority: TaskPriority?, _ work: @escaping @Sendable () async throws -> Void
  ) {
    store = session.store
    applier = session.applier
    changes = session.applier.log.changes
    task = Task(priority: priority) { @concurrent in try await work() }
  }

  /// What connects the view with what it shows: events, the user's edits, the selection; `nil` once the binding has ended.
  public var link: TableLink<Section, Row>? {
    guard let link = applier.view?.link, link.applier === applier else { return nil }
    return link
  }

  /// Passes the user's edits on to the bound source.
  @usableFromInline func acceptEdits(
    of source: any TableSource<Section, Row>, _ editor: RowEditor<Section, Row>?,
    _ onFailure: (@MainActor (UserEdit<Section, Row>, any Error) -> Void)?
  ) {
    if let link { EditDestination.begin(on: link, source, editor, onFailure) }
  }

  /// Ends the binding.
  ///
  /// Once this has returned, nothing is applied any more; what is shown stays.
  public func cancel() {
    applier.end(.cancelled)
    task.cancel()
  }

  /// Waits until the binding has ended: the sequence has ended and its last table is on screen, the binding was cancelled,
  /// or the view has gone or is bound to something else.
  ///
  /// - Throws: What the sequence throws. `CancellationError` if the calling task is cancelled, which ends its wait and
  ///   nothing else.
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
