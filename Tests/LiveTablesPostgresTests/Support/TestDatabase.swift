#if Postgres
import LiveTables
import Testing

@testable import LiveTablesPostgres

struct Mail: Codable, Diffable, Identifiable, Equatable, Sendable {
  var id: Int
  var folder: String
  var subject: String?
  var position = 0.0
}

/// A separate database on the shared server, with a connection to change it.
struct TestDatabase: Sendable {
  let server: TestServer
  let name: String
  let connection: ServerConnection

  var settings: PostgresConnection { PostgresConnection(server.string(name)) }

  static let mailTable = """
    CREATE TABLE mail (id integer PRIMARY KEY, folder text NOT NULL, subject text, position float8 NOT NULL DEFAULT 0);
    CREATE PUBLICATION all_tables FOR ALL TABLES;
    """

  init(_ schema: String = mailTable, on server: TestServer? = nil) async throws {
    self.server = if let server { server } else { try await TestServer.shared.value }
    name = "test_" + String(UInt64.random(in: .min ... .max), radix: 36)
    let first = PostgresConnection(self.server.string())
    try await first.run("CREATE DATABASE \(name)")
    connection = try await ServerConnection.open(PostgresConnection(self.server.string(name)))
    if !schema.isEmpty { try await connection.query(schema) }
  }

  @discardableResult func execute(_ sql: String) async throws -> QueryResult { try await connection.query(sql) }

  /// Returns a live table of the mails.
  func mails(
    slot: PostgresSlot = .temporary, timeout: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock(),
    onTrouble: (@Sendable ((any Error)?) -> Void)? = nil
  ) -> PostgresTable<Mail> {
    var replication = ReplicationSettings(connection: settings, table: "mail", publication: nil, slot: slot)
    replication.timeout = timeout
    replication.clock = clock
    return PostgresTable(replication, onTrouble: onTrouble) { try $0.decode() }
  }

  /// Returns the rows of the server.
  func rows() async throws -> [Mail] {
    try await execute("SELECT id, folder, subject, position FROM mail ORDER BY id").rows.map { row in
      Mail(id: Int(row[0] ?? "") ?? -1, folder: row[1] ?? "", subject: row[2], position: Double(row[3] ?? "") ?? .nan)
    }
  }

  /// Returns the number of replication slots of the database.
  func slotCount() async throws -> Int { try await settings.slots().count }

  /// Waits until the server has dropped all temporary slots, because it notices a closed connection with a delay.
  func untilNoSlot() async throws {
    while try await slotCount() > 0 { try await execute("SELECT pg_sleep(0.01)") }
  }

  /// Closes the tables, and waits until no slot is left.
  func end(_ tables: PostgresTable<Mail>...) async throws {
    for table in tables { await table.close() }
    try await untilNoSlot()
    await connection.close()
  }
}

/// Reads the changes of a table one by one.
struct ChangeReader<Row: Diffable & Sendable> {
  private var iterator: Updates<TableChange<OneSection, Row>, Never>.AsyncIterator
  private(set) var last: TableChange<OneSection, Row>?

  init(_ table: PostgresTable<Row>) { iterator = table.changes.makeAsyncIterator() }

  /// Returns the next change.
  @discardableResult mutating func next() async throws -> TableChange<OneSection, Row> {
    let change = await iterator.next()
    last = change
    return try #require(change)
  }

  /// Reads changes until the table meets a condition.
  mutating func next(until isDone: (TableSnapshot<OneSection, Row>) -> Bool) async throws {
    if let last, isDone(last.table) { return }
    while !isDone(try await next().table) {}
  }
}
#endif
