/// When the next run begins: some time after the last one began, or at once where the user asks for it.
@MainActor final class Pacing {
  /// The time from the start of one run to the start of the next.
  var interval: Duration { didSet { sleeper?.cancel() } }
  /// When the next run is due, as long as it is waited for.
  private(set) var due: ContinuousClock.Instant?
  private var isAsked = false
  private var sleeper: Task<Void, Never>?

  init(_ interval: Duration) { self.interval = interval }

  /// Begins the next run as soon as the last one has ended.
  func run() {
    isAsked = true
    sleeper?.cancel()
  }

  /// Doubles or halves the interval, within a tenth of a second and an hour.
  func change(isLonger: Bool) {
    interval = min(max(isLonger ? interval * 2 : interval / 2, .milliseconds(100)), .seconds(3600))
  }

  /// Waits until the next run is due, or the task is cancelled.
  func wait(since start: ContinuousClock.Instant) async {
    while !Task.isCancelled, !isAsked, start + interval > .now {
      let due = start + interval
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
