#if Postgres
/// A change to the rows of a replicated table.
enum RowChange: Hashable, Sendable {
  case insert(Tuple)
  case update(old: Tuple?, new: Tuple)
  case delete(old: Tuple)
  case truncate
}

/// The changes of a committed transaction to a single table.
struct RowTransaction: Hashable, Sendable {
  /// The server's 32-bit transaction ID.
  let number: UInt32
  /// The log position after the commit.
  let end: LogPosition
  let changes: [RowChange]
}

/// Assembles the transactions of a single table from replication messages.
///
/// This state machine returns each transaction once, as a whole, unless it has already been applied.
struct ChangeStream: Sendable {
  enum Action: Hashable, Sendable {
    case none
    /// The reader must apply a complete transaction.
    case apply(RowTransaction)
    /// The reader must report the applied position to the server.
    case reply
    /// The reader must read the table again. Its columns, types, or key differ from those of the snapshot, so its rows
    /// may have been rewritten without changes being sent.
    case columnsChanged([OutputMessage.Relation.Column])
  }

  private struct Open: Sendable {
    let number: UInt32
    let commit: LogPosition
    var changes: [RowChange] = []
  }

  /// The table's object identifier (OID).
  let table: UInt32
  let columns: [OutputMessage.Relation.Column]
  /// The log position up to which transactions have been applied.
  private(set) var applied: LogPosition
  /// The end of the server's log, as last reported by the server.
  private(set) var known: LogPosition
  /// The log position that the previous connection has applied, before which the server may repeat transactions.
  private let start: LogPosition
  private var open: Open?

  init(of table: UInt32, columns: [OutputMessage.Relation.Column], from applied: LogPosition) {
    self.table = table
    self.columns = columns
    self.applied = applied
    known = applied
    start = applied
  }

  /// Handles a replication message.
  ///
  /// - Throws: `WireError` if the message cannot be parsed or is not allowed at this point.
  mutating func take(_ bytes: [UInt8]) throws(WireError) -> Action {
    switch try StreamMessage(bytes) {
    case .keepalive(let end, let wantsReply):
      known = max(known, end)
      // Between transactions, everything before this log position has arrived.
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
      // The server has reported that everything before this log position has been sent.
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
