#if SQLite
/// A state machine that decides when to check whether another program has committed.
///
/// The operating system reports a write before the commit can be read, and reports nothing afterwards. Therefore, each
/// signal is followed by several checks in quick succession. After the last check, the machine tries to acquire the
/// write lock. If the lock is free, one more check finds any commit, and the machine is idle until the next signal.
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
    case look
    /// Determine, with a lock if necessary, whether another program has committed.
    case confirm
    /// Assume that another program has committed.
    case publish
    /// Check again after this duration, or at the next signal.
    case wait(Duration)
    /// Test whether the write lock is free, without waiting.
    case tryLock
    /// Wait for the next signal that the file has been written.
    case idle
  }

  enum Sight: Equatable {
    /// Another program has committed, and the readers have been notified.
    case moved
    case same
    /// There is an unconfirmed commit, which this process may have made.
    case unread(isBeingWritten: Bool)
    /// The file is currently locked.
    case busy
  }

  private static let delays: [Duration] = [1, 1, 2, 4, 8, 16].map { .milliseconds($0) }
  private static let longest: Duration = .seconds(60)
  /// The number of checks, in 16 ms, without a new signal after which a file counts as quiet.
  private static let quietLooks = 5
  /// The maximum time for which reading a commit is deferred while other programs keep writing.
  static let longestDeferral: Duration = .milliseconds(500)

  private var looks = 0
  private var leisure: Duration = .milliseconds(32)
  private var isLast = false
  private var unreadSince: Duration?

  /// Handles a signal that reports a write to the file.
  mutating func signed() -> Step {
    let since = unreadSince
    self = Settling()
    unreadSince = since
    return .look
  }

  /// Handles a signal that reports a write to the write-ahead log by this process.
  ///
  /// Another program rarely writes at the same moment, and this process checks before its next write. Therefore, a
  /// single check after a short time is sufficient.
  mutating func signedByThisProcess() -> Step {
    self = Settling()
    looks = Self.delays.count
    return .wait(.milliseconds(16))
  }

  /// Handles the end of a check for commits, or of a confirmation.
  ///
  /// - Parameter time: The current time on any clock.
  mutating func looked(_ sight: Sight, at time: Duration) -> Step {
    switch sight {
    case .busy:
      isLast = false
      return .wait(next())
    case .unread(let isBeingWritten):
      isLast = false
      let since = unreadSince ?? time
      unreadSince = since
      if !isBeingWritten && looks >= Self.quietLooks { return .confirm }
      return time - since >= Self.longestDeferral ? .publish : .wait(next())
    case .moved, .same:
      unreadSince = nil
      if isLast { return .idle }
      return looks < Self.delays.count ? .wait(next()) : .tryLock
    }
  }

  mutating func tried(isFree: Bool) -> Step {
    isLast = isFree
    return isFree ? .look : .wait(next())
  }

  private mutating func next() -> Duration {
    if looks < Self.delays.count {
      defer { looks += 1 }
      return Self.delays[looks]
    }
    defer { leisure = min(leisure * 2, Self.longest) }
    return leisure
  }
}
#endif
