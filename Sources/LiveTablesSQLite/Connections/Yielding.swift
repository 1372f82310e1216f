#if SQLite
internal import CSQLite
internal import LiveTables

/// An error thrown when a read ends early to let another program commit to a file with a rollback journal.
struct WriterWaits: Error {}

/// Records whether this process is writing, because reads need not end early for its own writer.
final class OwnWrites: Sendable {
  private let state = Locked((isWriting: false, end: ContinuousClock.Instant?.none))

  var isRunning: Bool {
    get { state.with { $0.isWriting } }
    set { state.with { $0 = (newValue, .now) } }
  }

  /// Returns whether this process is writing, or has written in the last 10 ms.
  func isRecent(at now: ContinuousClock.Instant = .now) -> Bool {
    state.with { $0.isWriting || $0.end.map { now < $0 + .milliseconds(10) } ?? false }
  }
}

extension DatabaseConnection {
  /// Runs a body that ends early when another program begins to write and would otherwise fail to commit.
  ///
  /// - Throws: ``WriterWaits`` if the body ended early, or any error thrown by `body`.
  func yieldingToWriters<Result>(_ body: () throws -> Result) throws -> Result {
    guard let file, file.commitCount != nil else { return try body() }
    if isInTheWay(of: file) { throw WriterWaits() }
    isYielding = true
    sqlite3_progress_handler(handle, 50, Self.progress, Unmanaged.passUnretained(self).toOpaque())
    defer {
      (isYielding, hasYielded) = (false, false)
      sqlite3_progress_handler(handle, 10_000, Self.progress, Unmanaged.passUnretained(self).toOpaque())
    }
    do {
      return try body()
    } catch {
      throw hasYielded ? WriterWaits() : error
    }
  }

  /// Returns whether the current statement must end.
  func mustEnd() -> Bool {
    if Task.isCancelled { return true }
    if isYielding, let file, isInTheWay(of: file) { hasYielded = true }
    return hasYielded
  }

  private func isInTheWay(of file: OpenFile) -> Bool {
    file.isBeingWritten && !(settings.ownWrites?.isRunning ?? false)
  }

  static let progress: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
    guard let context else { return 0 }
    return Unmanaged<DatabaseConnection>.fromOpaque(context).takeUnretainedValue().mustEnd() ? 1 : 0
  }
}
#endif
