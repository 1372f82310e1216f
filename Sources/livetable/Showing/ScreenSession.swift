import Foundation
import LiveTables
import LiveTablesTerminal

/// Runs a feed on the terminal until a key or a signal ends it, or until the feed ends and its last table does not
/// stay.
@MainActor struct ScreenSession {
  let feed: any Feed
  let arrangement: Arrangement
  var display = DisplayOptions()

  func run() async throws -> ExitStatus {
    // The session receives this signal, and ends child processes before the tool ends.
    signal(SIGHUP, SIG_IGN)
    let history = try HistoryKeeper(display.history, recordingTo: display.recording, source: feed.caption)
    let sink = ScreenSink(arrangement, display, history: history, pacing: feed.pacing, editor: feed.editor)
    let keys = ViewCommand.helpHint
    sink.status.caption = { feed.caption }
    sink.status.showCaption()
    let showing = Task { try await sink.run() }
    let work = Task { try await feed.run(into: sink) }
    let screen = Task { try await sink.view.run() }
    sink.watcher.onEnd = { screen.cancel() }
    let end = Task {
      let result = await work.result
      switch result {
      case .failure: screen.cancel()
      case .success:
        sink.whenUpToDate {
          if feed.staysAtEnd { sink.view.caption = "the stream has ended  \(keys)" } else { screen.cancel() }
        }
      }
      return result
    }
    let outcome = await screen.result
    // The child processes of the feed, of changes and of keys end before the tool.
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
      throw OutputError(error, problem: HistoryKeeper.problem)
    }
    if case .failure(let error) = result, exit == .cancelled { throw error }
    if display.until != nil, !sink.watcher.hasEnded, !sink.hasTrouble { return .different }
    // An interrupt by the user is a normal end.
    if case .signal(let number) = exit, number != SIGINT { return .ended(by: number) }
    return sink.hasTrouble ? .trouble : .success
  }
}
