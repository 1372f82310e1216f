import Foundation

/// Runs a feed into standard output, until it ends, a signal comes, nobody reads any more, or that has happened what the
/// tool waits for.
@MainActor struct LineSession {
  let feed: any Feed
  let arrangement: Arrangement
  var display = DisplayOptions()

  /// - Returns: What the tool exits with.
  /// - Throws: The error for which there was no use in going on.
  func run() async throws -> ExitStatus {
    let watch = SignalWatch()
    let history =
      display.recording == nil
      ? nil : try HistoryKeeper(History.Limit(bytes: 0), recordingTo: display.recording, source: feed.caption)
    let watcher = ChangeWatcher(display, arrangement)
    watcher.report = { text, isTrouble in StandardStream.complain(isTrouble ? text : "on change: \(text)") }
    if display.hasBell { watcher.onChange = { if StandardStream.error.isTerminal { StandardStream.error.ring() } } }
    let work = Task {
      try await LineSink.with(
        arrangement, content: LineSink.Content(display), history: history, watcher: watcher, ignoring: display.ignored,
        isForTerminal: StandardStream.output.isTerminal
      ) { sink in try await show(in: sink, watcher) }
    }
    // Not on the main actor: that may be in the middle of a write to a pipe that nobody reads from.
    let signal = Task { @concurrent [signals = watch.signals] in
      for await number in signals {
        work.cancel()
        return number
      }
      return SIGINT
    }
    defer { signal.cancel() }
    let outcome: LineSink.Outcome
    do {
      outcome = try await work.value
    } catch let error as SystemError where error.isBrokenPipe {
      // Nobody reads any more, which is no trouble.
      outcome = LineSink.Outcome()
    }
    // The user's own interrupt is the way to end a watch, and no trouble, but where it would have ended by itself.
    let isCutOff = feed.isCounted || display.isOnce && outcome.isEmpty
    if work.isCancelled, await signal.value != SIGINT || isCutOff { return .ended(by: await signal.value) }
    if display.until != nil, !watcher.hasEnded, !outcome.hasTrouble { return .different }
    return outcome.hasTrouble ? .trouble : .success
  }

  private func show(in sink: LineSink, _ watcher: ChangeWatcher) async throws {
    do {
      try await feed.run(into: sink)
    } catch let error as SystemError where error.isBrokenPipe {
      // Nobody reads any more, which is no trouble.
    } catch is CancellationError where watcher.hasEnded {
      // That has happened what it waits for.
    } catch _ where Task.isCancelled {
      // It ends as it was told to.
    }
    await watcher.finish()
  }
}
