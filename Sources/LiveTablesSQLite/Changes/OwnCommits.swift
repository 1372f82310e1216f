#if SQLite
internal import Foundation

/// What the last commits of this process have changed, as long as no other program commits in between.
///
/// With it a reader knows exactly what is different between two states of the database that it has seen.
final class OwnCommits: @unchecked Sendable {
  private static let limit = 4096
  private static let rowLimit = 50_000

  private let lock = NSLock()
  // All of these only ever under the lock.
  private var last: CommitMark?
  private var numbers: [CommitMark: Int] = [:]
  private var commits: [(number: Int, mark: CommitMark, changes: DatabaseChanges)] = []
  private var rowCount = 0
  private var number = 0

  /// Notes a commit.
  ///
  /// - Parameters:
  ///   - changes: What it has changed, all of it.
  ///   - start: The commit before, seen while no other program could commit.
  ///   - end: The newest commit afterwards.
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

  /// What is different in some tables.
  ///
  /// - Returns: `nil` if it is not known, or another program has committed in between.
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

  /// Forgets half of what is kept, so that few commits pay for it.
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
