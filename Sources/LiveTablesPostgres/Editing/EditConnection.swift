#if Postgres
internal import LiveTables

/// One statement of an edit.
struct EditStatement: Hashable, Sendable {
  let sql: String
  let values: [String?]
  /// Whether it has to change a row.
  let namesRow: Bool
}

/// An edit that is shown, and what writes it.
struct BegunEdit: Sendable {
  let number: Int
  let statements: [EditStatement]
}

/// The connection on which edits are made, one transaction after the other.
///
/// It is made for the first edit, and kept.
actor EditConnection {
  private let settings: PostgresConnection
  private let clock: any Clock<Duration>
  private var connection: ServerConnection?
  private var isClosed = false
  private var turns = Turns()

  init(_ settings: PostgresConnection, clock: any Clock<Duration>) {
    self.settings = settings
    self.clock = clock
  }

  /// Makes a transaction.
  ///
  /// - Parameters:
  ///   - statements: What it does.
  ///   - begun: Is called with its number before the commit.
  /// - Returns: A position of the log behind the commit.
  /// - Throws: `PostgresError`; then nothing was changed, unless it says that this is not known.
  func run(
    _ statements: [EditStatement], begun: @Sendable (UInt32) async -> Void
  ) async throws -> LogPosition {
    await beginTurn()
    defer { turns.end() }
    let connection = try await begin()
    let made: Transaction
    do {
      for statement in statements {
        let result = try await connection.query(statement.sql, statement.values)
        if statement.namesRow, result.changed == 0 { throw PostgresError.rowIsGone }
      }
      let found = try await connection.query("SELECT txid_current() AS number, \(Self.server) AS server")
      guard let number = found["number"].flatMap({ UInt64($0) }) else { throw PostgresError.lost("") }
      made = Transaction(number: number, server: found["server"])
      await begun(UInt32(truncatingIfNeeded: number))
      try Task.checkCancellation()
    } catch {
      // Without a commit nothing is changed, whatever becomes of the connection.
      if (try? await connection.query("ROLLBACK")) == nil { await drop() }
      throw error
    }
    do {
      try await connection.query("COMMIT")
      return try await end(connection)
    } catch let error as PostgresError where error.code != nil && !error.isTransient {
      throw error
    } catch {
      await drop()
      // The answer is needed even if the task is cancelled.
      guard let end = try await Task(operation: { try await outcome(of: made) }).value else { throw error }
      return end
    }
  }

  /// Begins a transaction, on another connection if the server has ended the last one.
  private func begin() async throws -> ServerConnection {
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

  /// A transaction whose commit has begun.
  private struct Transaction {
    let number: UInt64
    let server: String?
  }

  /// Which server it is, and how often another one has taken over: only in there a number is that of one transaction.
  private static let server =
    "(SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)"

  /// Whether a commit whose answer was lost has happened; asks until the server says so.
  ///
  /// - Returns: A position behind it; `nil` if it has not happened.
  /// - Throws: `PostgresError` if that cannot be known: another server answers, or none ever will.
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
        if isClosed { throw error }
      }
      try await clock.sleep(for: backOff.next())
    }
  }

  private func end(_ connection: ServerConnection) async throws -> LogPosition {
    let found = try await connection.query("SELECT pg_current_wal_insert_lsn() AS position")
    guard let end = found["position"].flatMap({ LogPosition($0) }) else { throw PostgresError.lost("") }
    return end
  }

  /// Closes the connection, after the edit that is on it.
  func close() async {
    isClosed = true
    await beginTurn()
    await drop()
    turns.end()
  }

  private func ready() async throws -> ServerConnection {
    if isClosed { throw PostgresError.closed }
    if let connection { return connection }
    let made = try await ServerConnection.open(settings)
    connection = made
    return made
  }

  private func drop() async {
    let last = connection
    connection = nil
    await last?.close()
  }

  private func beginTurn() async {
    if !turns.begin() { await withCheckedContinuation { turns.wait($0) } }
  }
}
#endif
