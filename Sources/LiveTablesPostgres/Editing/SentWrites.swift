#if Postgres
/// Matches edits of the table with transactions on the server.
///
/// An edit is settled when its transaction arrives, or when the replication has passed the edit's commit.
struct SentWrites: Sendable {
  private struct Entry: Sendable {
    let edit: Int
    var transaction: UInt32?
    var end: LogPosition?
  }

  private var entries: [Entry] = []
  private var position = LogPosition.zero

  init() {}

  mutating func begin(_ edit: Int, as transaction: UInt32) {
    entries.append(Entry(edit: edit, transaction: transaction))
  }

  /// Records that an edit has been committed before a log position, and returns the edits that this settles.
  mutating func commit(_ edit: Int, before end: LogPosition) -> [Int] {
    if let index = entries.firstIndex(where: { $0.edit == edit }) { entries[index].end = end }
    return reach(position)
  }

  mutating func remove(_ edit: Int) { entries.removeAll { $0.edit == edit } }

  /// Handles the arrival of a transaction, and returns the edits that it settles.
  mutating func see(_ transaction: UInt32) -> [Int] { settle { $0.transaction == transaction } }

  /// Handles the arrival of all changes before a log position, and returns the edits that these settle.
  mutating func reach(_ position: LogPosition) -> [Int] {
    self.position = position
    return settle { $0.end.map { $0 <= position } ?? false }
  }

  private mutating func settle(_ isSettled: (Entry) -> Bool) -> [Int] {
    if entries.isEmpty { return [] }
    let settled = entries.filter(isSettled).map(\.edit)
    entries.removeAll(where: isSettled)
    return settled
  }
}
#endif
