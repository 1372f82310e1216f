#if Postgres
/// A replication slot, in which the server keeps the changes that a reader has not read yet.
public struct PostgresSlot: Hashable, Sendable {
  let name: String
  let isDurable: Bool

  /// A slot that the server drops when the connection ends, so that each new connection reads the full table.
  public static var temporary: PostgresSlot {
    PostgresSlot(name: "livetables_" + String(UInt64.random(in: .min ... .max), radix: 36), isDurable: false)
  }

  /// The slot for the next connection.
  ///
  /// A temporary slot gets a new name, because the server may not have noticed that the old connection is lost.
  var renewed: PostgresSlot { isDurable ? self : .temporary }

  /// Returns a slot that stays on the server, so that a new connection continues where the previous one ended.
  ///
  /// While the slot exists, the server keeps all unread changes, which may fill up its disk. When you no longer need
  /// the slot, call ``PostgresConnection/dropSlot(_:)``. A new table that uses the same slot begins with a snapshot.
  ///
  /// - Parameter name: A name of lowercase letters, digits, and underscores. Each table needs its own slot.
  public static func durable(_ name: String) -> PostgresSlot { PostgresSlot(name: name, isDurable: true) }
}

/// The state of a replication slot on the server.
public struct PostgresSlotState: Hashable, Sendable {
  /// The name of the slot.
  public let name: String
  /// Whether a connection is currently reading the slot.
  public let isActive: Bool
  /// The number of bytes of write-ahead log that the server keeps for the slot.
  public let lag: Int
}

/// The state of a durable slot, which determines whether replication can continue from it.
struct DurableSlotState: Hashable, Sendable {
  let isActive: Bool
  /// The log position before which the server has discarded all changes.
  let confirmed: LogPosition?
  /// Whether the server has removed changes that the slot needs, so that the slot is unusable.
  let isLost: Bool
  /// Whether the slot belongs to this database and may have been created by this module.
  var isOwn = true

  func canResume(at position: LogPosition) -> Bool {
    guard let confirmed, !isLost, isOwn else { return false }
    return confirmed <= position
  }

  static func load(_ name: String, on connection: ServerConnection) async throws -> DurableSlotState? {
    let status = await connection.version >= 130000 ? "wal_status" : "NULL AS wal_status"
    let found = try await connection.query(
      """
      SELECT active, confirmed_flush_lsn, \(status), database = current_database() AND plugin = 'pgoutput' AS own \
      FROM pg_replication_slots WHERE slot_name = \(literal(name))
      """)
    guard let active = found["active"] else { return nil }
    return DurableSlotState(
      isActive: active == "t", confirmed: found["confirmed_flush_lsn"].flatMap { LogPosition($0) },
      isLost: found["wal_status"] == "lost", isOwn: found["own"] == "t")
  }
}

extension PostgresConnection {
  /// Returns the logical replication slots of the database, including those of other programs, for monitoring.
  ///
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

  /// Drops a slot that no connection is reading, so that the server stops keeping changes for the slot.
  ///
  /// Because the server may not have noticed yet that a connection has ended, this method retries for up to two seconds.
  ///
  /// - Throws: ``PostgresError``, for example if the slot is in use or does not exist.
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

  @discardableResult func run(_ sql: String, _ values: [String?] = []) async throws -> QueryResult {
    let connection = try await ServerConnection.open(self, within: .seconds(30), on: ContinuousClock())
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
