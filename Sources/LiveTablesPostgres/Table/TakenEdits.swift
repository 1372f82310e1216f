#if Postgres
internal import Foundation
internal import LiveTables

/// The users' edits in views that the table has not accepted yet.
///
/// A user's edit is shown in the same turn of the main actor, and the table accepts it before it returns a state, so no
/// later state lacks the edit. This requires a lock.
final class TakenEdits<Row: Diffable & Sendable>: @unchecked Sendable {
  typealias Taking = @Sendable (_ number: Int, _ table: isolated PostgresTable<Row>) -> Void

  private let lock = NSLock()
  private var count = 0
  private var edits: [(number: Int, take: Taking)] = []

  func add(_ take: @escaping Taking) -> Int {
    lock.withLock {
      count += 1
      edits.append((count, take))
      return count
    }
  }

  func take(by table: isolated PostgresTable<Row>) {
    let edits = lock.withLock {
      defer { self.edits = [] }
      return self.edits
    }
    for edit in edits { edit.take(edit.number, table) }
  }
}
#endif
