#if SQLite
internal import Foundation

/// The changes of this process's recent commits, up to the last commit of another program.
///
/// A reader uses them to determine the difference between two states of the database.
final class OwnCommits: @unchecked Sendable {
  private static let limit = 4096
  private static let rowLimit = 50_000

  private let lock = NSLock()
  // Protected by the lock.
  private var last: CommitMark?
  private var numbers: [CommitMark: Int] = [:]
  private var commits: [(number: Int, mark: CommitMark, changes: DatabaseChanges)] = []
  private var rowCount = 0
  private var number = 0

  /// Adds a commit.
  ///
  /// - Parameters:
  ///   - changes: All changes of the commit.
  ///   - start: The previous commit, read while no other program could commit.
  ///   - end: The newest commit after this one.
  func note(_ changes: DatabaseChanges, from start: CommitMark?, to end: CommitMark?) {
    lock.withLock {
      guard let start, let end, end.count == start.count &+ 1, numbers[end] == nil else { return clear() }
      if start != last {
        clear()
        numbers[start] = number
        commits.append((number, start, DatabaseChanges()))
      }
      number += 1
      numbers[end] = number
      commits.append((number, end, changes))
      rowCount += changes.rowCount
      last = end
      if commits.count > Self.limit || rowCount > Self.rowLimit { forgetOldest() }
    }
  }

  /// Returns the changes of some tables between two commits.
  ///
  /// - Returns: The changes, or `nil` if they are not known or another program has committed in between.
  func changes(from start: CommitMark, to end: CommitMark, in tables: Set<String>) -> DatabaseChanges? {
    if start == end { return DatabaseChanges() }
    return lock.withLock {
      guard let first = numbers[start], let last = numbers[end], first <= last, let oldest = commits.first?.number
      else {
        return nil
      }
      var changes = DatabaseChanges()
      for commit in commits[(first + 1 - oldest)..<(last + 1 - oldest)] {
        changes.merge(commit.changes.only(tables))
      }
      return changes
    }
  }

  /// Removes at least half of the commits, so that few commits pay the cost.
  private func forgetOldest() {
    repeat {
      let oldest = commits.prefix((commits.count + 1) / 2)
      for commit in oldest {
        rowCount -= commit.changes.rowCount
        numbers[commit.mark] = nil
      }
      commits.removeFirst(oldest.count)
    } while rowCount > Self.rowLimit
  }

  private func clear() {
    last = nil
    numbers = [:]
    commits = []
    rowCount = 0
  }
}
#endif
