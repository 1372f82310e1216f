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
/// If the first table cannot be read because the server refuses, or the connection string is wrong, the source ends with the
/// error. A server that is not there is waited for, and so is everything after the first table: `onTrouble` receives what
/// goes wrong, the last table stays, and the next one comes when the trouble is over, as one change.
///
/// It ends with ``close()``, or when it is released.
public actor PostgresTable<Row: Diffable & Sendable>: TableSource {
  nonisolated let plan: ReplicationPlan
  nonisolated let decode: @Sendable (PostgresRow) throws -> Row
  private nonisolated let onTrouble: (@Sendable ((any Error)?) -> Void)?
  private var subscribers = SubscriberList()
  private var following: Task<Void, Never>?
  private var trouble: String?
  /// What was written to standard error of it.
  private var logged: String?
  private var mirror = TableMirror<Row>()
  private var pending = PendingEdits<OneSection, Row>()
  private var sent = SentEdits()
  nonisolated let taken = TakenEdits<Row>()
  /// What users have done and is not written yet, by the numbers of ``taken``.
  var begun: [Int: Result<BegunEdit?, any Error>] = [:]
  private var written: [AsyncStream<Void>.Continuation] = []
  private(set) var content = SourceState<OneSection, Row>()
  /// Which server it is; `nil` before the first connection.
  private var server: LogServer?
  private(set) var recent = RecentStates<SourceState<OneSection, Row>>()
  /// Everything before it is in the table.
  private(set) var applied = LogPosition.zero
  private var waiters = PositionWaiters()
  /// Up to where the table is late, and is not waited for any more.
  private var behind: LogPosition?
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
  ///   - publication: The publication that has the table; `nil` for one that has all its rows and columns.
  ///   - slot: Whether a lost connection reads the table again, or goes on where it was.
  ///   - patience: After how long a wait for the server, a snapshot or a first table is reported, with its reason.
  ///   - onTrouble: Receives each error that does not end the source, and `nil` when it is over. Without it, what lasts
  ///     longer than `patience` is written to standard error.
  ///   - decode: Makes a row. The identity of the row has to follow from the columns of the table's key.
  public init(
    from table: String, connection: PostgresConnection, publication: String? = nil, slot: PostgresSlot = .temporary,
    patience: Duration = .seconds(5), onTrouble: (@Sendable ((any Error)?) -> Void)? = nil,
    decode: @escaping @Sendable (PostgresRow) throws -> Row
  ) {
    var plan = ReplicationPlan(connection: connection, table: table, publication: publication, slot: slot)
    plan.patience = patience
    self.init(plan, onTrouble: onTrouble, decode: decode)
  }

  /// Creates a table whose rows are decoded by the names of their columns.
  ///
  /// - Parameters:
  ///   - type: What a row becomes. Its identity has to follow from the columns of the table's key.
  ///   - table: The name of the table.
  ///   - connection: How to connect.
  ///   - publication: The publication that has the table; `nil` for one that has all its rows and columns.
  ///   - slot: Whether a lost connection reads the table again, or goes on where it was.
  ///   - patience: After how long a wait for the server, a snapshot or a first table is reported, with its reason.
  ///   - onTrouble: Receives each error that does not end the source, and `nil` when it is over. Without it, what lasts
  ///     longer than `patience` is written to standard error.
  public init(
    of type: Row.Type = Row.self, from table: String, connection: PostgresConnection, publication: String? = nil,
    slot: PostgresSlot = .temporary, patience: Duration = .seconds(5),
    onTrouble: (@Sendable ((any Error)?) -> Void)? = nil
  ) where Row: Decodable {
    self.init(
      from: table, connection: connection, publication: publication, slot: slot, patience: patience,
      onTrouble: onTrouble
    ) { try $0.decode() }
  }

  init(
    _ plan: ReplicationPlan, onTrouble: (@Sendable ((any Error)?) -> Void)?,
    decode: @escaping @Sendable (PostgresRow) throws -> Row
  ) {
    self.plan = plan
    self.onTrouble = onTrouble
    self.decode = decode
    writer = EditConnection(plan.connection, timeout: plan.timeout, clock: plan.clock)
  }

  deinit { following?.cancel() }

  /// The newest state, with the edits that are on their way to the server.
  ///
  /// A table that is combined with others of its server waits for them, at most as long as its patience, so that all of
  /// them are at one position of the server's log.
  public var state: SourceState<OneSection, Row> {
    get async {
      taken.take(by: self)
      guard let moment = ReadMoment.current, let server, content.revision >= 0, !content.isFinished else {
        return content
      }
      return await state(in: moment, of: server)
    }
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
    waiters.end()
    subscribers.notify()
  }

  // MARK: - What is shown

  /// How many edits are on their way.
  var waiting: Int { pending.waiting }

  /// The table with the edits that are on their way.
  var shown: TableSnapshot<OneSection, Row> { pending.waiting == 0 ? mirror.table : pending.shown }

  /// The key of a row as the server has written it.
  ///
  /// - Parameter encoded: As the row encodes it; that is what is left of a row which the server has not sent yet.
  func serverKey(of id: Row.Identity, _ encoded: [String]) -> [String] { mirror.key(of: id, encoded) }

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
    recent.add(content, from: applied)
    subscribers.notify()
  }

  // MARK: - Beside other tables of the server

  /// Whether the table is late, so that nothing waits for it.
  var isBehind: Bool { behind != nil }

  func notify() { subscribers.notify() }

  func combine() { recent.keepMore() }

  /// Waits until the table has come to a position, as long as its patience lasts.
  func isReached(_ position: LogPosition) async -> Bool {
    let (arrived, caller) = waiters.wait(for: position)
    let timer = Task { [plan] in
      try? await plan.clock.sleep(for: plan.patience)
      caller.finish()
    }
    defer { timer.cancel() }
    for await _ in arrived { return true }
    return false
  }

  /// The table is late: that is reported, and the tables that it is combined with go on.
  func fallBehind(_ position: LogPosition) {
    if let behind, behind >= position { return }
    behind = position
    var error = PostgresError(
      "the table \(plan.table) has come to \(applied) in the server's log, and others that it is combined with to "
        + "\(position); until it has come as far, they show different moments", isTransient: true)
    error.isWaiting = true
    waits(because: error)
  }

  /// The table has come to a position.
  private func reach(_ position: LogPosition) {
    applied = position
    if let behind, behind <= position { self.behind = nil }
    waiters.reach(position)
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
    applied = position
    show()
    recent.add(content, from: position, isBehindGap: true)
    reach(position)
    troubleIsOver()
  }

  func follow(_ server: LogServer) { self.server = server }

  func apply(_ transactions: [RowTransaction], at position: LogPosition) throws {
    if content.isFinished { throw CancellationError() }
    if behind.map({ $0 <= position }) ?? true { troubleIsOver() }
    taken.take(by: self)
    let before = content.revision
    defer { if content.revision > before { subscribers.notify() } }
    for transaction in transactions {
      try mirror.apply(transaction.changes, decode)
      applied = transaction.end
      if pending.waiting > 0 {
        pending.follow(mirror.table)
        settle(sent.see(transaction.number) + sent.reach(transaction.end))
        show()
      } else if !transaction.changes.isEmpty {
        content.advance(to: mirror.table)
        recent.add(content, from: applied)
      }
    }
    let settled = sent.reach(position)
    settle(settled)
    if !settled.isEmpty { show() }
    reach(position)
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

  func waits(because reason: PostgresError?) {
    if content.isFinished { return }
    if let reason { _ = report(reason) }
    guard onTrouble == nil, let trouble, trouble != logged else { return }
    logged = trouble
    TroubleLog.write("LiveTables: table “\(plan.table)”: \(trouble)")
  }

  private func troubleIsOver() {
    if trouble == nil { return }
    trouble = nil
    logged = nil
    onTrouble?(nil)
  }
}
#endif
