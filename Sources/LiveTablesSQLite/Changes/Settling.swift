#if SQLite
/// Decides when to look whether another program has committed.
///
/// A file reports a write before the commit can be read, and is silent once it can be. So a sign is followed by a few
/// looks in quick succession. After the last of them the machine asks whether the write lock is free. If it is, one last
/// look sees all there is, and the machine rests until the next sign.
///
/// While the write lock is held, only the time until the commit is durable is missing, and nothing reports its end:
/// SQLite itself waits for a lock by trying again and again. So the looks go on at intervals that double: a commit is
/// seen in at most twice the time that it took, and a lock that is held for an hour costs a wake-up a minute.
///
/// In a file with a rollback journal, reading keeps others from committing, and the next commit is likeliest right after
/// the last one. So a commit that is seen there is not read before the file has been quiet for a moment, or others have
/// written for too long.
struct Settling: Equatable {
  /// What to do next.
  enum Step: Equatable {
    /// Look without disturbing others.
    case look
    /// Find out, under a lock if need be, whether another program has committed.
    case confirm
    /// Take it that another program has committed.
    case publish
    /// Look again after this time, or at the next sign.
    case wait(Duration)
    /// Ask whether the write lock is free, without waiting.
    case tryLock
    /// Wait for the next sign.
    case idle
  }

  /// What a look has found.
  enum Sight: Equatable {
    /// Another program has committed; readers know.
    case moved
    case same
    /// There is a commit that is not confirmed yet, perhaps one of this process.
    case unread(isBeingWritten: Bool)
    /// The file is locked at this moment.
    case busy
  }

  private static let delays: [Duration] = [1, 1, 2, 4, 8, 16].map { .milliseconds($0) }
  private static let longest: Duration = .seconds(60)
  /// How many looks without a new sign make a file quiet: 16 ms.
  private static let quietLooks = 5
  /// How long a commit stays unread while others go on writing.
  static let longestDeferral: Duration = .milliseconds(500)

  private var looks = 0
  private var leisure: Duration = .milliseconds(32)
  private var isLast = false
  private var unreadSince: Duration?

  /// The file has been written.
  mutating func signed() -> Step {
    let since = unreadSince
    self = Settling()
    unreadSince = since
    return .look
  }

  /// This process has written the file, which has a write-ahead log.
  ///
  /// Another program hardly has in the same moment, and before its next write this process looks anyhow. So one look is
  /// enough, some time later.
  mutating func signedByThisProcess() -> Step {
    self = Settling()
    looks = Self.delays.count
    return .wait(.milliseconds(16))
  }

  /// A look, or a confirmation, has ended.
  ///
  /// - Parameter time: The time on any clock.
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

  /// The write lock was asked for.
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
