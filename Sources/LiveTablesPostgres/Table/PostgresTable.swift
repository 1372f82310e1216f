#if Postgres
public import LiveTables
import LiveTablesOperators

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
  nonisolated let plan: ReplicationPlan
  nonisolated let decode: @Sendable (PostgresRow) throws -> Row
  private nonisolated let onTrouble: (@Sendable ((any Error)?) -> Void)?
  private var subscribers = SubscriberList()
  private var following: Task<Void, Never>?
  private var trouble: String?
  private var mirror = TableMirror<Row>()
  private var pending = PendingEdits<OneSection, Row>()
  private var sent = SentEdits()
  nonisolated let taken = TakenEdits<Row>()
  /// What users have done and is not written yet, by the numbers of ``taken``.
  var begun: [Int: Result<BegunEdit?, any Error>] = [:]
  private var written: [AsyncStream<Void>.Continuation] = []
  private var content = SourceState<OneSection, Row>()
  /// Why there can be no more edits.
  private(set) var ending: (any Error)?
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

  /// The newest state, with the edits that are on their way to the server.
  public var state: SourceState<OneSection, Row> {
    taken.take(by: self)
    return content
  }

  /// Adds a reader; the first one begins the replication.
  ///
  /// - Parameter signal: Sent after every change.
  public func subscribe(_ signal: Signal) {
    subscribers.add(signal)
    if following != nil || content.isFinished { return }
    let replication = Replication(plan: plan, target: self)
    following = Task { @concurrent in await replication.run() }
  }

  /// Ends the source and its connections, once the edits that were begun are made; in a task that is cancelled they are
  /// given up.
  ///
  /// A temporary slot is gone afterwards; a durable one stays.
  public func close() async {
    finish(nil)
    following?.cancel()
    await following?.value
    await writer.close()
  }

  private func finish(_ error: (any Error)?) {
    content.finish(throwing: error)
    ending = ending ?? error ?? PostgresError.closed
    subscribers.notify()
  }

  // MARK: - What is shown

  /// How many edits are on their way.
  var waiting: Int { pending.waiting }

  /// The table with the edits that are on their way.
  var shown: TableSnapshot<OneSection, Row> { pending.waiting == 0 ? mirror.table : pending.shown }

  /// Adds changes that are going to be written.
  ///
  /// - Returns: Their number.
  func add(_ edits: [RowEdit<Row>]) -> Int {
    if pending.waiting == 0 { pending.follow(mirror.table) }
    _ = pending.update()
    let number = pending.add(edits.map(\.edit))
    show()
    return number
  }

  /// The edit has begun as a transaction of the server.
  func begin(_ edit: BegunEdit, as transaction: UInt32) { sent.begin(edit.number, as: transaction) }

  /// The edit is committed, somewhere before a position.
  func commit(_ edit: BegunEdit, before end: LogPosition) {
    settle(sent.commit(edit.number, before: end))
    show()
  }

  /// The edit was not made.
  func takeBack(_ edit: BegunEdit) {
    sent.remove(edit.number)
    _ = pending.refuse(edit.number)
    show()
  }

  /// What a user has done is written, or taken back.
  func end(_ number: Int) {
    begun[number] = nil
    if !begun.isEmpty { return }
    for waiter in written { waiter.finish() }
    written = []
  }

  /// Ends when all that users have done is written or taken back.
  func untilWritten() -> AsyncStream<Void> {
    let (stream, waiter) = AsyncStream.makeStream(of: Void.self)
    written.append(waiter)
    return stream
  }

  /// The server's rows are what these edits have made of them.
  private func settle(_ edits: [Int]) {
    for edit in edits { _ = pending.confirm(edit, .confirmed) }
  }

  /// Shows the table if it looks different.
  private func show() {
    _ = pending.update()
    let table = shown
    if content.revision >= 0, table.difference(from: content.table).isEmpty { return }
    content.advance(to: table)
    subscribers.notify()
  }
}

extension PostgresTable: ReplicationTarget {
  func replace(
    by snapshot: TableMirror<Row>.Snapshot, of table: TableDescription, at position: LogPosition
  ) throws {
    if content.isFinished { throw CancellationError() }
    try mirror.replace(by: snapshot)
    description = table
    pending.follow(mirror.table)
    settle(sent.reach(position))
    troubleIsOver()
    show()
  }

  func apply(_ transactions: [RowTransaction], at position: LogPosition) throws {
    if content.isFinished { throw CancellationError() }
    troubleIsOver()
    taken.take(by: self)
    let before = content.revision
    defer { if content.revision > before { subscribers.notify() } }
    for transaction in transactions {
      try mirror.apply(transaction.changes, decode)
      if pending.waiting > 0 {
        pending.follow(mirror.table)
        settle(sent.see(transaction.number) + sent.reach(transaction.end))
        show()
      } else if !transaction.changes.isEmpty {
        content.advance(to: mirror.table)
      }
    }
    let settled = sent.reach(position)
    settle(settled)
    if !settled.isEmpty { show() }
  }

  func report(_ error: any Error) -> Bool {
    if content.isFinished { return false }
    if content.revision < 0, (error as? PostgresError)?.isTransient != true {
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
