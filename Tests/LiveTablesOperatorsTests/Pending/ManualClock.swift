import Synchronization
import TestSupport

/// A clock that advances only when a test advances it.
final class ManualClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, two: Instant) -> Bool { one.offset < two.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: (deadline: Instant, wake: AsyncStream<Void>.Continuation)] = [:]
    var count = 0
    var watchers: [AsyncStream<Void>.Continuation] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock(\.now) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (woken, wake) = AsyncStream.makeStream(of: Void.self)
    let number = state.withLock { state in
      state.count += 1
      if deadline <= state.now { wake.finish() } else { state.sleepers[state.count] = (deadline, wake) }
      for watcher in state.watchers { watcher.yield() }
      return state.count
    }
    for await _ in woken {}
    state.withLock { _ = $0.sleepers.removeValue(forKey: number) }
    try Task.checkCancellation()
  }

  /// Waits until a task sleeps.
  func sleeper() async {
    let (changed, watcher) = AsyncStream.makeStream(of: Void.self)
    state.withLock {
      $0.watchers.append(watcher)
      if !$0.sleepers.isEmpty { watcher.yield() }
    }
    for await _ in changed where state.withLock({ !$0.sleepers.isEmpty }) { return }
  }

  func advance(by duration: Duration) {
    state.withLock { state in
      state.now = state.now.advanced(by: duration)
      for sleeper in state.sleepers.values where sleeper.deadline <= state.now { sleeper.wake.finish() }
    }
  }
}
