#if Postgres
/// A change of a row.
enum RowChange: Hashable, Sendable {
  case insert(Tuple)
  case update(old: Tuple?, new: Tuple)
  case delete(old: Tuple)
  case truncate
}

/// What a transaction has done to a table.
struct RowTransaction: Hashable, Sendable {
  /// The server's number of the transaction.
  let number: UInt32
  /// Where the log goes on behind it.
  let end: LogPosition
  let changes: [RowChange]
}

/// Makes transactions of one table out of the messages of a replication.
///
/// Pure: bytes go in, what to do comes out. A transaction comes out as a whole, once; what was applied before is left out.
struct ChangeStream: Sendable {
  /// What to do about a message.
  enum Action: Hashable, Sendable {
    case none
    /// A transaction is complete.
    case apply(RowTransaction)
    /// The server wants to know how far the reader is.
    case reply
    /// The table has other columns from here on than it had in the snapshot, or another key, or other types: then its
    /// rows may have been written anew, which is no change.
    case columnsChanged([OutputMessage.Relation.Column])
  }

  private struct Open: Sendable {
    let number: UInt32
    let commit: LogPosition
    var changes: [RowChange] = []
  }

  /// The table's identity in the server.
  let table: UInt32
  /// The columns that the table had, in their order.
  let columns: [OutputMessage.Relation.Column]
  /// Everything before it has been applied.
  private(set) var applied: LogPosition
  /// Everything before it is in the server's log, as far as the server has said.
  private(set) var known: LogPosition
  /// What the connection before has applied, and may come again.
  private let start: LogPosition
  private var open: Open?

  init(of table: UInt32, columns: [OutputMessage.Relation.Column], from applied: LogPosition) {
    self.table = table
    self.columns = columns
    self.applied = applied
    known = applied
    start = applied
  }

  /// Takes a message.
  ///
  /// - Throws: `WireError` if it cannot be understood or may not come here.
  mutating func take(_ bytes: [UInt8]) throws(WireError) -> Action {
    switch try StreamMessage(bytes) {
    case .keepalive(let end, let wantsReply):
      known = max(known, end)
      // Between transactions there is nothing that is still to come of what is before it.
      if open == nil { applied = max(applied, end) }
      return wantsReply ? .reply : .none
    case .log(let end, let content):
      known = max(known, end)
      return try take(OutputMessage(bytes, from: content))
    }
  }

  private mutating func take(_ message: OutputMessage) throws(WireError) -> Action {
    switch message {
    case .begin(let commit, let number):
      guard open == nil else { throw .misplaced("a transaction in a transaction") }
      open = Open(number: number, commit: commit)
    case .commit(let position, let end):
      guard let done = open else { throw .misplaced("a commit") }
      guard position == done.commit, position < end else { throw .position(position) }
      open = nil
      if end <= start { return .none }
      // The server has said that all before it had been sent.
      guard end > applied else { throw .position(end) }
      applied = end
      return .apply(RowTransaction(number: done.number, end: end, changes: done.changes))
    case .relation(let relation) where relation.id == table:
      if relation.columns != columns { return .columnsChanged(relation.columns) }
    case .insert(table, let row): try add(.insert(checked(row)))
    case .update(table, let old, let new):
      if let old { _ = try checked(old) }
      try add(.update(old: old, new: checked(new)))
    case .delete(table, let old): try add(.delete(old: checked(old)))
    case .truncate(let tables) where tables.contains(table): try add(.truncate)
    case .relation, .insert, .update, .delete, .truncate, .origin, .type, .custom: break
    }
    return .none
  }

  private func checked(_ row: Tuple) throws(WireError) -> Tuple {
    guard row.fields.count == columns.count else {
      throw .columnCount(expected: columns.count, given: row.fields.count)
    }
    return row
  }

  private mutating func add(_ change: RowChange) throws(WireError) {
    guard open != nil else { throw .misplaced("a change") }
    open?.changes.append(change)
  }
}
#endif
