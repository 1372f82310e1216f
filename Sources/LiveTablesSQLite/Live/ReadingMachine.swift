#if SQLite
/// A state machine that decides when to read a query again, and which changes the read must consider.
///
/// The machine handles one read at a time. After ``next(queryVersion:in:commits:at:)`` has returned `read`, the owner
/// reads the query, and then calls ``finish(_:in:at:)`` or ``fail()``.
struct ReadingMachine: Sendable {
  enum Step: Equatable, Sendable {
    /// The last table is still correct.
    case keepTable
    /// The query must be read, because these changes may affect it.
    case read(DatabaseChanges)
    /// The last table may be newer than the shared transaction, so all queries that share it must be read again.
    case startOver
  }

  /// A successful read of the query.
  struct Read: Sendable {
    let queryVersion: Int
    /// The names of the tables that the query reads.
    let tables: Set<String>
    /// A commit at which the table is correct, or `nil` if no such commit is known.
    var mark: CommitMark?
  }

  private var lastRead: Read?
  /// The time at which the mark of the last read was determined.
  private var markTime: ContinuousClock.Instant?
  /// The changes that have been published since the last read.
  private var pending = DatabaseChanges()
  /// The number of commits that had been published when the latest pending changes were received.
  private var publishedCount = 0
  /// The number of consecutive shared readings whose queries have seen different commits.
  private var restartCount = 0
  /// Whether the last read has failed, in which case published commits may be missing from the newest state.
  private(set) var isBehind = false

  var hasTable: Bool { lastRead != nil }

  /// Returns the tables that a version of the query reads, or `nil` if they are not known yet.
  func tables(of queryVersion: Int) -> Set<String>? {
    lastRead?.queryVersion == queryVersion ? lastRead?.tables : nil
  }

  /// Handles changes that may affect the query.
  mutating func receive(_ changes: DatabaseChanges, publishedCount: Int) {
    if changes.isEmpty { return }
    pending.merge(changes)
    self.publishedCount = publishedCount
  }

  /// Handles a report that cached rows were read from a state other than the latest.
  mutating func receiveLateRows() { pending.merge(.lateRows) }

  /// Decides whether the query must be read.
  ///
  /// - Parameters:
  ///   - moment: The moment of the shared transaction, or `nil` if the query is read alone.
  ///   - commits: The commits of this process.
  mutating func next(
    queryVersion: Int, in moment: SharedReading.Moment?, commits: OwnCommits, at now: ContinuousClock.Instant
  ) -> Step {
    if queryVersion == lastRead?.queryVersion, isCorrect(in: moment, commits, at: now) {
      if hasSeenAllChanges(moment) { (pending, isBehind) = (DatabaseChanges(), false) }
      return .keepTable
    }
    guard let moment else { return .read(pending) }
    if isAhead(of: moment) { return .startOver }
    // The transaction may include commits that are not published yet, and may lack commits that are.
    var changes = pending
    changes.merge(.foreign)
    return .read(changes)
  }

  /// Handles a successful read.
  ///
  /// - Returns: Whether the query must be read again, because its tables have changed with the schema, so that changes
  ///   may have been missed.
  mutating func finish(_ read: Read, in moment: SharedReading.Moment?, at now: ContinuousClock.Instant) -> Bool {
    if hasSeenAllChanges(moment) { pending = DatabaseChanges() }
    let hasOtherTables = read.queryVersion == lastRead?.queryVersion && read.tables != lastRead?.tables
    if hasOtherTables { pending.merge(.foreign) }
    (lastRead, markTime, isBehind) = (read, now, false)
    if moment == nil || moment?.mark == read.mark { restartCount = 0 }
    return hasOtherTables
  }

  /// Handles a failed read, after which the changes are still pending.
  mutating func fail() { isBehind = true }

  /// Handles a shared reading whose queries have seen different commits.
  ///
  /// - Returns: The time to wait before the queries are read again, which increases while other connections commit.
  mutating func startOver() -> Duration {
    restartCount += 1
    return restartCount > 3 ? .milliseconds(1 << min(restartCount - 3, 6)) : .zero
  }

  /// Returns whether a transaction sees all commits whose changes have been received.
  private func hasSeenAllChanges(_ moment: SharedReading.Moment?) -> Bool {
    publishedCount <= moment?.publishedCount ?? .max
  }

  /// Returns whether the last table is known to be correct in a shared transaction or, without one, in the latest state.
  private mutating func isCorrect(
    in moment: SharedReading.Moment?, _ commits: OwnCommits, at now: ContinuousClock.Instant
  ) -> Bool {
    guard let lastRead else { return false }
    guard let moment else { return !pending.concern(lastRead.tables) }
    guard let mark = lastRead.mark else { return false }
    if mark == moment.mark { return true }
    guard let changes = commits.changes(from: mark, to: moment.mark, in: lastRead.tables), changes.isEmpty else {
      return false
    }
    self.lastRead?.mark = moment.mark
    markTime = now
    return true
  }

  /// Returns whether the last table may belong to a later commit than a transaction sees because another reader has read
  /// it since.
  ///
  /// The commit counter restarts with a new log, so it is not compared with a transaction that began later.
  private func isAhead(of moment: SharedReading.Moment) -> Bool {
    guard let lastRead, let markTime, moment.begun <= markTime else { return false }
    return lastRead.mark?.isAfter(moment.mark) ?? true
  }
}
#endif
