#if Postgres
import LiveTables
import Testing

@testable import LiveTablesPostgres

/// Tests changes for which the server sends no rows: of types, publications, partitions, names and keys.
@Suite(.serialized, .timeLimit(.minutes(20))) struct DefinitionTests {
  private static func texts(
    _ database: TestDatabase, publication: String? = nil, slot: PostgresSlot = .temporary,
    onTrouble: (@Sendable ((any Error)?) -> Void)? = nil
  ) -> PostgresTable<Keyed<String, String>> {
    PostgresTable(
      from: "t", connection: database.settings, publication: publication, slot: slot, onTrouble: onTrouble
    ) { row in
      let text = row.columns.map { row[$0] ?? "NULL" }.joined(separator: "|")
      return Keyed(text, id: row[row.columns[0]] ?? "")
    }
  }

  private static func rows(_ result: QueryResult) -> [String] {
    result.rows.map { $0.map { $0 ?? "NULL" }.joined(separator: "|") }.sorted()
  }

  @Test("changes without rows by other programs are shown, with a temporary and a durable slot", arguments: changes)
  func isShown(change: Change) async throws {
    for isDurable in [false, true] {
      let database = try await TestDatabase(change.schema)
      let slot: PostgresSlot = isDurable ? .durable(database.name) : .temporary
      let table = Self.texts(database, publication: change.publication, slot: slot)
      var reader = ChangeReader(table)
      try await reader.next()
      for statement in change.statements { try await database.execute(statement) }
      let fresh = Self.rows(try await database.execute(change.fresh))
      try await reader.next { $0.map(\.value).sorted() == fresh }
      await table.close()
      if isDurable { try await database.settings.dropSlot(database.name) }
      try await database.end()
    }
  }

  @Test func anEditNamesTypesAndSchemasAsTheyAreNow() async throws {
    struct Feeling: Codable, Diffable, Identifiable, Equatable, Sendable {
      var id: String
      var n: Int
    }
    let database = try await TestDatabase(
      Self.mood
        + "CREATE SCHEMA tester; CREATE TABLE public.t (id mood PRIMARY KEY, n int); INSERT INTO t VALUES ('sad', 1);"
        + Self.all)
    let table = PostgresTable(of: Feeling.self, from: "t", connection: database.settings, onTrouble: { _ in })
    var reader = ChangeReader(table)
    try await reader.next()
    for (number, change) in [
      "ALTER TYPE mood RENAME TO feeling", "ALTER TYPE feeling SET SCHEMA tester", "ALTER TABLE t SET SCHEMA tester",
      "ALTER TABLE tester.t ALTER n SET DEFAULT 1, ALTER n SET NOT NULL",
    ].enumerated() {
      let description = await table.description
      try await database.execute(change)
      // The change does not appear in the table, but edits depend on it.
      while true {
        let now = await table.description
        if now?.name != description?.name || now?.layout.columns != description?.layout.columns { break }
        try await database.execute("SELECT txid_current(), pg_sleep(0.01)")
      }
      try await table.edit { $0.update(.id("sad")) { $0.n = number + 10 } }
    }
    #expect(try await database.execute("SELECT n FROM tester.t").rows == [["13"]])
    await table.close()
    try await database.end()
  }

  @Test func aKeyOfWhichAPartIsNotSentIsAnError() async throws {
    for (schema, publication) in [
      ("CREATE TABLE t (a int, b int, g int GENERATED ALWAYS AS (b * 2) STORED, PRIMARY KEY (a, g));" + Self.all, nil),
      ("CREATE TABLE t (a int, g int GENERATED ALWAYS AS (a * 2) STORED PRIMARY KEY);" + Self.all, nil),
      ("CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)); CREATE PUBLICATION part FOR TABLE t (a);", "part"),
    ] {
      let database = try await TestDatabase(schema)
      let table = Self.texts(database, publication: publication)
      for await _ in table.changes {}
      let failure = "\(String(describing: await table.state.failure))"
      #expect(failure.contains("a column of the key"), "\(failure)")
      try await database.end()
    }
  }

  @Test func aTransactionThatIsPreparedIsShownWhenItIsCommitted() async throws {
    let server = try await TestServer()
    try await server.control("-m fast -w -o '-c max_prepared_transactions=5' restart")
    let database = try await TestDatabase(Self.plain + Self.all, on: server)
    let table = Self.texts(database)
    var reader = ChangeReader(table)
    try await reader.next()
    try await database.execute("BEGIN; UPDATE t SET n = 9 WHERE id = 1; PREPARE TRANSACTION 'one'")
    try await database.execute("UPDATE t SET n = 8 WHERE id = 2")
    try await reader.next { $0.map(\.value) == ["1|1", "2|8", "3|3"] }
    let troubles = Troubles()
    var replication = ReplicationSettings(connection: database.settings, table: "t", publication: nil, slot: .temporary)
    replication.patience = .milliseconds(20)
    let other = PostgresTable(replication, onTrouble: troubles.receive) { Keyed($0["n"] ?? "", id: $0["id"] ?? "") }
    let reading = Task { for await _ in other.changes {} }
    await troubles.wait(for: "waits for a prepared transaction")
    try await database.execute("COMMIT PREPARED 'one'")
    await troubles.wait(for: nil)
    try await reader.next { $0.map(\.value) == ["1|9", "2|8", "3|3"] }
    #expect(await other.current.map(\.value) == ["9", "8", "3"])
    await other.close()
    await reading.value
    await table.close()
    try await database.end()
  }

  @Test func aServerThatDoesNotReplicateForAWhileIsWaitedFor() async throws {
    let server = try await TestServer()
    let database = try await TestDatabase(Self.plain + Self.all, on: server)
    let troubles = Troubles()
    let table = Self.texts(database, onTrouble: troubles.receive)
    var reader = ChangeReader(table)
    try await reader.next()
    try await server.control("-m fast -w -o '-c wal_level=replica' restart")
    await troubles.wait(for: "wal_level is replica")
    try await server.psql("DELETE FROM t WHERE id = 1", in: database.name)
    try await server.control("-m fast -w stop")
    try await server.control("-w start")
    try await reader.next { $0.map(\.value) == ["2|2", "3|3"] }
    await table.close()
  }

  @Test func aNewLabelDoesNotHaveTheTableReadAgain() async throws {
    let database = try await TestDatabase(
      Self.mood + "CREATE TABLE t (id int PRIMARY KEY, m mood); INSERT INTO t VALUES (1, 'sad');" + Self.all)
    let before = try await TableDefinition.load("t", on: database.connection)
    try await database.execute("ALTER TYPE public.mood ADD VALUE 'new'; ANALYZE; CREATE PUBLICATION q FOR ALL TABLES")
    #expect(try await before.isStill(TableDefinition.load("t", on: database.connection), in: "p"))
    try await database.execute("ALTER TYPE public.mood RENAME VALUE 'sad' TO 'blue'")
    #expect(try await !before.isStill(TableDefinition.load("t", on: database.connection), in: "p"))
    try await database.end()
  }

  @Test func aDurableSlotDoesNotGoOnWhenALabelWasRenamedMeanwhile() async throws {
    let server = try await TestServer()
    let database = try await TestDatabase(
      Self.mood + "CREATE TABLE t (id int PRIMARY KEY, m mood); INSERT INTO t VALUES (1, 'sad');" + Self.all, on: server
    )
    let table = Self.texts(database, slot: .durable("kept"), onTrouble: { _ in })
    var reader = ChangeReader(table)
    try await reader.next()
    try await server.control("-m fast -w stop")
    // No client can replicate until the server is restarted.
    try await server.control("-w -o '-c max_wal_senders=0' start")
    try await server.psql("ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'", in: database.name)
    try await server.control("-m fast -w stop")
    try await server.control("-w start")
    try await reader.next { $0.map(\.value) == ["1|blue"] }
    await table.close()
  }

  @Test func aPublicationIsChosenOnceAndNotByItsName() async throws {
    let database = try await TestDatabase(Self.plain + "CREATE PUBLICATION whole FOR TABLE t", on: TestServer())
    let troubles = Troubles()
    let table = Self.texts(database, onTrouble: troubles.receive)
    var reader = ChangeReader(table)
    try await reader.next()
    for other in ["WHERE (id = 3)", "(id)", ""] {
      try await database.execute("DROP PUBLICATION IF EXISTS a_part; CREATE PUBLICATION a_part FOR TABLE t \(other)")
      try await database.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_replication")
      await troubles.wait(for: nil)
      try await database.execute("UPDATE t SET n = n + 1")
      let fresh = Self.rows(try await database.execute("SELECT * FROM t"))
      try await reader.next { $0.map(\.value).sorted() == fresh }
    }
    // The table does not switch to `a_part`, because that publication may contain another table tomorrow.
    try await database.execute("DROP PUBLICATION whole")
    await troubles.wait(for: "“whole” does not have")
    try await database.execute("CREATE PUBLICATION whole FOR TABLE t")
    await troubles.wait(for: nil)
    await table.close()
    try await database.end()
  }

  @Test func onlyAPublicationThatIsNamedMayLeaveOutRowsOrColumns() async throws {
    for restriction in ["WHERE (id = 3)", "(id)"] {
      let database = try await TestDatabase(Self.plain + "CREATE PUBLICATION a_part FOR TABLE t \(restriction)")
      let table = Self.texts(database)
      for await _ in table.changes {}
      let failure = "\(String(describing: await table.state.failure))"
      #expect(failure.contains("a_part") && failure.contains("publication:"), "\(failure)")
      let named = Self.texts(database, publication: "a_part")
      var reader = ChangeReader(named)
      #expect(try await reader.next().table.map(\.value) == (restriction == "(id)" ? ["1", "2", "3"] : ["3|3"]))
      await named.close()
      try await database.end()
    }
  }

  @Test func aSlotOfAnotherProgramIsNotDropped() async throws {
    let database = try await TestDatabase(Self.plain + Self.all)
    let name = database.name
    for make in [
      "SELECT pg_create_physical_replication_slot('\(name)')",
      "SELECT pg_create_logical_replication_slot('\(name)', 'test_decoding')",
    ] {
      try await database.execute(make)
      let table = Self.texts(database, slot: .durable(name))
      for await _ in table.changes {}
      let failure = "\(String(describing: await table.state.failure))"
      #expect(failure.contains("another program or database"), "\(failure)")
      try await database.settings.dropSlot(name)
    }
    try await database.end()
  }
}
#endif
