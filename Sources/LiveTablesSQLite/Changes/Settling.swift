#if SQLite
/// When to look whether somebody else has committed.
///
/// A file says that it is being written before the commit can be read, and is silent once it can be. So after a sign
/// there are a few looks in quick succession; after the last of them it is asked whether somebody is still writing, by
/// trying for the write lock. When nobody is, one last look sees all there is, and there is rest until the next sign.
///
/// While somebody is, what is waited for is the time between the last sign of a commit and the moment it can be read,
/// which is that of making it durable; nothing tells when that is over, and SQLite itself can only wait for a lock by
/// trying for it again and again. So looking goes on at intervals that double: a commit is seen in at most twice the
/// time that it took, and a lock that is held for an hour without a sign costs a wake-up a minute, not a poll.
struct Settling: Equatable {
  /// What to do next.
  enum Step: Equatable {
    case look
    /// Look again after this time, or at the next sign.
    case wait(Duration)
    /// Try for the write lock without waiting, and let go of it at once.
    case tryLock
    /// Wait for the next sign.
    case rest
  }

  /// What came of a look.
  enum Sight: Equatable {
    case moved
    case same
    /// The file is locked at this moment.
    case busy
  }

  private static let delays: [Duration] = [1, 1, 2, 4, 8, 16].map { .milliseconds($0) }
  private static let longest: Duration = .seconds(60)

  private var looks = 0
  private var leisure: Duration = .milliseconds(32)
  private var isLast = false

  /// The file has been written.
  mutating func signed() -> Step {
    self = Settling()
    return .look
  }

  mutating func looked(_ sight: Sight) -> Step {
    if sight == .busy {
      isLast = false
      return .wait(next())
    }
    if isLast { return .rest }
    return looks < Self.delays.count ? .wait(next()) : .tryLock
  }

  /// - Parameter isFree: Whether nobody is writing.
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
