#if Postgres
internal import LiveTables

/// The connection, table, publication, and slot of a replication, with its time limits.
struct ReplicationSettings: Sendable {
  let connection: PostgresConnection
  let table: String
  let publication: String?
  let slot: PostgresSlot
  var clock: any Clock<Duration> = ContinuousClock()
  /// The maximum time for which the server can be silent.
  var timeout: Duration = .seconds(30)
  /// The time after which a wait is reported along with its reason.
  var patience: Duration = .seconds(5)
  /// The minimum time between checks of the table's definition.
  var checkInterval: Duration = .seconds(1)
}

/// The changes of a committed transaction to a single table.
struct RowTransaction<Row: Sendable>: Sendable {
  /// The server's 32-bit transaction ID.
  let number: UInt32
  /// The log position after the commit.
  let end: LogPosition
  let changes: DecodedChanges<Row>
}

/// The receiver of a replication's rows and errors.
protocol ReplicationTarget<Row>: AnyObject, Sendable {
  associatedtype Row: Diffable & Sendable

  nonisolated var decode: @Sendable (PostgresRow) throws -> Row { get }
  func follow(_ server: LogServer) async
  func replace(by snapshot: TableMirror<Row>.Snapshot, of table: TableDescription, at position: LogPosition)
    async throws
  func apply(_ transactions: [RowTransaction<Row>], at position: LogPosition) async throws
  /// - Returns: Whether to retry the replication.
  func report(_ error: any Error) async -> Bool
  /// Reports the error that prevents checks of the table's definition, or `nil` after a check.
  func checked(_ error: PostgresError?) async
  /// Reports why the replication has waited for some time, or `nil` if the last reported error is the reason.
  func waits(because reason: PostgresError?) async
}

/// Tracks a table on the server across several connections, with a snapshot and every transaction after it.
struct Replication<Target: ReplicationTarget>: Sendable {
  let settings: ReplicationSettings
  weak let target: Target?
  let wait = Locked(Wait())
  /// The settings for queries, which select the replicated server if there are several hosts.
  private let server: Locked<PostgresConnection>

  init(settings: ReplicationSettings, target: Target) {
    (self.settings, self.target) = (settings, target)
    server = Locked(settings.connection)
  }

  struct Progress {
    /// The publication, which is chosen only once.
    var publication: String?
    var place: Place?
  }

  /// The log position from which a durable slot can continue.
  struct Place {
    let server: String
    let table: TableDescription
    let definition: TableDefinition
    var applied: LogPosition
  }

  /// Runs until the task is cancelled, or until the target ends the replication.
  func run() async {
    await withTaskGroup(of: Void.self) { tasks in
      tasks.addTask { await tell() }
      await connect()
      tasks.cancelAll()
    }
  }

  private func connect() async {
    var backOff = BackOff()
    var progress = Progress(publication: settings.publication)
    var last: DefinitionChanged?
    while !Task.isCancelled {
      do {
        try await follow(&progress, &backOff)
      } catch let change as DefinitionChanged where change != last {
        // Only once for each change, because a server whose columns always differ is an error.
        last = change
        progress.place = nil
        continue
      } catch {
        if Task.isCancelled { return }
        wait.with { $0.begin(.nextTry) }
        guard let target, await target.report(error) else { return }
        if error is DefinitionChanged { backOff.slowDown() }
      }
      try? await settings.clock.sleep(for: backOff.next())
    }
  }

  /// An error thrown if the definition of the table differs from the definition at the time of the snapshot.
  struct DefinitionChanged: Error, Hashable, CustomStringConvertible {
    /// The columns that the server sends, or the columns in its catalog.
    let columns: [OutputMessage.Relation.Column]
    var definition: TableDefinition?
    var description: String {
      definition == nil
        ? "the server sends other columns than the table has: \(columns.map(\.name).joined(separator: ", "))"
        : "the table's definition changes all the time"
    }
  }

  private func follow(_ progress: inout Progress, _ backOff: inout BackOff) async throws {
    wait.with { $0.begin(.connection) }
    let connection = try await ServerConnection.open(
      settings.connection, isReplication: true, within: settings.timeout, on: settings.clock)
    let place = await connection.place
    server.with { $0 = settings.connection.at(place) }
    do {
      var beginning = try await prepared(connection, &progress)
      try await start(connection, beginning.table, beginning.slot, at: beginning.stream.applied)
      // Reports that the error is resolved, even if there is nothing to apply.
      try await target?.apply([], at: beginning.stream.applied)
      wait.with { $0.end() }
      let (advance, advanced) = Signal.make()
      try await withThrowingTaskGroup(of: Void.self) {
        [definition = beginning.definition, table = beginning.table] tasks in
        tasks.addTask { try await beat(connection) }
        tasks.addTask { await check(definition, of: table, whenever: advanced, connection) }
        defer { tasks.cancelAll() }
        advance.send()
        try await read(connection, &beginning.stream, table.layout, &progress, &backOff, advance)
      }
      // The server has ended the replication, for example because it is shutting down.
      throw PostgresError.lost("the server has ended the replication")
    } catch {
      // The server would reject the same place again.
      if !((error as? PostgresError)?.isOfConnection ?? false) { progress.place = nil }
      await connection.close()
      throw error
    }
  }

  func asking() async throws -> ServerConnection {
    try await .open(server.with { $0 }, within: settings.timeout, on: settings.clock)
  }

  func answer<Answer: Sendable>(_ ask: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
    try await ServerConnection.answer(within: settings.timeout, on: settings.clock, ask)
  }

  // MARK: - Following

  private func read(
    _ connection: ServerConnection, _ stream: inout ChangeStream, _ layout: RowLayout, _ progress: inout Progress,
    _ backOff: inout BackOff, _ advance: Signal
  ) async throws {
    let start = stream.applied
    guard let decode = target?.decode else { throw CancellationError() }
    var open = DecodedChanges<Target.Row>()
    while let messages = try await connection.messages() {
      // After an error in the middle of a transaction, only a snapshot can continue.
      let last = progress.place
      progress.place = nil
      let before = stream.applied
      var transactions: [RowTransaction<Target.Row>] = []
      var wantsReply = false
      for message in messages {
        let action: ChangeStream.Action
        do {
          action = try stream.take(message)
        } catch {
          throw PostgresError(error)
        }
        switch action {
        case .none: break
        case .reply: wantsReply = true
        case .change(let change): open.add(change, layout, decode)
        case .apply(let number, let end):
          transactions.append(RowTransaction(number: number, end: end, changes: open))
          open = DecodedChanges()
        case .discard: open = DecodedChanges()
        case .columnsChanged(let columns): throw DefinitionChanged(columns: columns)
        }
      }
      guard let target else { throw CancellationError() }
      try await target.apply(transactions, at: stream.applied)
      progress.place = last
      progress.place?.applied = stream.applied
      if stream.applied > start { backOff.reset() }
      await connection.setApplied(stream.applied)
      if wantsReply { try await connection.report(stream.applied) }
      if stream.applied > before { advance.send() }
    }
  }

  /// Reports to the server at regular intervals, until the connection is abandoned because the server is silent.
  private func beat(_ connection: ServerConnection) async throws {
    var heartbeat = Heartbeat()
    while true {
      try await settings.clock.sleep(for: settings.timeout / Heartbeat.patience)
      switch heartbeat.beat(received: await connection.received, isWaiting: await connection.isWaiting) {
      case .report(let wantsReply): try await connection.report(wantsReply: wantsReply)
      case .giveUp: return await connection.fail(PostgresError.silent(settings.timeout))
      }
    }
  }

  /// Checks whether the definition of the table has changed, each time the server's log has advanced, but not more often
  /// than the settings allow.
  private func check(
    _ definition: TableDefinition, of table: TableDescription, whenever advanced: AsyncStream<Void>,
    _ connection: ServerConnection
  ) async {
    var asking: ServerConnection?
    for await _ in advanced {
      var failure: (any Error)?
      // The server may have closed an idle connection. In that case, a new connection is tried immediately.
      for _ in 0...(asking == nil ? 0 : 1) {
        do {
          let open = if let asking { asking } else { try await self.asking() }
          asking = open
          if try await isOther(definition, of: table, open, connection) { return await open.close() }
          failure = nil
          break
        } catch {
          await asking?.close()
          asking = nil
          failure = error
        }
        if Task.isCancelled { return }
      }
      // After a failure, the check is repeated after the next transaction.
      await target?.checked(
        failure.map {
          PostgresError("whether the table's definition has changed cannot be asked: \($0)", isTransient: true)
        })
      do { try await settings.clock.sleep(for: settings.checkInterval) } catch { break }
    }
    await asking?.close()
  }

  /// Returns whether the definition or the server has changed, and fails the replication's connection if so.
  private func isOther(
    _ definition: TableDefinition, of table: TableDescription, _ asking: ServerConnection,
    _ connection: ServerConnection
  ) async throws -> Bool {
    let now = try await answer { [settings] in try await TableDefinition.load(settings.table, on: asking) }
    if !definition.isStill(now, in: table.publication) {
      await connection.fail(DefinitionChanged(columns: [], definition: now))
      return true
    }
    // The log must contain everything that was applied before this query.
    let applied = await connection.reported
    guard let end = try await answer({ try await asking.logEnd() }), applied > end else { return false }
    await connection.fail(PostgresError(WireError.position(applied)))
    return true
  }
}

extension ServerConnection {
  fileprivate func logEnd() async throws -> LogPosition? {
    let found = try await query(
      """
      SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END AS position
      """)
    return found["position"].flatMap { LogPosition($0) }
  }

  /// Sets the formats in which the server writes values, regardless of the server's settings.
  ///
  /// Row-level security that hides rows is an error, because it would affect the snapshot but not later changes.
  static let textFormats = """
    SET datestyle = 'ISO, YMD'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'; SET extra_float_digits = 3; \
    SET bytea_output = 'hex'; SET statement_timeout = 0; SET lock_timeout = 0; \
    SET idle_in_transaction_session_timeout = 0; SET row_security = off
    """
}
#endif
