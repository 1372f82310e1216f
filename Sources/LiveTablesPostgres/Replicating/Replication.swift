#if Postgres
internal import LiveTables

/// What a replication does besides its table.
struct ReplicationPlan: Sendable {
  let connection: PostgresConnection
  let table: String
  let publication: String?
  let slot: PostgresSlot
  /// Waits between beats and tries.
  var clock: any Clock<Duration> = ContinuousClock()
  /// How long the server may be silent.
  var timeout: Duration = .seconds(30)
}

/// Where the rows and the troubles of a replication go.
protocol ReplicationTarget<Row>: AnyObject, Sendable {
  associatedtype Row: Diffable & Sendable

  nonisolated var decode: @Sendable (PostgresRow) throws -> Row { get }
  func replace(by snapshot: TableMirror<Row>.Snapshot, of table: TableDescription, at position: LogPosition)
    async throws
  func apply(_ transactions: [RowTransaction], at position: LogPosition) async throws
  /// - Returns: Whether to try again.
  func report(_ error: any Error) async -> Bool
}

/// Follows a table of the server: a snapshot, and every transaction after it, from connection to connection.
struct Replication<Target: ReplicationTarget>: Sendable {
  let plan: ReplicationPlan
  weak let target: Target?

  /// From where a durable slot can go on.
  private struct Progress {
    let server: String
    let table: TableDescription
    var applied: LogPosition
  }

  /// Runs until the task is cancelled, or the target does not want to go on.
  func run() async {
    var backOff = BackOff()
    var progress: Progress?
    var columns: [OutputMessage.Relation.Column]?
    while !Task.isCancelled {
      do {
        try await follow(&progress, &backOff)
      } catch let change as ColumnsChanged where change.columns != columns {
        // Once for each change: a server that always sends other columns than it describes is an error.
        columns = change.columns
        progress = nil
        continue
      } catch {
        if Task.isCancelled { return }
        guard let target, await target.report(error) else { return }
        if error is ColumnsChanged { backOff.slowDown() }
      }
      try? await plan.clock.sleep(for: backOff.next())
    }
  }

  /// The table has other columns than the snapshot.
  private struct ColumnsChanged: Error, CustomStringConvertible {
    let columns: [OutputMessage.Relation.Column]
    var description: String {
      "the server sends other columns than the table has: \(columns.map(\.name).joined(separator: ", "))"
    }
  }

  private func follow(_ progress: inout Progress?, _ backOff: inout BackOff) async throws {
    let connection = try await connected()
    do {
      var (stream, table, slot) = try await prepared(connection, &progress)
      try await start(connection, table, slot, at: stream.applied)
      // The trouble is over, also where there is nothing to apply.
      try await target?.apply([], at: stream.applied)
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await beat(connection) }
        defer { tasks.cancelAll() }
        try await read(connection, &stream, &progress, &backOff)
      }
      // The server has ended the replication, for instance because it stops.
      throw PostgresError.lost("the server has ended the replication")
    } catch {
      await connection.close()
      throw error
    }
  }

  /// A connection; libpq alone would wait for a server that does not answer.
  private func connected() async throws -> ServerConnection {
    try await withThrowingTaskGroup(of: ServerConnection?.self) { tasks in
      tasks.addTask { try await ServerConnection.open(plan.connection, isReplication: true) }
      tasks.addTask {
        try await plan.clock.sleep(for: plan.timeout)
        return nil
      }
      defer { tasks.cancelAll() }
      guard let connection = try await tasks.next() ?? nil else { throw PostgresError.silent(plan.timeout) }
      return connection
    }
  }

  // MARK: - The beginning

  /// Goes on where the last connection ended, if the server can; otherwise begins with a snapshot.
  private func prepared(
    _ connection: ServerConnection, _ progress: inout Progress?
  ) async throws -> (ChangeStream, TableDescription, PostgresSlot) {
    try await connection.query(ServerConnection.textFormats)
    let system = try await connection.query("IDENTIFY_SYSTEM")
    let server = "\(system["systemid"] ?? "")/\(system["timeline"] ?? "")"
    if let last = progress, last.server == server, try await last.table.isStill(plan.table, on: connection),
      try await SlotState.load(plan.slot.name, on: connection)?.canResume(at: last.applied) ?? false
    {
      progress = nil
      let stream = ChangeStream(of: last.table.id, columns: last.table.columns, from: last.applied)
      progress = last
      return (stream, last.table, plan.slot)
    }
    progress = nil
    let table = try await TableDescription.load(plan.table, publication: plan.publication, on: connection)
    try await makeRoom(connection)
    try await connection.query("BEGIN READ ONLY ISOLATION LEVEL REPEATABLE READ")
    let slot = plan.slot.renewed
    let made = try await connection.query(
      "CREATE_REPLICATION_SLOT \(quoted(slot.name)) \(slot.isDurable ? "" : "TEMPORARY ")LOGICAL pgoutput USE_SNAPSHOT")
    guard let position = made["consistent_point"].flatMap({ LogPosition($0) }) else {
      throw PostgresError.lost("the server made no slot")
    }
    try await copy(table, at: position, connection)
    try await connection.query("COMMIT")
    if plan.slot.isDurable { progress = Progress(server: server, table: table, applied: position) }
    return (ChangeStream(of: table.id, columns: table.columns, from: position), table, slot)
  }

  /// Drops the durable slot from which nothing can go on.
  private func makeRoom(_ connection: ServerConnection) async throws {
    guard plan.slot.isDurable, let state = try await SlotState.load(plan.slot.name, on: connection) else { return }
    if state.isActive {
      throw PostgresError(
        code: "55006", "the slot “\(plan.slot.name)” is in use", hint: "give each table a slot of its own",
        isTransient: true)
    }
    try await connection.query("SELECT pg_drop_replication_slot(\(literal(plan.slot.name)))")
  }

  private func copy(_ table: TableDescription, at position: LogPosition, _ connection: ServerConnection) async throws {
    guard let target else { throw CancellationError() }
    var snapshot = TableMirror<Target.Row>.Snapshot(table.layout)
    let decode = target.decode
    try await connection.beginCopy(table.copy)
    while let lines = try await connection.messages() {
      for line in lines { try snapshot.add(Self.tuple(line, of: table), decode) }
      try Task.checkCancellation()
    }
    try await target.replace(by: snapshot, of: table, at: position)
  }

  private static func tuple(_ line: [UInt8], of table: TableDescription) throws -> Tuple {
    do {
      let tuple = try Tuple(line: line)
      let (expected, given) = (table.layout.columns.count, tuple.fields.count)
      guard expected == given else { throw WireError.columnCount(expected: expected, given: given) }
      return tuple
    } catch let error as WireError {
      throw PostgresError(error)
    }
  }

  private func start(
    _ connection: ServerConnection, _ table: TableDescription, _ slot: PostgresSlot, at position: LogPosition
  ) async throws {
    // Each version of the server has one of the protocol; without streaming they are the same.
    let version = await connection.version
    let proto = version >= 160000 ? 4 : version >= 150000 ? 3 : version >= 140000 ? 2 : 1
    try await connection.beginCopy(
      "START_REPLICATION SLOT \(quoted(slot.name)) LOGICAL \(position) (proto_version '\(proto)', "
        + "publication_names '\(quoted(table.publication).replacingScalars("'", with: "''"))')")
    try await connection.report(position)
  }

  // MARK: - What follows

  private func read(
    _ connection: ServerConnection, _ stream: inout ChangeStream, _ progress: inout Progress?, _ backOff: inout BackOff
  ) async throws {
    let start = stream.applied
    while let messages = try await messages(connection, &progress) {
      // After an error in the middle only a snapshot can go on.
      let last = progress
      progress = nil
      var transactions: [RowTransaction] = []
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
        case .apply(let transaction): transactions.append(transaction)
        case .columnsChanged(let columns): throw ColumnsChanged(columns: columns)
        }
      }
      guard let target else { throw CancellationError() }
      try await target.apply(transactions, at: stream.applied)
      progress = last
      progress?.applied = stream.applied
      if stream.applied > start { backOff.reset() }
      await connection.setApplied(stream.applied)
      if wantsReply { try await connection.report(stream.applied) }
    }
  }

  private func messages(_ connection: ServerConnection, _ progress: inout Progress?) async throws -> [[UInt8]]? {
    do {
      return try await connection.messages()
    } catch let error as PostgresError where !error.isOfConnection {
      // It would come again from where it came.
      progress = nil
      throw error
    }
  }

  private func beat(_ connection: ServerConnection) async throws {
    var heartbeat = Heartbeat()
    while true {
      try await plan.clock.sleep(for: plan.timeout / Heartbeat.patience)
      switch heartbeat.beat(received: await connection.received, isWaiting: await connection.isWaiting) {
      case .report(let wantsReply): try await connection.report(wantsReply: wantsReply)
      case .giveUp: await connection.fail(PostgresError.silent(plan.timeout))
      }
    }
  }
}

extension ServerConnection {
  /// Makes the server write values the way they are read here, whatever its settings are.
  ///
  /// Policies that hide rows are an error: they would hide them of the snapshot, and not of what follows.
  static let textFormats = """
    SET datestyle = 'ISO, YMD'; SET intervalstyle = 'iso_8601'; SET timezone = 'UTC'; SET extra_float_digits = 3; \
    SET bytea_output = 'hex'; SET statement_timeout = 0; SET lock_timeout = 0; \
    SET idle_in_transaction_session_timeout = 0; SET row_security = off
    """
}
#endif
