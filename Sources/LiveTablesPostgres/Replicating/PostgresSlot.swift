#if Postgres
/// The place in the server where it keeps what a reader has not read yet.
public struct PostgresSlot: Hashable, Sendable {
  let name: String
  let isDurable: Bool

  /// A slot that the server drops with the connection, whatever happens to the process.
  ///
  /// Each new connection reads the table again.
  public static var temporary: PostgresSlot {
    PostgresSlot(name: "livetables_" + String(UInt64.random(in: .min ... .max), radix: 36), isDurable: false)
  }

  /// The slot for a new connection.
  ///
  /// A temporary one has another name each time: the server may not know yet that the connection before is lost.
  var renewed: PostgresSlot { isDurable ? self : .temporary }

  /// A slot that stays: a connection that is lost goes on where it was.
  ///
  /// As long as it is there, the server keeps what was not read, and its disk may fill up. So it has to be dropped:
  /// ``PostgresConnection/dropSlot(_:)``. A new table with the same slot begins with a snapshot.
  ///
  /// - Parameter name: Lower-case letters, digits and underscores; each table has a slot of its own.
  public static func durable(_ name: String) -> PostgresSlot { PostgresSlot(name: name, isDurable: true) }
}

/// A slot as the server has it.
public struct PostgresSlotState: Hashable, Sendable {
  /// The name of the slot.
  public let name: String
  /// Whether a connection reads it.
  public let isActive: Bool
  /// How many bytes of its log the server keeps for it.
  public let lag: Int
}

/// What is looked at before a slot is used again.
struct SlotState: Hashable, Sendable {
  let isActive: Bool
  /// Everything before it is forgotten.
  let confirmed: LogPosition?
  let isLost: Bool
  /// Whether it is one of this database that this module can have made.
  var isOwn = true

  /// Whether everything from a position on is there.
  func canResume(at position: LogPosition) -> Bool {
    guard let confirmed, !isLost, isOwn else { return false }
    return confirmed <= position
  }

  static func load(_ name: String, on connection: ServerConnection) async throws -> SlotState? {
    let status = await connection.version >= 130000 ? "wal_status" : "NULL AS wal_status"
    let found = try await connection.query(
      """
      SELECT active, confirmed_flush_lsn, \(status), database = current_database() AND plugin = 'pgoutput' AS own \
      FROM pg_replication_slots WHERE slot_name = \(literal(name))
      """)
    guard let active = found["active"] else { return nil }
    return SlotState(
      isActive: active == "t", confirmed: found["confirmed_flush_lsn"].flatMap { LogPosition($0) },
      isLost: found["wal_status"] == "lost", isOwn: found["own"] == "t")
  }
}

extension PostgresConnection {
  /// The slots of the database, for monitoring.
  ///
  /// - Returns: Those of all programs that replicate logically.
  /// - Throws: ``PostgresError``.
  public func slots() async throws -> [PostgresSlotState] {
    let found = try await run(
      """
      SELECT slot_name, active, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint FROM pg_replication_slots \
      WHERE slot_type = 'logical' AND database = current_database() ORDER BY slot_name
      """)
    return found.rows.map { row in
      PostgresSlotState(name: row[0] ?? "", isActive: row[1] == "t", lag: row[2].flatMap { Int($0) } ?? 0)
    }
  }

  /// Drops a slot that nothing reads, so that the server keeps nothing for it any more.
  ///
  /// The server may take a connection that has just ended for one that reads the slot, so this waits for up to two
  /// seconds.
  ///
  /// - Parameter name: The name of the slot.
  /// - Throws: ``PostgresError``, for instance if it is in use or does not exist. `CancellationError`.
  public func dropSlot(_ name: String) async throws {
    let end = ContinuousClock.now + .seconds(2)
    while true {
      do {
        try await run("SELECT pg_drop_replication_slot($1)", [name])
        return
      } catch let error as PostgresError where error.code == "55006" && .now < end {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Runs one statement on a connection of its own.
  @discardableResult func run(_ sql: String, _ values: [String?] = []) async throws -> QueryResult {
    let connection = try await ServerConnection.open(self)
    do {
      let result = try await connection.query(sql, values)
      await connection.close()
      return result
    } catch {
      await connection.close()
      throw error
    }
  }
}
#endif
