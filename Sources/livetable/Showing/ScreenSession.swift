import Foundation
import LiveTables
import LiveTablesTerminal

/// Runs a feed into the terminal, until a key or a signal ends it, or the feed has ended and nothing stays.
@MainActor struct ScreenSession {
  let feed: any Feed
  /// Which rows are shown, in what order, unless the user wants others.
  let arrangement: Arrangement
  var display = DisplayOptions()

  /// - Returns: What the tool exits with.
  /// - Throws: The error for which there was no use in going on.
  func run() async throws -> ExitStatus {
    // When the terminal is gone, what the feed has started is ended first; the session hears of the signal itself.
    signal(SIGHUP, SIG_IGN)
    let history = try HistoryKeeper(display.history, recordingTo: display.recording, source: feed.caption)
    let sink = ScreenSink(arrangement, display, history: history, pacing: feed.pacing, editor: feed.editor)
    let keys = ArrangementCommand.help
    sink.caption = { feed.caption }
    sink.showCaption()
    let showing = Task { try await sink.run() }
    let work = Task { try await feed.run(into: sink) }
    let screen = Task { try await sink.view.run() }
    sink.watcher.onEnd = { screen.cancel() }
    let end = Task {
      let result = await work.result
      switch result {
      case .failure: screen.cancel()
      case .success:
        sink.afterwards {
          if feed.staysAtEnd { sink.view.caption = "the stream has ended  \(keys)" } else { screen.cancel() }
        }
      }
      return result
    }
    let outcome = await screen.result
    // What the feed, changes and keys have started ends before the tool does.
    work.cancel()
    let result = await end.value
    if !sink.watcher.hasEnded { sink.watcher.cancel() }
    await sink.watcher.finish()
    showing.cancel()
    _ = await showing.result
    for command in sink.commands { await command.value }
    let exit = try outcome.get()
    do throws(SystemError) {
      try await history.flush()
    } catch {
      throw OutputError(recording: error)
    }
    if case .failure(let error) = result, exit == .cancelled { throw error }
    if display.until != nil, !sink.watcher.hasEnded, !sink.hasTrouble { return .different }
    // The user's own interrupt is the way to end a watch, and no trouble.
    if case .signal(let number) = exit, number != SIGINT { return .ended(by: number) }
    return sink.hasTrouble ? .trouble : .success
  }
}
