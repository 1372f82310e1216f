/// A clock that shows the virtual time of a run.
///
/// Each run begins at zero. Time passes only when all tasks wait, and then moves to the next deadline.
public struct ScheduleClock: Clock {
  /// A point in virtual time.
  public struct Instant: InstantProtocol {
    /// The time since the run began.
    public let offset: Duration

    /// Returns the instant that is later by a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this instant to another one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns whether an instant is earlier than another one.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// The current virtual time.
  public var now: Instant {
    #if compiler(>=6.3) && canImport(Glibc)
    Instant(offset: Engine.shared.elapsed)
    #else
    Instant(offset: .zero)
    #endif
  }

  /// The smallest difference between two instants, which is zero.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until a point in virtual time.
  ///
  /// - Throws: `CancellationError`, if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let nanoseconds = max(.zero, now.duration(to: deadline)) / .nanoseconds(1)
    try await Task.sleep(nanoseconds: UInt64(min(nanoseconds.rounded(.up), 9e18)))
  }
}
