import LiveTables
import LiveTablesSchedules

extension TableStore {
  /// Starts tasks at once, and waits until all that follows from them is done.
  ///
  /// - Parameters:
  ///   - body: Starts tasks on the store.
  ///   - other: Runs on the main actor at the same time.
  nonisolated func together(
    _ body: @Sendable (isolated TableStore<Section, Row>) -> Void,
    and other: (@MainActor @Sendable () async -> Void)? = nil
  ) async {
    JobScheduler.shared.settle()  // whoever starts and waits is not what is explored
    if let other { Task { @MainActor in await other() } }
    await body(self)
    await JobScheduler.shared.idle()
  }
}
