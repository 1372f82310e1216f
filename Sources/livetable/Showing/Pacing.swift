/// The schedule of runs, which start an interval after the previous run started, or immediately at the user's request.
@MainActor final class Pacing {
  /// The time from the start of one run to the start of the next, or `nil` if runs start only on request.
  var interval: Duration? { didSet { sleeper?.cancel() } }
  /// The time of the next run, while the feed waits for it.
  private(set) var due: ContinuousClock.Instant?
  private var isAsked = false
  private var sleeper: Task<Void, Never>?

  init(_ interval: Duration?) { self.interval = interval }

  /// Starts the next run as soon as the current one has ended.
  func run() {
    isAsked = true
    sleeper?.cancel()
  }

  /// Doubles the interval, up to an hour, or halves the interval, down to a tenth of a second.
  func change(isLonger: Bool) {
    guard let interval else { return }
    self.interval =
      isLonger ? max(interval, min(interval * 2, .seconds(3600))) : min(interval, max(interval / 2, .milliseconds(100)))
  }

  /// Waits until the time of the next run, or until the task is cancelled.
  func wait(since start: ContinuousClock.Instant) async {
    while !Task.isCancelled, !isAsked {
      let due = start + (interval ?? .seconds(100_000_000))
      if due <= .now { break }
      let sleeper = Task { _ = try? await Task.sleep(until: due) }
      self.due = due
      self.sleeper = sleeper
      await withTaskCancellationHandler {
        await sleeper.value
      } onCancel: {
        sleeper.cancel()
      }
    }
    isAsked = false
    sleeper = nil
    due = nil
  }
}
