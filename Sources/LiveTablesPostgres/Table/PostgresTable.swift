#if Postgres
public import LiveTables
import LiveTablesOperators

/// A live table on a PostgreSQL server, which delivers the current rows and then, through logical replication, every
/// transaction that changes them.
///
/// ```swift
/// let mails = PostgresTable(of: Mail.self, from: "mail", connection: PostgresConnection("dbname=mail"))
/// view.bind(mails.grouped { $0.folder })
/// try await mails.edit { $0.remove(id: 7) }
/// ```
///
/// The replication begins with the first reader. Each transaction on the server is delivered as a single change. The rows
/// are initially in the order of the key, and new rows are added at the end. To sort them, use `sorted(by:)`.
///
/// If the server refuses to send the first snapshot, or if the connection string is invalid, the source ends with the
/// error. Other errors are passed to `onTrouble`. Views keep showing the last table, and the next table is delivered as
/// a single change when the error is resolved.
public actor PostgresTable<Row: Diffable & Sendable>: TableSource {
  nonisolated let settings: ReplicationSettings
  nonisolated let decode: @Sendable (PostgresRow) throws -> Row
  private nonisolated let onTrouble: (@Sendable ((any Error)?) -> Void)?
  private var subscribers = SubscriberList()
  private var following: Task<Void, Never>?
  private var trouble = TableTrouble()
  private var mirror = TableMirror<Row>()
  private var pending = PendingEdits<OneSection, Row>()
  private var sent = SentWrites()
  private(set) var content = SourceState<OneSection, Row>()
  /// The server, or `nil` before the first connection.
  private var server: LogServer?
  private(set) var recent = RecentStates<SourceState<OneSection, Row>>()
  private(set) var applied = LogPosition.zero
  private var waiters = PositionWaiters()
  /// The log position that the table must reach before other tables wait for it again.
  private var behind: LogPosition?
  /// The reason why the table no longer accepts edits.
  private(set) var ending: (any Error)?
  /// The server's description of the table, or `nil` if it has not been read.
  private(set) var description: TableDescription?
  nonisolated let writer: WriteConnection

  /// Creates a table whose rows are decoded by a closure.
  ///
  /// - Parameters:
  ///   - table: The name of the table, quoted as in SQL or unquoted: `mail`, `archive.mail`, `Mail`.
  ///   - connection: The settings for connecting, with a role that has `REPLICATION` and can read the table.
  ///   - publication: The publication that contains the table, or `nil` for any publication that contains all of its
  ///     rows and columns.
  ///   - slot: The replication slot. It determines whether the full table is read again after a reconnection.
  ///   - patience: The time after which a wait for the server or for a snapshot is reported, with the reason.
  ///   - onTrouble: A closure that receives each error that does not end the source, and `nil` when the error is
  ///     resolved. By default, errors that last longer than `patience` are written to standard error.
  ///   - decode: A closure that decodes a row. The row's identity must depend only on the columns of the table's key.
  public init(
    from table: String, connection: PostgresConnection, publication: String? = nil, slot: PostgresSlot = .temporary,
    patience: Duration = .seconds(5), onTrouble: (@Sendable ((any Error)?) -> Void)? = nil,
    decode: @escaping @Sendable (PostgresRow) throws -> Row
  ) {
    var settings = ReplicationSettings(connection: connection, table: table, publication: publication, slot: slot)
    settings.patience = patience
    self.init(settings, onTrouble: onTrouble, decode: decode)
  }

  /// Creates a table whose rows are decoded by column name.
  ///
  /// The identity of a row must depend only on the columns of the table's key. For the other parameters, see
  /// ``init(from:connection:publication:slot:patience:onTrouble:decode:)``.
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
    _ settings: ReplicationSettings, onTrouble: (@Sendable ((any Error)?) -> Void)?,
    decode: @escaping @Sendable (PostgresRow) throws -> Row
  ) {
    self.settings = settings
    self.onTrouble = onTrouble
    self.decode = decode
    writer = WriteConnection(settings.connection, timeout: settings.timeout, clock: settings.clock)
  }

  deinit { following?.cancel() }

  /// The latest state, including edits that have not been written yet.
  ///
  /// If the table is combined with other tables from the same server, it waits for them for up to `patience`, so that all
  /// of them show the same position in the server's log.
  public var state: SourceState<OneSection, Row> {
    get async {
      guard let moment = ReadMoment.current, let server, content.revision >= 0, !content.isFinished else {
        return content
      }
      return await state(in: moment, of: server)
    }
  }

  /// Adds a reader of the table, and starts the replication if this is the first reader.
  public func subscribe(_ signal: Signal) {
    subscribers.add(signal)
    if following != nil || content.isFinished { return }
    let replication = Replication(settings: settings, target: self)
    following = Task { @concurrent in await replication.run() }
  }

  /// Ends the source, and closes its connections after all edits in progress have been written.
  ///
  /// If the task is cancelled, these edits are abandoned. A durable slot stays on the server.
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

  // MARK: - The shown table

  var waiting: Int { pending.waiting }

  /// The rows of the table, including edits that have not been written yet.
  var shown: TableSnapshot<OneSection, Row> { pending.waiting == 0 ? mirror.table : pending.shown }

  /// Returns the server's spelling of a row's key, or the encoded key if the server has not sent the row yet.
  func serverKey(of id: Row.Identity, _ encoded: [String]) -> [String] { mirror.key(of: id, encoded) }

  func add(_ edits: [RowWrite<Row>]) -> Int {
    if pending.waiting == 0 { pending.follow(mirror.table) }
    _ = pending.update()
    let number = pending.add(edits.map(\.edit))
    show(hasOtherRows: true)
    return number
  }

  func begin(_ edit: QueuedWrite, as transaction: UInt32) { sent.begin(edit.number, as: transaction) }

  func commit(_ edit: QueuedWrite, before end: LogPosition) {
    settle(sent.commit(edit.number, before: end))
    show()
  }

  /// Reverts an edit that could not be written.
  func takeBack(_ edit: QueuedWrite) {
    sent.remove(edit.number)
    _ = pending.refuse(edit.number)
    show(hasOtherRows: true)
  }

  /// Confirms edits that the rows received from the server contain.
  private func settle(_ edits: [Int]) {
    for edit in edits { _ = pending.confirm(edit, .confirmed) }
  }

  /// - Parameter hasOtherRows: Whether rows may differ from the shown rows although they compare equal.
  private func show(hasOtherRows: Bool = false) {
    _ = pending.update()
    let table = shown
    if content.revision < 0 {
      content.advance(to: table)
    } else {
      let changeset = table.difference(from: content.table)
      if changeset.isEmpty, !hasOtherRows { return }
      content.derive(CapturedTable(table), by: changeset, hints: DiffHints(), hasOtherRows: hasOtherRows)
    }
    recent.add(content, from: applied)
    subscribers.notify()
  }

  // MARK: - Other tables of the server

  var isBehind: Bool { behind != nil }

  func notify() { subscribers.notify() }

  func combine() { recent.keepMore() }

  /// Waits until the table reaches a log position, or until the time limit `patience` expires.
  func isReached(_ position: LogPosition) async -> Bool {
    let (arrived, caller) = waiters.wait(for: position)
    let timer = Task { [settings] in
      try? await settings.clock.sleep(for: settings.patience)
      caller.finish()
    }
    defer { timer.cancel() }
    for await _ in arrived { return true }
    return false
  }

  /// Lets the tables that are combined with this table continue without it.
  func fallBehind(_ position: LogPosition) {
    if let behind, behind >= position { return }
    behind = position
    var error = PostgresError(
      "the table \(settings.table) has come to \(applied) in the server's log, and others that it is combined with to "
        + "\(position); until it has come as far, they show different moments", isTransient: true)
    error.isWaiting = true
    waits(because: error)
  }

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
    recover()
  }

  func follow(_ server: LogServer) { self.server = server }

  func apply(_ transactions: [RowTransaction<Row>], at position: LogPosition) throws {
    if content.isFinished { throw CancellationError() }
    // Readers do not wait for the index before the first table.
    mirror.prepare()
    if behind.map({ $0 <= position }) ?? true { recover() }
    let before = content.revision
    defer { if content.revision > before { subscribers.notify() } }
    for transaction in transactions {
      let change = try mirror.apply(transaction.changes, decode)
      applied = transaction.end
      if pending.waiting > 0 {
        pending.follow(mirror.table)
        settle(sent.see(transaction.number) + sent.reach(transaction.end))
        show(hasOtherRows: change.hasOtherRows)
      } else if !transaction.changes.isEmpty {
        // The shown table may be an equal one, from before an edit was settled.
        let known = change.changeset.flatMap { $0.source.rope.isIdentical(to: content.table.rope) ? $0 : nil }
        content.advance(
          to: CapturedTable(mirror.table), by: known, refreshed: [], hasOtherRows: change.hasOtherRows,
          isDiff: known != nil)
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
    if trouble.fail(error) { onTrouble?(error) }
    return true
  }

  func checked(_ error: PostgresError?) {
    if content.isFinished { return }
    if let error {
      // An error is logged only if it lasts.
      if trouble.failCheck(error) { onTrouble?(error) } else { log("\(error)") }
    } else if trouble.passCheck() {
      onTrouble?(nil)
    }
  }

  func waits(because reason: PostgresError?) {
    if content.isFinished { return }
    if let reason { _ = report(reason) }
    if let error = trouble.replicationError { log(error) }
  }

  private func log(_ error: String) {
    guard onTrouble == nil, trouble.log(error) else { return }
    TroubleLog.write("LiveTables: table “\(settings.table)”: \(error)")
  }

  private func recover() {
    if trouble.recover() { onTrouble?(nil) }
  }
}
#endif
