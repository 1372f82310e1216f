/// A view that is kept true to a stream or a store.
///
/// It need not be kept: the view goes on being true until the stream ends, and when the view goes, all of this goes with
/// it. Keeping the binding does not keep the view.
@MainActor public final class TableBinding<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// What is applied, for any number of readers.
  public nonisolated let changes: AppliedChanges<Section, Row>

  /// What is wanted.
  ///
  /// Tables and edits can be submitted here, besides those of the stream.
  public nonisolated let store: TableStore<Section, Row>

  /// What diagnostics call this table.
  public nonisolated let name: String?

  private let applier: TableApplier<Section, Row>
  private nonisolated let task: Task<Void, any Error>

  init(
    _ session: TableSession<Section, Row>, priority: TaskPriority?, _ work: @escaping @Sendable () async throws -> Void
  ) {
    store = session.store
    applier = session.applier
    name = session.applier.options.name
    changes = AppliedChanges(log: session.applier.log)
    task = Task(priority: priority) { @concurrent in try await work() }
  }

  /// Ends the binding.
  ///
  /// Once this has returned, nothing is applied any more; what is shown stays.
  public func cancel() {
    applier.end(.cancelled)
    task.cancel()
  }

  /// Waits until the stream has ended and its last table is on screen, the binding was cancelled, or the view has gone
  /// or was given something else.
  ///
  /// - Throws: What the stream throws. `CancellationError` if the calling task is cancelled, which ends its wait and
  ///   nothing else.
  public nonisolated var finished: Void {
    get async throws {
      for await _ in await changes.log.subscribe().entries {}
      try Task.checkCancellation()
      do {
        try await task.value
      } catch is CancellationError where task.isCancelled {
        // it has ended as it was told to
      }
    }
  }
}

extension TableBinding: CustomStringConvertible {
  /// The binding's name and what it shows.
  public nonisolated var description: String {
    "TableBinding<\(Section.self), \(Row.self)>\(name.map { " \"\($0)\"" } ?? "")"
  }
}
