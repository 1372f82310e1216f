#if Postgres
/// A change to the rows of a replicated table.
enum RowChange: Hashable, Sendable {
  case insert(Tuple)
  case update(old: Tuple?, new: Tuple)
  case delete(old: Tuple)
  case truncate
}

/// Parses the transactions of a single table from replication messages.
///
/// This state machine returns each change as it arrives. The reader collects the changes until the transaction ends.
struct ChangeStream: Sendable {
  enum Action: Hashable, Sendable {
    case none
    /// The reader must add a change to the open transaction.
    case change(RowChange)
    /// The reader must apply the open transaction, which ends at a log position and has the server's 32-bit ID.
    case apply(UInt32, end: LogPosition)
    /// The reader must discard the open transaction, which has already been applied.
    case discard
    /// The reader must report the applied position to the server.
    case reply
    /// The reader must read the table again. Its columns, types, or key differ from those of the snapshot, so its rows
    /// may have been rewritten without changes being sent.
    case columnsChanged([OutputMessage.Relation.Column])
  }

  private struct Open: Sendable {
    let number: UInt32
    let commit: LogPosition
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
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(WireError) -> Action {
    switch try StreamMessage(bytes) {
    case .keepalive(let end, let wantsReply):
      known = max(known, end)
      // Between transactions, everything before this log position has arrived.
      if open == nil { applied = max(applied, end) }
      return wantsReply ? .reply : .none
    case .log(let end, let content):
      known = max(known, end)
      return try take(OutputMessage(bytes[content...]))
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
      if end <= start { return .discard }
      // The server has reported that everything before this log position has been sent.
      guard end > applied else { throw .position(end) }
      applied = end
      return .apply(done.number, end: end)
    case .relation(let relation) where relation.id == table:
      if relation.columns != columns { return .columnsChanged(relation.columns) }
    case .insert(table, let row): return try change(.insert(checked(row)))
    case .update(table, let old, let new):
      if let old { _ = try checked(old) }
      return try change(.update(old: old, new: checked(new)))
    case .delete(table, let old): return try change(.delete(old: checked(old)))
    case .truncate(let tables) where tables.contains(table): return try change(.truncate)
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

  private func change(_ change: RowChange) throws(WireError) -> Action {
    guard open != nil else { throw .misplaced("a change") }
    return .change(change)
  }
}
#endif
