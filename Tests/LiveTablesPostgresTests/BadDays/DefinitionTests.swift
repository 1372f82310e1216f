#if Postgres
import LiveTables
import Testing

@testable import LiveTablesPostgres

/// Changes of which the server sends no rows: of types, publications, partitions, names and keys.
@Suite(.serialized, .timeLimit(.minutes(20))) struct DefinitionTests {
  /// A change that other programs make, and how the rows are asked for afterwards.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let schema: String
    var publication: String?
    /// Statements, one transaction each.
    let statements: [String]
    /// How the server is asked for the rows.
    var fresh = "SELECT * FROM t ORDER BY 1"
  }

  static let plain = "CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t VALUES (1, 1), (2, 2), (3, 3);"
  static let mood = "CREATE TYPE mood AS ENUM ('sad', 'ok');"
  static let all = "CREATE PUBLICATION p FOR ALL TABLES;"
  static let parted = """
    CREATE TABLE t (id int PRIMARY KEY, n int) PARTITION BY RANGE (id);
    CREATE TABLE low PARTITION OF t FOR VALUES FROM (0) TO (100);
    CREATE TABLE high PARTITION OF t FOR VALUES FROM (100) TO (200);
    CREATE TABLE other (id int PRIMARY KEY, n int); INSERT INTO other VALUES (201, 1), (202, 2);
    CREATE PUBLICATION p FOR TABLE t WITH (publish_via_partition_root = true);
    INSERT INTO t VALUES (1, 1), (2, 2), (101, 1);
    """

  static let changes: [Change] = [
    Change(
      testDescription: "a label of an enum is renamed",
      schema: mood + "CREATE TABLE t (id int PRIMARY KEY, m mood); INSERT INTO t VALUES (1, 'sad'), (2, 'ok');" + all,
      statements: ["ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'"]),
    Change(
      testDescription: "a label is renamed that is in an array, a domain, a composite type or a range",
      schema: mood + """
        CREATE DOMAIN feeling AS mood; CREATE DOMAIN felt AS feeling; CREATE TYPE pair AS (one felt, two int);
        CREATE TYPE span AS RANGE (subtype = mood);
        CREATE TABLE t (id int PRIMARY KEY, a mood[], d felt, c pair, r span, m pair[]);
        INSERT INTO t VALUES (1, '{sad}', 'ok', '(ok,1)', '[ok,ok]', '{}'), (2, '{ok}', 'sad', '(ok,1)', '[ok,ok]', '{}'),
          (3, '{ok}', 'ok', '(sad,1)', '[ok,ok]', '{}'), (4, '{ok}', 'ok', '(ok,1)', '[sad,ok]', '{}'),
          (5, '{ok}', 'ok', '(ok,1)', '[ok,ok]', ARRAY['(sad,1)'::pair]);
        """ + all,
      statements: ["ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'"]),
    Change(
      testDescription: "a label is renamed that is a key, and its row is changed",
      schema: mood + "CREATE TABLE t (m mood PRIMARY KEY, n int); INSERT INTO t VALUES ('sad', 1), ('ok', 2);" + all,
      statements: ["ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'", "UPDATE t SET n = 10 WHERE m = 'blue'"]),
    Change(
      testDescription: "a label is renamed that is a key, and its row is deleted",
      schema: mood + "CREATE TABLE t (m mood PRIMARY KEY, n int); INSERT INTO t VALUES ('sad', 1), ('ok', 2);" + all,
      statements: ["ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'; DELETE FROM t WHERE m = 'blue'"]),
    Change(
      testDescription: "an attribute of a composite type is dropped",
      schema: """
        CREATE TYPE pair AS (one int, two int);
        CREATE TABLE t (id int PRIMARY KEY, c pair); INSERT INTO t VALUES (1, '(1,2)');
        """ + all,
      statements: ["ALTER TYPE pair DROP ATTRIBUTE two"]),
    Change(
      testDescription: "values are computed by a change of a column's type",
      schema: "CREATE TABLE t (id int PRIMARY KEY, x text); INSERT INTO t VALUES (1, 'a'), (2, 'b');" + all,
      statements: ["ALTER TABLE t ALTER x TYPE text USING upper(x)"]),
    Change(
      testDescription: "a column is dropped, and one with its name added",
      schema: plain + all, statements: ["ALTER TABLE t DROP n; ALTER TABLE t ADD n int DEFAULT 7"]),
    Change(
      testDescription: "a column is renamed", schema: plain + all, statements: ["ALTER TABLE t RENAME n TO m"]),
    Change(
      testDescription: "the table is dropped and created again", schema: plain + all,
      statements: ["DROP TABLE t; CREATE TABLE t (id int PRIMARY KEY, n int); INSERT INTO t VALUES (7, 7)"]),
    Change(
      testDescription: "the table is renamed, and another one gets its name",
      schema: plain + "CREATE TABLE new (id int PRIMARY KEY, n int); INSERT INTO new VALUES (8, 8);" + all,
      statements: ["ALTER TABLE t RENAME TO old; ALTER TABLE new RENAME TO t", "INSERT INTO t VALUES (9, 9)"]),
    Change(
      testDescription: "the row filter is another one",
      schema: plain + "CREATE PUBLICATION part FOR TABLE t WHERE (id > 1);",
      publication: "part",
      statements: ["ALTER PUBLICATION part SET TABLE t WHERE (id < 3)"],
      fresh: "SELECT * FROM t WHERE id < 3 ORDER BY 1"),
    Change(
      testDescription: "the columns are others", schema: plain + "CREATE PUBLICATION part FOR TABLE t (id);",
      publication: "part", statements: ["ALTER PUBLICATION part SET TABLE t"]),
    Change(
      testDescription: "the table leaves its publication, is changed, and comes back",
      schema: plain + "CREATE PUBLICATION p FOR TABLE t;",
      statements: [
        "ALTER PUBLICATION p DROP TABLE t", "INSERT INTO t VALUES (4, 4)", "DELETE FROM t WHERE id = 1",
        "ALTER PUBLICATION p ADD TABLE t",
      ]),
    Change(
      testDescription: "the table is in a schema that leaves its publication and comes back",
      schema: plain + "CREATE PUBLICATION p FOR TABLES IN SCHEMA public;",
      statements: [
        "ALTER PUBLICATION p DROP TABLES IN SCHEMA public", "UPDATE t SET n = 9",
        "ALTER PUBLICATION p ADD TABLES IN SCHEMA public",
      ]),
    Change(
      testDescription: "the publication leaves out deletes for a while",
      schema: plain + "CREATE PUBLICATION p FOR TABLE t;",
      statements: [
        "ALTER PUBLICATION p SET (publish = 'insert')", "DELETE FROM t WHERE id = 1",
        "ALTER PUBLICATION p SET (publish = 'insert, update, delete, truncate')",
      ]),
    Change(
      testDescription: "a partition is truncated", schema: parted, statements: ["TRUNCATE low"]),
    Change(
      testDescription: "a partition is attached", schema: parted,
      statements: ["ALTER TABLE t ATTACH PARTITION other FOR VALUES FROM (200) TO (300)"]),
    Change(
      testDescription: "a partition is attached, and its rows are changed", schema: parted,
      statements: [
        "ALTER TABLE t ATTACH PARTITION other FOR VALUES FROM (200) TO (300); UPDATE t SET n = 9 WHERE id = 201; "
          + "DELETE FROM t WHERE id = 202"
      ]),
    Change(
      testDescription: "a partition is detached", schema: parted, statements: ["ALTER TABLE t DETACH PARTITION high"]),
    Change(
      testDescription: "a partition is dropped", schema: parted, statements: ["DROP TABLE high"]),
    Change(
      testDescription: "the replica identity is the whole row, then the key again", schema: plain + all,
      statements: [
        "ALTER TABLE t REPLICA IDENTITY FULL", "UPDATE t SET n = 5 WHERE id = 1",
        "ALTER TABLE t REPLICA IDENTITY DEFAULT",
        "DELETE FROM t WHERE id = 2",
      ]),
    Change(
      testDescription: "keys that are checked at the end are swapped",
      schema: """
        CREATE TABLE t (id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED, n int); ALTER TABLE t REPLICA IDENTITY FULL;
        INSERT INTO t VALUES (1, 1), (2, 2), (3, 3);
        """ + all,
      statements: ["UPDATE t SET id = 4 - id"]),
    Change(
      testDescription: "the table is truncated and filled again", schema: plain + all,
      statements: ["TRUNCATE t; INSERT INTO t VALUES (1, 5)"]),
  ]

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

  @Test("what other programs change without rows is shown, by a temporary slot and a durable one", arguments: changes)
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
    // Nobody can replicate until the server has been started once more.
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
    // The other one would do, but another table might be in it tomorrow.
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
