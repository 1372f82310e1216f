#if DEBUG
/// Where actors of this package run in debug builds, so that tests can schedule them.
///
/// An idle default actor is entered without a hop, which hides races from a test. An actor that shares the executor of a
/// test's actor is scheduled like everything else. In release builds all of them are default actors.
package struct StoreExecutor: Sendable {
  /// The actor on whose executor stores run that are made in this task.
  @TaskLocal package static var current: (any Actor)?

  private actor Own {}

  private let actor: any Actor = current ?? Own()

  package init() {}

  @usableFromInline package var unowned: UnownedSerialExecutor { actor.unownedExecutor }
}
#endif
