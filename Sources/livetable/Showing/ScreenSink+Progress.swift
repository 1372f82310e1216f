import LiveTables
import LiveTablesTerminal

/// What takes long, how that is said, and how it is stopped.
extension ScreenSink {
  /// Arranges rows, unless the user stops it.
  ///
  /// - Returns: `nil` if the user has stopped it: then the rows that are shown stay arranged as they are.
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
    // What has come meanwhile is shown all the same.
    if let news, waiting == nil { waiting = news }
    arranger.restore(shown.arrangement)
    showMatches(shown.arrangement.search)
    view.notes = notes
    hint("stopped: rows are arranged as before")
    refresh()
    return nil
  }

  /// Says that something takes long, until it is done.
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
