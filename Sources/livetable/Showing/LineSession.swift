import Foundation

/// Runs a feed and prints lines, until the feed ends, a signal arrives, the reader closes the output, or the condition
/// of `--until` is met.
@MainActor struct LineSession {
  let feed: any Feed
  let arrangement: Arrangement
  var display = DisplayOptions()

  func run() async throws -> ExitStatus {
    let watch = SignalWatch()
    let history =
      display.recording == nil
      ? nil : try HistoryKeeper(History.Limit(bytes: 0), recordingTo: display.recording, source: feed.caption)
    let watcher = ChangeWatcher(display, arrangement)
    watcher.report = { text, isFailure in StandardStream.complain(isFailure ? text : "on change: \(text)") }
    if display.hasBell { watcher.onChange = { if StandardStream.error.isTerminal { StandardStream.error.ring() } } }
    let work = Task {
      try await LineSink.with(
        arrangement, content: LineSink.Content(display), history: history, watcher: watcher, ignoring: display.ignored,
        isForTerminal: StandardStream.output.isTerminal
      ) { sink in try await show(in: sink, watcher) }
    }
    // This task does not run on the main actor, which a write to a pipe without a reader may block.
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
      // The reader is gone, which is not an error.
      outcome = LineSink.Outcome()
    }
    // An interrupt by the user is a normal end, unless the feed would have ended without it.
    let isCutOff = feed.isCounted || display.isOnce && outcome.isEmpty
    if work.isCancelled, await signal.value != SIGINT || isCutOff { return .ended(by: await signal.value) }
    if display.until != nil, !watcher.hasEnded, !outcome.hasTrouble { return .different }
    return outcome.hasTrouble ? .trouble : .success
  }

  private func show(in sink: LineSink, _ watcher: ChangeWatcher) async throws {
    do {
      try await feed.run(into: sink)
    } catch let error as SystemError where error.isBrokenPipe {
      // The reader is gone, which is not an error.
    } catch is CancellationError where watcher.hasEnded {
      // The condition of `--until` is met.
    } catch _ where Task.isCancelled {
      // The tool was asked to end.
    }
    await watcher.finish()
  }
}
