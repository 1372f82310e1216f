/// Where stores run: each on an executor of its own, unless a test says otherwise.
///
/// A default actor that is idle is entered without a hop, which hides races from a test. One that shares the executor of
/// an actor of the test's own is scheduled like everything else.
package enum StoreLane {
  /// The actor on whose executor stores run that are made in this task.
  @TaskLocal package static var current: (any Actor)?

  /// The usual executor: that of an actor which does nothing else.
  actor Own {}
}
