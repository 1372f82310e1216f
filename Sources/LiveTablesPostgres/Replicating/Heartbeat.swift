#if Postgres
/// Decides at regular intervals what to tell the server, and when it is to be given up.
struct Heartbeat: Sendable {
  enum Action: Hashable, Sendable {
    case report(wantsReply: Bool)
    case giveUp
  }

  /// So many beats in silence, and the server is given up.
  static let patience = 3

  private var seen = -1
  private var silent = 0

  /// A beat.
  ///
  /// - Parameters:
  ///   - received: How often something came so far.
  ///   - isWaiting: Whether the reader waits for the server, not the other way round.
  mutating func beat(received: Int, isWaiting: Bool) -> Action {
    silent = received == seen && isWaiting ? silent + 1 : 0
    seen = received
    return silent >= Self.patience ? .giveUp : .report(wantsReply: silent > 0)
  }
}

/// How long to wait before the next try.
struct BackOff: Sendable {
  private var failures = 0

  /// After a failure: nothing at first, then from 0.1 s on twice as long each time, at most 10 s.
  mutating func next() -> Duration {
    defer { failures += 1 }
    return failures == 0 ? .zero : .milliseconds(min(10_000, 100 << min(failures - 1, 7)))
  }

  mutating func reset() { failures = 0 }

  /// The next wait is the longest.
  mutating func slowDown() { failures = 8 }
}
#endif
