#if Postgres
internal import LiveTables

/// A change of a row by an edit.
enum RowEdit<Row: Diffable & Sendable>: Sendable {
  case insert(Row)
  case update(Row)
  case delete(Row.Identity)
}

/// Edits that are shown, and that the replication has not brought back yet.
///
/// An edit is settled when its transaction comes back, or the replication has passed it: then the rows are those of the
/// server.
struct PendingEdits<Row: Diffable & Sendable>: Sendable {
  private struct Entry: Sendable {
    let id: Int
    let edits: [RowEdit<Row>]
    /// The number of its transaction in the server, once that has begun.
    var transaction: UInt32?
    /// A position behind its commit, once that is known.
    var end: LogPosition?
  }

  private var entries: [Entry] = []
  private var count = 0
  private var position = LogPosition.zero
  /// Why there can be no more edits.
  private(set) var failure: (any Error)?

  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// Adds an edit.
  ///
  /// - Returns: Its name in the other calls.
  mutating func add(_ edits: [RowEdit<Row>]) -> Int {
    count += 1
    entries.append(Entry(id: count, edits: edits))
    return count
  }

  /// The edit has begun as a transaction of the server.
  mutating func begin(_ id: Int, as transaction: UInt32) {
    if let index = entries.firstIndex(where: { $0.id == id }) { entries[index].transaction = transaction }
  }

  /// The edit is committed, somewhere before a position.
  mutating func commit(_ id: Int, before end: LogPosition) {
    if let index = entries.firstIndex(where: { $0.id == id }) { entries[index].end = end }
    reach(position)
  }

  /// The edit was not made.
  mutating func remove(_ id: Int) { entries.removeAll { $0.id == id } }

  /// A transaction has come back.
  mutating func see(_ transaction: UInt32) { entries.removeAll { $0.transaction == transaction } }

  /// Everything before a position has come back.
  ///
  /// - Returns: Whether that settles an edit.
  @discardableResult mutating func reach(_ position: LogPosition) -> Bool {
    self.position = position
    let before = entries.count
    entries.removeAll { $0.end.map { $0 <= position } ?? false }
    return entries.count < before
  }

  mutating func fail(_ error: any Error) { failure = failure ?? error }

  /// What the edits come to.
  ///
  /// - Parameter isThere: Whether the server's table has a row.
  func delta(isThere: (Row.Identity) -> Bool) -> TableDelta<Row> {
    var delta = TableDelta<Row>()
    for edit in entries.lazy.flatMap(\.edits) {
      switch edit {
      case .insert(let row):
        if isThere(row.identity) { delta.replace(row) } else { _ = delta.add(row) }
      case .update(let row):
        if isThere(row.identity) || delta.adds(row.identity) { delta.replace(row) }
      case .delete(let id): delta.remove(id)
      }
    }
    return delta
  }
}
#endif
