import LiveTables
import LiveTablesSchedules

extension TableStore {
  /// Starts tasks concurrently, and waits until all of their effects are complete.
  ///
  /// - Parameters:
  ///   - body: Starts tasks on the store.
  ///   - other: Runs on the main actor at the same time.
  nonisolated func together(
    _ body: @Sendable (isolated TableStore<Section, Row>) -> Void,
    and other: (@MainActor @Sendable () async -> Void)? = nil
  ) async {
    JobScheduler.shared.settle()  // the turns of this task itself are not explored
    if let other { Task { @MainActor in await other() } }
    await body(self)
    await JobScheduler.shared.idle()
  }
}
