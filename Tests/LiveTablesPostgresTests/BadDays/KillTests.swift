#if Postgres
import Foundation
import LiveTables
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

/// Tests random transactions while the server, its processes and readers are killed.
///
/// `LIVETABLES_KILLS` sets the number of kills, and `LIVETABLES_SEED` the seed of the random numbers.
@Suite(.serialized, .timeLimit(.minutes(60))) struct KillTests {
  static let kills = ProcessInfo.processInfo.environment["LIVETABLES_KILLS"].flatMap { Int($0) } ?? 12

  @Test("the table equals the server's after random kills, with complete transactions and no leftover slot")
  func randomKills() async throws {
    let seed = ProcessInfo.processInfo.environment["LIVETABLES_SEED"].flatMap { UInt64($0) } ?? .random(in: 0...9_999)
    print("seed \(seed)")
    var dice = SeededGenerator(seed: seed)
    let server = try await TestServer()
    let database = try await TestDatabase(
      """
      CREATE TABLE mail (id integer PRIMARY KEY, folder text NOT NULL, subject text, position float8 NOT NULL DEFAULT 0);
      INSERT INTO mail SELECT n, 'a', repeat('x', n * 40), 0 FROM generate_series(1, 100) n;
      CREATE PUBLICATION p FOR TABLE mail;
      """, on: server)
    await database.connection.close()
    let writer = Task { await Self.write(database.settings, seed: seed) }
    let durable = PostgresSlot.durable("kill_test")
    var tables = [database.mails(), database.mails(slot: durable)]
    let torn = Counter()
    let (changed, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    var watchers = tables.map { watch($0, torn, change) }
    for kill in 0..<Self.kills {
      switch Int.random(in: 0..<10, using: &dice) {
      case 0:
        try await server.control("-m immediate stop")
        try await server.control("-w start")
      case 1:
        let head = try String(contentsOfFile: server.folder + "/data/postmaster.pid", encoding: .utf8)
        if let pid = Int32(head.prefix { $0.isNumber }) { Foundation.kill(pid, SIGKILL) }
        while (try? await server.control("-w start")) == nil {}
      case 2...6: try await Self.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_replication", server, database)
      case 7:
        try await Self.psql(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()", server, database)
      default:
        let index = kill % 2
        watchers[index].cancel()
        await tables[index].close()
        tables[index] = database.mails(slot: index == 0 ? .temporary : durable)
        watchers[index] = watch(tables[index], torn, change)
      }
      // In half of all rounds, waits until a table continues before the next kill.
      if Bool.random(using: &dice) { for await _ in changed { break } }
    }
    writer.cancel()
    await writer.value
    let end = try await ServerConnection.open(database.settings)
    // The server may still be running the writer's last transaction.
    try await end.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    try await end.query("BEGIN; LOCK TABLE mail; INSERT INTO mail VALUES (0, 'end', NULL, 0); COMMIT")
    let rows = try await end.query("SELECT id, folder, subject, position FROM mail ORDER BY id").rows.map { row in
      Mail(id: Int(row[0] ?? "") ?? -1, folder: row[1] ?? "", subject: row[2], position: Double(row[3] ?? "") ?? .nan)
    }
    for (table, watcher) in zip(tables, watchers) {
      watcher.cancel()
      var reader = ChangeReader(table)
      try await reader.next { $0.contains { $0.id == 0 } }
      #expect(reader.last?.table.sorted { $0.id < $1.id } == rows)
      await table.close()
    }
    #expect(torn.count == 0)
    // The server releases a slot shortly after its reader disconnects.
    while try await end.query("SELECT 1 FROM pg_replication_slots WHERE active").rows.count > 0 {}
    try await end.query("SELECT pg_drop_replication_slot('kill_test')")
    while try await end.query("SELECT 1 FROM pg_replication_slots").rows.count > 0 {}
    await end.close()
  }

  /// Counts the tables that show an incomplete transaction, because their positions do not add up to zero.
  private func watch(
    _ table: PostgresTable<Mail>, _ torn: Counter, _ change: AsyncStream<Void>.Continuation
  ) -> Task<Void, Never> {
    Task {
      for await table in table.tables {
        if table.reduce(0, { $0 + $1.position }) != 0 { torn.add() }
        change.yield()
      }
    }
  }

  private static func psql(_ sql: String, _ server: TestServer, _ database: TestDatabase) async throws {
    try await server.psql(sql, in: database.name)
  }

  /// Runs random transactions that keep the sum of all positions at zero, until the task is cancelled.
  private static func write(_ settings: PostgresConnection, seed: UInt64) async {
    var dice = SeededGenerator(seed: seed &+ 1)
    while !Task.isCancelled {
      guard let connection = try? await ServerConnection.open(settings) else { continue }
      do {
        while !Task.isCancelled {
          let ids = (0..<3).map { _ in Int.random(in: 1...140, using: &dice) }
          let amount = Int.random(in: 1...9, using: &dice)
          let sql: String =
            switch Int.random(in: 0..<5, using: &dice) {
            case 0, 1:
              """
              BEGIN; WITH gone AS (UPDATE mail SET position = position - \(amount) WHERE id = \(ids[0]) RETURNING 1)
              UPDATE mail SET position = position + \(amount)
              WHERE id = (SELECT min(id) FROM mail WHERE id <> \(ids[0])) AND EXISTS (SELECT FROM gone); COMMIT
              """
            case 2:
              "INSERT INTO mail VALUES (\(ids[0]), 'new', repeat('y', \(amount * 400)), 0) ON CONFLICT (id) DO UPDATE SET folder = 'again'"
            case 3:
              "BEGIN; DELETE FROM mail WHERE position = 0 AND id = \(ids[0]); UPDATE mail SET id = id + 1000 WHERE id = \(ids[1]); COMMIT"
            default: "BEGIN; UPDATE mail SET folder = 'f\(amount)'; ROLLBACK"
            }
          try await connection.query(sql)
        }
      } catch {}
      await connection.close()
    }
  }
}
#endif
