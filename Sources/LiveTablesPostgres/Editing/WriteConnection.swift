#if Postgres
internal import LiveTables

/// The connection that writes edits to the server, one transaction at a time.
///
/// The connection is opened for the first edit, and stays open.
actor WriteConnection {
  private enum State {
    case open
    /// New edits are rejected, and waiting edits are written.
    case closing
    /// New and waiting edits are rejected.
    case closed
  }

  private let settings: PostgresConnection
  private let clock: any Clock<Duration>
  private let timeout: Duration
  private var connection: ServerConnection?
  private var state = State.open
  /// Whether the current edit can no longer be abandoned.
  private var isCommitting = false
  private var turns = Turns()

  init(
    _ settings: PostgresConnection, timeout: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.settings = settings
    self.timeout = timeout
    self.clock = clock
  }

  /// Runs the statements of an edit in a transaction.
  ///
  /// - Parameter begun: A closure that receives the transaction's number before the commit.
  /// - Returns: A log position after the commit.
  /// - Throws: `PostgresError`. The database is unchanged, unless the error says that the outcome is not known.
  ///   `CancellationError` if the task is cancelled, even while other edits run.
  func run(
    _ statements: [WriteStatement], in table: TableDescription, begun: @Sendable (UInt32) async -> Void
  ) async throws -> LogPosition {
    guard await beginTurn() else { throw CancellationError() }
    defer { turns.end() }
    let connection = try await begin()
    let made: Transaction
    do {
      for statement in statements { try await run(statement, in: table, on: connection) }
      // Deferred constraints and triggers may still change rows or reject the edit.
      let found = try await connection.query(
        "SET CONSTRAINTS ALL IMMEDIATE; SELECT txid_current() AS number, \(Self.server) AS server")
      try await check(statements, in: table, on: connection)
      guard let number = found["number"].flatMap({ UInt64($0) }) else { throw PostgresError.lost("") }
      made = Transaction(number: number, server: found["server"])
      await begun(UInt32(truncatingIfNeeded: number))
      try Task.checkCancellation()
      if state == .closed { throw PostgresError.closed }
    } catch {
      // Without a commit, nothing has changed, even if the connection is lost.
      if (try? await connection.query("ROLLBACK")) == nil { await drop() }
      throw error
    }
    isCommitting = true
    defer { isCommitting = false }
    do {
      try await connection.query("COMMIT")
      return try await end(connection)
    } catch let error as PostgresError where error.code != nil && !error.isTransient {
      throw error
    } catch {
      await drop()
      // The outcome must be determined even if the task is cancelled.
      guard let end = try await Task(operation: { try await outcome(of: made) }).value else { throw error }
      return end
    }
  }

  /// - Throws: `PostgresError`, including if the server did not change the row.
  private func run(
    _ statement: WriteStatement, in table: TableDescription, on connection: ServerConnection
  ) async throws {
    let result = try await connection.query(statement.sql, statement.values)
    switch statement.kind {
    case .delete: break
    case .insert: if result.changed == 0 { throw PostgresError.rowIsKept(statement.newKey) }
    case .update:
      if result.changed == 0, let key = statement.oldKey {
        throw try await isThere(key, in: table, on: connection) ? PostgresError.rowIsKept(key) : PostgresError.rowIsGone
      }
      if result["is_written"] == "f" { throw PostgresError.rowIsKept(statement.oldKey) }
    }
  }

  private func isThere(
    _ key: [String], in table: TableDescription, on connection: ServerConnection
  ) async throws -> Bool {
    let query = table.query(of: [(key, false)])
    return try await !connection.query(query.sql, query.values).rows.isEmpty
  }

  /// Checks that inserted and updated rows exist, and that deleted rows do not.
  private func check(
    _ statements: [WriteStatement], in table: TableDescription, on connection: ServerConnection
  ) async throws {
    let keys = statements.flatMap { statement in
      [(statement.oldKey, false), (statement.newKey, true)].compactMap { key, isThere in key.map { ($0, isThere) } }
    }
    if keys.isEmpty { return }
    let query = table.query(of: keys)
    guard let other = try await connection.query(query.sql, query.values).rows.first else { return }
    let key = Array(other.dropFirst())
    throw other[0] == "t" ? PostgresError.rowIsElsewhere(key) : PostgresError.rowIsKept(key)
  }

  private func begin() async throws -> ServerConnection {
    if state == .closed { throw PostgresError.closed }
    if let connection {
      if (try? await connection.query("BEGIN")) != nil { return connection }
      await drop()
    }
    do {
      let connection = try await ready()
      try await connection.query("BEGIN")
      return connection
    } catch {
      await drop()
      throw error
    }
  }

  private struct Transaction {
    let number: UInt64
    let server: String?
  }

  /// The server's identity and timeline, within which a transaction number is unique.
  private static let server =
    "(SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)"

  /// Determines whether a transaction was committed although the response was lost.
  ///
  /// - Returns: A log position after the commit, or `nil` if the transaction was not committed.
  /// - Throws: `PostgresError` if the outcome cannot be determined.
  private func outcome(of made: Transaction) async throws -> LogPosition? {
    var backOff = BackOff()
    while true {
      do {
        let connection = try await ready()
        let server = try await connection.query("SELECT \(Self.server) AS server")["server"]
        if server != made.server { throw PostgresError.unknownOutcome("another server has taken over") }
        switch try await connection.query("SELECT txid_status(\(made.number)) AS status")["status"] {
        case "committed": return try await end(connection)
        case "in progress": break
        default: return nil
        }
      } catch let error as PostgresError where !error.isTransient {
        await drop()
        throw error.code == nil ? error : PostgresError.unknownOutcome(error.description)
      } catch {
        await drop()
        if state != .open { throw error }
      }
      try await clock.sleep(for: backOff.next())
    }
  }

  private func end(_ connection: ServerConnection) async throws -> LogPosition {
    let found = try await connection.query("SELECT pg_current_wal_insert_lsn() AS position")
    guard let end = found["position"].flatMap({ LogPosition($0) }) else { throw PostgresError.lost("") }
    return end
  }

  /// Closes the connection after the edits in progress have ended.
  ///
  /// If the task is cancelled, edits whose commit has not begun are abandoned.
  func close() async {
    if state == .open { state = .closing }
    if await !beginTurn() {
      state = .closed
      if !isCommitting { await connection?.fail(PostgresError.closed) }
      // The current edit gives up its turn in any case.
      _ = await Task { await beginTurn() }.value
    }
    await drop()
    turns.end()
  }

  private func ready() async throws -> ServerConnection {
    if state != .open { throw PostgresError.closed }
    if let connection { return connection }
    let made = try await ServerConnection.open(settings, within: timeout, on: clock)
    connection = made
    if state == .closed { throw PostgresError.closed }
    return made
  }

  private func drop() async {
    let last = connection
    connection = nil
    await last?.close()
  }

  /// Waits for the caller's turn to write an edit, or returns `false` if the task is cancelled.
  private func beginTurn() async -> Bool {
    if turns.begin() { return true }
    let (turn, caller) = AsyncStream.makeStream(of: Void.self)
    turns.wait { if case .enqueued = caller.yield() { true } else { false } }
    for await _ in turn { return true }
    return false
  }
}
#endif
