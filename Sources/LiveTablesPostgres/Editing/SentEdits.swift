#if Postgres
/// Which transactions of the server are edits of this table, until they come back.
///
/// An edit is settled when its transaction comes back, or the replication has passed it: then the rows are those of the
/// server.
struct SentEdits: Sendable {
  private struct Entry: Sendable {
    let edit: Int
    /// The number of its transaction in the server, once that has begun.
    var transaction: UInt32?
    /// A position behind its commit, once that is known.
    var end: LogPosition?
  }

  private var entries: [Entry] = []
  private var position = LogPosition.zero

  init() {}

  /// The edit has begun as a transaction of the server.
  mutating func begin(_ edit: Int, as transaction: UInt32) {
    entries.append(Entry(edit: edit, transaction: transaction))
  }

  /// The edit is committed, somewhere before a position.
  ///
  /// - Returns: The edits that are settled.
  mutating func commit(_ edit: Int, before end: LogPosition) -> [Int] {
    if let index = entries.firstIndex(where: { $0.edit == edit }) { entries[index].end = end }
    return reach(position)
  }

  /// The edit was not made.
  mutating func remove(_ edit: Int) { entries.removeAll { $0.edit == edit } }

  /// A transaction has come back.
  ///
  /// - Returns: The edits that are settled.
  mutating func see(_ transaction: UInt32) -> [Int] { settle { $0.transaction == transaction } }

  /// Everything before a position has come back.
  ///
  /// - Returns: The edits that are settled.
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
