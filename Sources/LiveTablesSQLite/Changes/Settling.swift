#if SQLite
  /// When to look whether somebody else has committed.
  ///
  /// A file says that it is being written before the commit can be read, and is silent once it can be. So after a sign
  /// there are a few looks in quick succession; after the last of them it is asked whether somebody is still writing, by
  /// trying for the write lock. While somebody is, looking goes on at leisure; when nobody is, one last look sees all
  /// there is, and there is rest until the next sign.
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
    private static let leisure: Duration = .milliseconds(40)

    private var looks = 0
    private var isLast = false

    /// The file has been written.
    mutating func signed() -> Step {
      looks = 0
      isLast = false
      return .look
    }

    mutating func looked(_ sight: Sight) -> Step {
      if sight == .busy {
        isLast = false
        return .wait(looks < Self.delays.count ? next() : Self.leisure)
      }
      if isLast { return .rest }
      return looks < Self.delays.count ? .wait(next()) : .tryLock
    }

    /// - Parameter isFree: Whether nobody is writing.
    mutating func tried(isFree: Bool) -> Step {
      isLast = isFree
      return isFree ? .look : .wait(Self.leisure)
    }

    private mutating func next() -> Duration {
      defer { looks += 1 }
      return Self.delays[looks]
    }
  }
#endif
