#if DEBUG
/// The executor of this package's actors in debug builds, whose scheduling tests can control.
///
/// Tasks enter an idle default actor without a hop, which would hide races from tests. An actor that shares the
/// executor of a test's actor is scheduled like any other actor. In release builds, all actors are default actors.
package struct StoreExecutor: Sendable {
  /// The actor whose executor is used by the stores that are created in the current task.
  @TaskLocal package static var current: (any Actor)?

  private actor Own {}

  private let actor: any Actor = current ?? Own()

  package init() {}

  @usableFromInline package var unowned: UnownedSerialExecutor { actor.unownedExecutor }
}
#endif
