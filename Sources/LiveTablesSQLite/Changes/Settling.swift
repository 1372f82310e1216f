#if SQLite
/// A state machine that decides when to check whether another program has committed.
///
/// The operating system reports a write before the commit can be read, and reports nothing afterwards. Therefore, each
/// report is followed by several checks in quick succession. After the last check, the machine tries to acquire the
/// write lock. If the lock is free, one more check finds any commit, and the machine is idle until the next report.
///
/// While the write lock is held, a commit may be about to become durable, and nothing reports the release of the lock.
/// Therefore, the checks continue at intervals that double up to one minute.
///
/// In a file with a rollback journal, reading blocks commits, and the next commit is most likely right after the last
/// one. Therefore, a commit is not read until the file has been quiet for a moment, or until the read has been deferred
/// for too long.
struct Settling: Equatable {
  enum Step: Equatable {
    /// Check for a commit without blocking other programs.
    case check
    /// Determine, with a lock if necessary, whether another program has committed.
    case confirm
    /// Assume that another program has committed.
    case publish
    /// Check again after this duration, or at the next report.
    case wait(Duration)
    /// Test whether the write lock is free, without waiting.
    case tryLock
    /// Wait for the next report that the file has been written.
    case idle
  }

  enum Observation: Equatable {
    /// Another program has committed, and the readers have been notified.
    case committed
    case unchanged
    /// There is a commit, which this process may have made.
    case unconfirmed(isBeingWritten: Bool)
    case locked
  }

  private static let firstDelays: [Duration] = [1, 1, 2, 4, 8, 16].map { .milliseconds($0) }
  private static let longestDelay: Duration = .seconds(60)
  /// The number of checks, in 16 ms, without a new report after which a file counts as quiet.
  private static let quietCheckCount = 5
  /// The maximum time for which reading a commit is deferred while other programs keep writing.
  static let longestDeferral: Duration = .milliseconds(500)

  /// The number of waits since the last report.
  private var waitCount = 0
  /// The next delay after all of the first delays.
  private var longDelay: Duration = .milliseconds(32)
  private var isLastCheck = false
  private var unconfirmedSince: Duration?

  /// Handles a report that the file has been written.
  mutating func fileChanged() -> Step {
    let since = unconfirmedSince
    self = Settling()
    unconfirmedSince = since
    return .check
  }

  /// Handles a report that this process has written to the write-ahead log.
  ///
  /// A single check after a short time is sufficient, because this process also checks before its next write.
  mutating func fileChangedByThisProcess() -> Step {
    self = Settling()
    waitCount = Self.firstDelays.count
    return .wait(.milliseconds(16))
  }

  /// Handles the end of a check or of a confirmation.
  ///
  /// - Parameter time: The current time on any clock.
  mutating func checked(_ observation: Observation, at time: Duration) -> Step {
    switch observation {
    case .locked:
      isLastCheck = false
      return .wait(nextDelay())
    case .unconfirmed(let isBeingWritten):
      isLastCheck = false
      let since = unconfirmedSince ?? time
      unconfirmedSince = since
      if !isBeingWritten && waitCount >= Self.quietCheckCount { return .confirm }
      return time - since >= Self.longestDeferral ? .publish : .wait(nextDelay())
    case .committed, .unchanged:
      unconfirmedSince = nil
      if isLastCheck { return .idle }
      return waitCount < Self.firstDelays.count ? .wait(nextDelay()) : .tryLock
    }
  }

  mutating func triedLock(isFree: Bool) -> Step {
    isLastCheck = isFree
    return isFree ? .check : .wait(nextDelay())
  }

  private mutating func nextDelay() -> Duration {
    if waitCount < Self.firstDelays.count {
      defer { waitCount += 1 }
      return Self.firstDelays[waitCount]
    }
    defer { longDelay = min(longDelay * 2, Self.longestDelay) }
    return longDelay
  }
}
#endif
