#if DEBUG
/// The executor of this package's actors in debug builds, which tests can schedule.
///
/// An idle default actor is entered without a hop, which hides races from tests. An actor that shares the executor of a
/// test's actor is scheduled like all others. In release builds, all actors are default actors.
package struct StoreExecutor: Sendable {
  /// The actor whose executor is used by stores created in the current task.
  @TaskLocal package static var current: (any Actor)?

  private actor Own {}

  private let actor: any Actor = current ?? Own()

  package init() {}

  @usableFromInline package var unowned: UnownedSerialExecutor { actor.unownedExecutor }
}
#endif
