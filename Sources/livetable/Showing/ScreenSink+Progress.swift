import LiveTables
import LiveTablesTerminal

/// Methods that show the progress of long operations, and let the user stop them.
extension ScreenSink {
  /// The operation that arranges rows.
  struct Work {
    /// The operation, if Escape can stop it.
    var task: Task<RecordTable, any Error>?
    /// Whether the operation takes long, in which case its progress is shown.
    var isLate = false
    /// The time after which an operation takes long.
    var progressDelay = Duration.milliseconds(300)
    fileprivate var progress: Task<Void, any Error>?
  }

  /// Arranges rows, unless the user stops it.
  ///
  /// - Returns: The table, or `nil` if the user stopped it, in which case the previous arrangement is restored.
  func arranged(_ table: FeedTable?, by next: ScreenModel.Shown) async throws -> RecordTable? {
    let task = Task { try await rows.table(of: table?.table, by: next.arrangement, columns: next.columns) }
    work.task = model.shown == nil ? nil : task
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    work.task = nil
    guard task.isCancelled, !Task.isCancelled, let arrangement = model.stop(table) else { return try result.get() }
    showMatches(arrangement.search)
    view.notes = model.notes
    status.hint("stopped: rows are arranged as before")
    refresh()
    return nil
  }

  func beginProgress(with count: Int) {
    work.progress = Task { [progressDelay = work.progressDelay] in
      let start = ContinuousClock.now
      try await Task.sleep(for: progressDelay)
      while !Task.isCancelled {
        work.isLate = true
        let seconds = Int(start.duration(to: .now) / .seconds(1))
        view.mode = "arranging \(count) rows, \(seconds) s\(work.task == nil ? "" : "; Escape stops")"
        try await Task.sleep(for: .seconds(1))
      }
    }
  }

  func endProgress() {
    work.progress?.cancel()
    work.isLate = false
    showMode()
  }
}
