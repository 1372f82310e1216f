import LiveTables
import LiveTablesTerminal

/// Progress of long operations, which the user can stop.
extension ScreenSink {
  /// Arranges rows, unless the user stops it.
  ///
  /// - Returns: The table, or `nil` if the user stopped it, in which case the previous arrangement is restored.
  func arranged(_ news: FedTable?, by next: Shown) async throws -> RecordTable? {
    let work = Task { try await rows.table(of: news?.table, by: next.arrangement, columns: next.columns) }
    self.work = shown == nil ? nil : work
    let result = await withTaskCancellationHandler {
      await work.result
    } onCancel: {
      work.cancel()
    }
    self.work = nil
    guard work.isCancelled, !Task.isCancelled, let shown else { return try result.get() }
    // A new table is shown in any case.
    if let news, waiting == nil { waiting = news }
    arranger.restore(shown.arrangement)
    showMatches(shown.arrangement.search)
    view.notes = notes
    hint("stopped: rows are arranged as before")
    refresh()
    return nil
  }

  /// Shows the progress of an operation if it takes long.
  func beginProgress(with count: Int) {
    progress = Task { [workTime] in
      let start = ContinuousClock.now
      try await Task.sleep(for: workTime)
      while !Task.isCancelled {
        isLate = true
        let seconds = Int(start.duration(to: .now) / .seconds(1))
        view.mode = "arranging \(count) rows, \(seconds) s\(work == nil ? "" : "; Escape stops")"
        try await Task.sleep(for: .seconds(1))
      }
    }
  }

  func endProgress() {
    progress?.cancel()
    isLate = false
    setMode()
  }
}
