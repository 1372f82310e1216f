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

/// A database of its own on the shared server, with a connection to change it by.
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

  /// A live table of the mails, and the errors that it reports.
  func mails(
    slot: PostgresSlot = .temporary, timeout: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock(),
    onTrouble: (@Sendable ((any Error)?) -> Void)? = nil
  ) -> PostgresTable<Mail> {
    var replication = ReplicationSettings(connection: settings, table: "mail", publication: nil, slot: slot)
    replication.timeout = timeout
    replication.clock = clock
    return PostgresTable(replication, onTrouble: onTrouble) { try $0.decode() }
  }

  /// What the server has.
  func rows() async throws -> [Mail] {
    try await execute("SELECT id, folder, subject, position FROM mail ORDER BY id").rows.map { row in
      Mail(id: Int(row[0] ?? "") ?? -1, folder: row[1] ?? "", subject: row[2], position: Double(row[3] ?? "") ?? .nan)
    }
  }

  /// How many slots the database has.
  func slotCount() async throws -> Int { try await settings.slots().count }

  /// Waits until the server has dropped what was temporary: it notices the end of a connection on its own time.
  func untilNoSlot() async throws {
    while try await slotCount() > 0 { try await execute("SELECT pg_sleep(0.01)") }
  }

  /// Closes the table, and makes sure that nothing of it is left.
  func end(_ tables: PostgresTable<Mail>...) async throws {
    for table in tables { await table.close() }
    try await untilNoSlot()
    await connection.close()
  }
}

/// Reads the changes of a table one after the other.
struct ChangeReader<Row: Diffable & Sendable> {
  private var iterator: Updates<TableChange<OneSection, Row>, Never>.AsyncIterator
  private(set) var last: TableChange<OneSection, Row>?

  init(_ table: PostgresTable<Row>) { iterator = table.changes.makeAsyncIterator() }

  /// The next change.
  @discardableResult mutating func next() async throws -> TableChange<OneSection, Row> {
    let change = await iterator.next()
    last = change
    return try #require(change)
  }

  /// Reads on until the table is as it should be.
  mutating func next(until isDone: (TableSnapshot<OneSection, Row>) -> Bool) async throws {
    if let last, isDone(last.table) { return }
    while !isDone(try await next().table) {}
  }
}
#endif
