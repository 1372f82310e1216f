#if SQLite
internal import LiveTables

/// The changes made by this process's recent commits, back to the last commit by another program.
final class OwnCommits: Sendable {
  fileprivate static let limit = 4096
  fileprivate static let rowLimit = 50_000

  fileprivate struct State: Sendable {
    var last: CommitMark?
    var numbers: [CommitMark: Int] = [:]
    var commits: [(number: Int, mark: CommitMark, changes: DatabaseChanges)] = []
    var rowCount = 0
    var number = 0
  }

  private let state = Locked(State())

  /// - Parameters:
  ///   - start: The previous commit, which was read while no other program could commit.
  ///   - end: The latest commit after this one.
  func note(_ changes: DatabaseChanges, from start: CommitMark?, to end: CommitMark?) {
    state.with { $0.note(changes, from: start, to: end) }
  }

  /// Returns the changes to certain tables between two commits, or `nil` if they are not known.
  func changes(from start: CommitMark, to end: CommitMark, in tables: Set<String>) -> DatabaseChanges? {
    if start == end { return DatabaseChanges() }
    return state.with { state in
      guard let first = state.numbers[start], let last = state.numbers[end], first <= last,
        let oldest = state.commits.first?.number
      else {
        return nil
      }
      var changes = DatabaseChanges()
      for commit in state.commits[(first + 1 - oldest)..<(last + 1 - oldest)] {
        changes.merge(commit.changes.only(tables))
      }
      return changes
    }
  }
}

extension OwnCommits.State {
  fileprivate mutating func note(_ changes: DatabaseChanges, from start: CommitMark?, to end: CommitMark?) {
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
    if commits.count > OwnCommits.limit || rowCount > OwnCommits.rowLimit { forgetOldest() }
  }

  /// Removes at least half of the stored commits, so that few commits bear the cost of removal.
  private mutating func forgetOldest() {
    repeat {
      let oldest = commits.prefix((commits.count + 1) / 2)
      for commit in oldest {
        rowCount -= commit.changes.rowCount
        numbers[commit.mark] = nil
      }
      commits.removeFirst(oldest.count)
    } while rowCount > OwnCommits.rowLimit
  }

  private mutating func clear() {
    last = nil
    numbers = [:]
    commits = []
    rowCount = 0
  }
}
#endif
