#if Postgres
import Foundation

/// A clock that advances only when a test advances it.
final class ManualClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private let lock = NSLock()
  private var time = Instant(offset: .zero)
  private var sleepers: [Int: (deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
  private var waiting: [(deadline: Duration, resume: CheckedContinuation<Void, Never>)] = []
  private var count = 0

  var now: Instant { lock.withLock { time } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = lock.withLock {
      count += 1
      return count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let resumed: [CheckedContinuation<Void, Never>] = lock.withLock {
          if Task.isCancelled || deadline <= time {
            if Task.isCancelled { continuation.resume(throwing: CancellationError()) } else { continuation.resume() }
            return []
          }
          sleepers[id] = (deadline, continuation)
          let due = waiting.filter { time.duration(to: deadline) == $0.deadline }.map(\.resume)
          waiting.removeAll { time.duration(to: deadline) == $0.deadline }
          return due
        }
        for one in resumed { one.resume() }
      }
    } onCancel: {
      lock.withLock { sleepers.removeValue(forKey: id) }?.wake.resume(throwing: CancellationError())
    }
  }

  /// Waits until a task sleeps for the given duration from now.
  func sleeper(for duration: Duration) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isThere = lock.withLock {
        if sleepers.values.contains(where: { time.duration(to: $0.deadline) == duration }) { return true }
        waiting.append((duration, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func advance(by duration: Duration) {
    let woken = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.filter { $0.value.deadline <= time }
      for id in due.keys { sleepers.removeValue(forKey: id) }
      return due.values.map(\.wake)
    }
    for one in woken { one.resume() }
  }
}
#endif
