#if Postgres
internal import Foundation
internal import LiveTables

/// What users have done in views, until the table takes it.
///
/// A user's edit is on screen in the turn in which it is made, and the table takes it before it is asked for its state: so
/// no state that is read later lacks it. Hence the lock.
final class TakenEdits<Row: Diffable & Sendable>: @unchecked Sendable {
  typealias Taking = @Sendable (_ number: Int, _ table: isolated PostgresTable<Row>) -> Void

  private let lock = NSLock()
  private var count = 0
  private var edits: [(number: Int, take: Taking)] = []

  /// The user makes an edit.
  ///
  /// - Returns: Its number.
  func add(_ take: @escaping Taking) -> Int {
    lock.withLock {
      count += 1
      edits.append((count, take))
      return count
    }
  }

  /// The table takes all that were made.
  func take(by table: isolated PostgresTable<Row>) {
    let edits = lock.withLock {
      defer { self.edits = [] }
      return self.edits
    }
    for edit in edits { edit.take(edit.number, table) }
  }
}
#endif
