#if SQLite
internal import CSQLite
internal import Foundation

/// Another program writes to a file with a rollback journal: a read has ended early, so that it can commit.
struct WriterWaits: Error {}

/// Whether this process is writing: its own writer waits for reads, which need not end early for it.
final class OwnWrites: @unchecked Sendable {
  private let lock = NSLock()
  // Both only ever under the lock.
  private var isWriting = false
  private var end: ContinuousClock.Instant?

  var isRunning: Bool {
    get { lock.withLock { isWriting } }
    set {
      lock.withLock {
        isWriting = newValue
        end = .now
      }
    }
  }

  /// Whether this process is writing, or was a moment ago.
  func isRecent(at now: ContinuousClock.Instant = .now) -> Bool {
    lock.withLock { isWriting || end.map { now < $0 + .milliseconds(10) } ?? false }
  }
}

extension DatabaseConnection {
  /// Runs a body that ends early if another program begins to write, where reading would make its commit fail.
  ///
  /// From the moment in which a program reserves the write lock to its commit, there is time enough to end a read.
  ///
  /// - Throws: ``WriterWaits`` if it has ended early, and what `body` throws.
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

  /// Whether what runs has to end: the task is cancelled, or another program is waiting.
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
