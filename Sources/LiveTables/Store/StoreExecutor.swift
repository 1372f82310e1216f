/// The serial executor of a store or a source.
///
/// Each of them uses the executor of a default actor of its own, and behaves like a default actor itself. A test can
/// supply an actor whose jobs it schedules. This is needed because tasks enter an idle default actor without a job, so
/// that a scheduler cannot see them.
package struct StoreExecutor: Sendable {
  /// The actor whose executor new stores and sources use in the current task.
  @TaskLocal package static var current: (any Actor)?

  private actor Own {}

  private let actor: any Actor = current ?? Own()

  package init() {}

  @usableFromInline package var unowned: UnownedSerialExecutor { actor.unownedExecutor }
}

/// An actor whose jobs a test can schedule.
package protocol ScheduledActor: Actor {
  nonisolated var executor: StoreExecutor { get }
}

extension ScheduledActor {
  /// The executor of this actor.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
}
