#if Postgres
public import LiveTables

/// A table of a PostgreSQL server, kept up to date by logical replication: its rows, and then every transaction that
/// changes it, of any program.
///
/// ```swift
/// let mails = PostgresTable(of: Mail.self, from: "mail", connection: PostgresConnection("dbname=mail"))
/// view.bind(mails.grouped { $0.folder })
/// try await mails.edit { $0.remove(id: 7) }
/// ```
///
/// It begins with its first reader. A transaction of the server is one change, never a part of one. Rows stand in the
/// order of the key when they are read, and new ones come last; `sorted(by:)` orders them. Nothing is polled.
///
/// If the first table cannot be read because the server refuses, the source ends with the error. A server that is not
/// there is waited for, and so is everything after the first table: `onTrouble` receives what goes wrong, the last table
/// stays, and the next one comes when the trouble is over, as one change.
///
/// It ends with ``close()``, or when it is released.
public actor PostgresTable<Row: Diffable & Sendable>: TableSource {
  /// The newest state, with the edits that are on their way to the server.
  public private(set) var state = SourceState<OneSection, Row>()

  nonisolated let plan: ReplicationPlan
  nonisolated let decode: @Sendable (PostgresRow) throws -> Row
  private nonisolated let onTrouble: (@Sendable ((any Error)?) -> Void)?
  private var subscribers = SubscriberList()
  private var following: Task<Void, Never>?
  private var trouble: String?
  private var mirror = TableMirror<Row>()
  var pending = PendingEdits<Row>()
  /// The table as the server describes it; `nil` before it was read.
  private(set) var description: TableDescription?
  nonisolated let writer: EditConnection

  /// Creates a table whose rows are decoded by a closure.
  ///
  /// - Parameters:
  ///   - table: The name of the table, as it is written in SQL or as it is: `mail`, `archive.mail`, `Mail`.
  ///   - connection: How to connect. The role needs the attribute `REPLICATION`, and has to be able to read the table.
  ///   - publication: The publication that has the table; `nil` for any.
  ///   - slot: Whether a lost connection reads the table again, or goes on where it was.
  ///   - onTrouble: Receives each error that does not end the source, and `nil` when it is over.
  ///   - decode: Makes a row. The identity of the row has to follow from the columns of the table's key.
  public init(
    from table: String, connection: PostgresConnection, publication: String? = nil, slot: PostgresSlot = .temporary,
    onTrouble: (@Sendable ((any Error)?) -> Void)? = nil, decode: @escaping @Sendable (PostgresRow) throws -> Row
  ) {
    self.init(
      ReplicationPlan(connection: connection, table: table, publication: publication, slot: slot),
      onTrouble: onTrouble, decode: decode)
  }

  /// Creates a table whose rows are decoded by the names of their columns.
  ///
  /// - Parameters:
  ///   - type: What a row becomes. Its identity has to follow from the columns of the table's key.
  ///   - table: The name of the table.
  ///   - connection: How to connect.
  ///   - publication: The publication that has the table; `nil` for any.
  ///   - slot: Whether a lost connection reads the table again, or goes on where it was.
  ///   - onTrouble: Receives each error that does not end the source, and `nil` when it is over.
  public init(
    of type: Row.Type = Row.self, from table: String, connection: PostgresConnection, publication: String? = nil,
    slot: PostgresSlot = .temporary, onTrouble: (@Sendable ((any Error)?) -> Void)? = nil
  ) where Row: Decodable {
    self.init(
      from: table, connection: connection, publication: publication, slot: slot, onTrouble: onTrouble
    ) { try $0.decode() }
  }

  init(
    _ plan: ReplicationPlan, onTrouble: (@Sendable ((any Error)?) -> Void)?,
    decode: @escaping @Sendable (PostgresRow) throws -> Row
  ) {
    self.plan = plan
    self.onTrouble = onTrouble
    self.decode = decode
    writer = EditConnection(plan.connection, clock: plan.clock)
  }

  deinit { following?.cancel() }

  /// Adds a reader; the first one begins the replication.
  ///
  /// - Parameter signal: Sent after every change.
  public func subscribe(_ signal: Signal) {
    subscribers.add(signal)
    if following != nil || state.isFinished { return }
    let replication = Replication(plan: plan, target: self)
    following = Task { @concurrent in await replication.run() }
  }

  /// Ends the source and its connections.
  ///
  /// A temporary slot is gone afterwards; a durable one stays.
  public func close() async {
    finish(nil)
    following?.cancel()
    await following?.value
    await writer.close()
  }

  private func finish(_ error: (any Error)?) {
    state.finish(throwing: error)
    pending.fail(error ?? PostgresError.closed)
    subscribers.notify()
  }

  // MARK: - What is shown

  /// The table with the edits that are on their way.
  func shown() -> TableSnapshot<OneSection, Row> {
    let delta = pending.delta { mirror.row($0) != nil }
    // Edits are made so that they fit; without them the table is what the server has.
    return (try? mirror.table(with: delta)) ?? mirror.table
  }

  /// The row as the server has it.
  func serverRow(_ id: Row.Identity) -> Row? { mirror.row(id) }

  /// Shows the table if it looks different.
  func show() {
    let table = shown()
    if table.difference(from: state.table).isEmpty { return }
    state.advance(to: table)
    subscribers.notify()
  }
}

extension PostgresTable: ReplicationTarget {
  func replace(
    by snapshot: TableMirror<Row>.Snapshot, of table: TableDescription, at position: LogPosition
  ) throws {
    if state.isFinished { throw CancellationError() }
    try mirror.replace(by: snapshot)
    description = table
    pending.reach(position)
    troubleIsOver()
    if state.revision >= 0 { return show() }
    state.advance(to: shown())
    subscribers.notify()
  }

  func apply(_ transactions: [RowTransaction], at position: LogPosition) throws {
    if state.isFinished { throw CancellationError() }
    troubleIsOver()
    let before = state.revision
    defer { if state.revision > before { subscribers.notify() } }
    for transaction in transactions {
      let hadEdits = !pending.isEmpty
      try mirror.apply(transaction.changes, decode)
      pending.see(transaction.number)
      pending.reach(transaction.end)
      if hadEdits { show() } else if !transaction.changes.isEmpty { state.advance(to: mirror.table) }
    }
    if pending.reach(position) { show() }
  }

  func report(_ error: any Error) -> Bool {
    if state.isFinished { return false }
    if state.revision < 0, (error as? PostgresError)?.isTransient != true {
      finish(error)
      return false
    }
    let words = "\(error)"
    if words != trouble { onTrouble?(error) }
    trouble = words
    return true
  }

  private func troubleIsOver() {
    if trouble == nil { return }
    trouble = nil
    onTrouble?(nil)
  }
}
#endif
