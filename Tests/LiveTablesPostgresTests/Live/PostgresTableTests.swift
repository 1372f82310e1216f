#if Postgres
import LiveTables
import LiveTablesOperators
import LiveTablesTesting
import Testing

@testable import LiveTablesPostgres

@Suite(.timeLimit(.minutes(20))) struct PostgresTableTests {
  @Test("existing rows come first, and then every transaction as one change")
  func transactions() async throws {
    let database = try await TestDatabase()
    try await database.execute("INSERT INTO mail VALUES (2, 'inbox', 'Tickets'), (1, 'inbox', NULL)")
    let mails = database.mails()
    var reader = ChangeReader(mails)
    #expect(
      try await Array(reader.next().table) == [
        Mail(id: 1, folder: "inbox"), Mail(id: 2, folder: "inbox", subject: "Tickets"),
      ])
    try await database.execute("INSERT INTO mail VALUES (3, 'inbox', 'Lunch')")
    var change = try await reader.next()
    #expect(change.changeset.stages.map(\.operations.insertedRows) == [[RowPath(0, 2)]])
    try await database.execute("BEGIN; UPDATE mail SET subject = 'x'; DELETE FROM mail WHERE id = 2; COMMIT")
    change = try await reader.next()
    #expect(change.spanned == 1)
    #expect(change.table.map(\.id) == [1, 3])
    #expect(change.table.allSatisfy { $0.subject == "x" })
    try await database.execute("UPDATE mail SET id = 30 WHERE id = 3")
    #expect(try await reader.next().table.map(\.id) == [1, 30])
    try await database.execute("TRUNCATE mail")
    #expect(try await reader.next().table.isEmpty)
    try await database.execute("BEGIN; INSERT INTO mail VALUES (1, 'a', 'b'); ROLLBACK")
    try await database.execute("INSERT INTO mail VALUES (4, 'a', 'b')")
    #expect(try await reader.next().table.map(\.id) == [4])
    try await database.end(mails)
  }

  @Test("operators apply to a server's table, and a view shows their result")
  @MainActor func operatorsApply() async throws {
    let database = try await TestDatabase()
    try await database.execute("INSERT INTO mail SELECT n, 'f' || n % 3, 's' || n FROM generate_series(1, 100) n")
    let mails = database.mails()
    let view = StrictTableView<String, Mail>()
    let binding = view.bind(mails.sorted { $0.subject ?? "" < $1.subject ?? "" }.grouped { $0.folder })
    var changes = binding.changes.makeAsyncIterator()
    _ = await changes.next()
    #expect(view.link.table.count == 100)
    #expect(Set(view.link.table.sections.map(\.value)) == ["f0", "f1", "f2"])
    try await database.execute("UPDATE mail SET folder = 'f9' WHERE id = 50")
    _ = await changes.next()
    #expect(view.link.table.sections.map(\.value).contains("f9"))
    binding.cancel()
    try await database.end(mails)
  }

  @Test("a row keeps long values that the server does not send again")
  func unchangedValues() async throws {
    let database = try await TestDatabase()
    try await database.execute("ALTER TABLE mail ALTER subject SET STORAGE EXTERNAL")
    try await database.execute("INSERT INTO mail VALUES (1, 'a', repeat('long', 5000)), (2, 'a', repeat('x', 9000))")
    let mails = database.mails()
    var reader = ChangeReader(mails)
    try await reader.next()
    try await database.execute("UPDATE mail SET folder = 'b' WHERE id = 1")
    #expect(
      try await reader.next().table.first == Mail(id: 1, folder: "b", subject: String(repeating: "long", count: 5000)))
    try await database.execute("INSERT INTO mail VALUES (3, 'a', repeat('y', 9000))")
    try await reader.next()
    try await database.execute("UPDATE mail SET id = 4, folder = 'c' WHERE id = 3")
    #expect(try await reader.next().table.row(id: 4)?.subject == String(repeating: "y", count: 9000))
    try await database.end(mails)
  }

  @Test("the replica identity can be an index or the whole row")
  func replicaIdentities() async throws {
    for identity in ["USING INDEX mail_tag", "FULL"] {
      let database = try await TestDatabase(
        """
        CREATE TABLE mail (id integer PRIMARY KEY, folder text NOT NULL, subject text, position float8 DEFAULT 0, tag text NOT NULL);
        CREATE UNIQUE INDEX mail_tag ON mail (tag);
        ALTER TABLE mail REPLICA IDENTITY \(identity);
        INSERT INTO mail VALUES (1, 'a', 'b', 0, 'x'), (2, 'a', repeat('b', 5000), 0, 'y');
        CREATE PUBLICATION p FOR TABLE mail;
        """)
      let mails = database.mails()
      var reader = ChangeReader(mails)
      try await reader.next()
      try await database.execute("UPDATE mail SET folder = 'c', tag = 'z' WHERE id = 2; DELETE FROM mail WHERE id = 1")
      try await reader.next { $0.count == 1 }
      #expect(reader.last?.table.first == Mail(id: 2, folder: "c", subject: String(repeating: "b", count: 5000)))
      try await database.end(mails)
    }
  }

  @Test("a primary key may include other columns")
  func includedColumns() async throws {
    let database = try await TestDatabase(
      """
      CREATE TABLE mail (id integer, folder text NOT NULL, subject text, position float8 NOT NULL DEFAULT 0,
        PRIMARY KEY (id) INCLUDE (folder));
      INSERT INTO mail VALUES (1, 'a', 'b'), (2, 'a', 'c');
      CREATE PUBLICATION p FOR TABLE mail;
      """)
    let troubles = Counter()
    let mails = database.mails(onTrouble: { if $0 != nil { troubles.add() } })
    var reader = ChangeReader(mails)
    try await reader.next()
    try await database.execute("UPDATE mail SET folder = 'z' WHERE id = 2")
    #expect(try await reader.next().table.row(id: 2)?.folder == "z")
    try await database.execute("DELETE FROM mail WHERE id = 1")
    #expect(try await reader.next().table.map(\.id) == [2])
    #expect(troubles.count == 0, "it has been read again")
    try await database.end(mails)
  }

  @Test("an added, dropped or converted column causes the table to be read again")
  func otherColumns() async throws {
    let database = try await TestDatabase()
    try await database.execute("INSERT INTO mail VALUES (1, 'a', 'b'), (2, 'a', 'c')")
    let table = PostgresTable(from: "mail", connection: database.settings) { row in
      Keyed((row.columns + row.columns.map { row[$0] ?? "NULL" }).joined(separator: " "), id: row["id"] ?? "")
    }
    var reader = ChangeReader(table)
    try await reader.next()
    try await database.execute("ALTER TABLE mail ADD tag text DEFAULT 'new'; UPDATE mail SET folder = 'z' WHERE id = 2")
    try await reader.next { $0.allSatisfy { $0.value.contains("new") } && $0.count == 2 }
    try await database.execute("ALTER TABLE mail DROP subject; UPDATE mail SET folder = 'y' WHERE id = 2")
    try await reader.next { $0.allSatisfy { !$0.value.contains("subject") } }
    #expect(
      reader.last?.table.map(\.value) == ["id folder position tag 1 a 0 new", "id folder position tag 2 y 0 new"])
    try await database.execute(
      """
      ALTER TABLE mail ALTER tag DROP DEFAULT, ALTER tag TYPE integer USING length(tag);
      UPDATE mail SET folder = 'x' WHERE id = 2
      """)
    try await reader.next { $0.map(\.value) == ["id folder position tag 1 a 0 3", "id folder position tag 2 x 0 3"] }
    try await database.execute(
      """
      CREATE DOMAIN short AS varchar(9); CREATE DOMAIN shorter AS short; ALTER TABLE mail ALTER tag TYPE shorter USING 'five';
      UPDATE mail SET folder = 'w' WHERE id = 2
      """)
    try await reader.next {
      $0.map(\.value) == ["id folder position tag 1 a 0 five", "id folder position tag 2 w 0 five"]
    }
    let revision = reader.last?.revision
    try await database.execute("UPDATE mail SET folder = 'v' WHERE id = 2")
    let last = try await reader.next()
    #expect(last.revision == revision.map { $0 + 1 } && last.table.last?.value == "id folder position tag 2 v 0 five")
    await table.close()
    try await database.end()
  }

  @Test("another primary key causes the table to be read again")
  func anotherKey() async throws {
    let database = try await TestDatabase()
    try await database.execute("INSERT INTO mail VALUES (1, 'a'), (2, 'a')")
    let table = PostgresTable(from: "mail", connection: database.settings) { row in
      let key = (row["id"] ?? "") + (row["folder"] ?? "")
      return Keyed(key, id: key)
    }
    var reader = ChangeReader(table)
    try await reader.next()
    try await database.execute("ALTER TABLE mail DROP CONSTRAINT mail_pkey, ADD PRIMARY KEY (id, folder)")
    try await database.execute("INSERT INTO mail VALUES (1, 'b')")
    #expect(try await reader.next().table.map(\.value) == ["1a", "2a", "1b"])
    await table.close()
    try await database.end()
  }

  @Test("names can contain any characters without quotes, and have schemas")
  func names() async throws {
    let database = try await TestDatabase(
      """
      CREATE SCHEMA "My Mail"; CREATE TABLE "My Mail"."an ""odd'; name" ("the Id" integer PRIMARY KEY, "a""b" text);
      INSERT INTO "My Mail"."an ""odd'; name" VALUES (1, 'x');
      CREATE TABLE "Upper" ("the Id" integer PRIMARY KEY); INSERT INTO "Upper" VALUES (7);
      CREATE PUBLICATION "the 'odd' ""one" FOR ALL TABLES;
      """)
    for (name, count) in [("\"My Mail\".\"an \"\"odd'; name\"", "2"), ("Upper", "1"), ("public.\"Upper\"", "1")] {
      let table = PostgresTable(from: name, connection: database.settings) { row in
        Keyed("\(row.columns.count)", id: row["the Id"] ?? "")
      }
      var reader = ChangeReader(table)
      #expect(try await reader.next().table.map(\.value) == [count])
      await table.close()
    }
    try await database.end()
  }

  @Test("publications of some rows and columns, and of a partitioned table, are shown")
  func parts() async throws {
    let database = try await TestDatabase(
      """
      CREATE TABLE mail (id integer PRIMARY KEY, folder text NOT NULL, subject text, position float8 DEFAULT 0,
        secret text, total integer GENERATED ALWAYS AS (id + 1) STORED);
      CREATE PUBLICATION p FOR TABLE mail (id, folder, position) WHERE (id < 10);
      INSERT INTO mail (id, folder) VALUES (1, 'a'), (20, 'b');
      CREATE TABLE parted (id integer PRIMARY KEY) PARTITION BY RANGE (id);
      CREATE TABLE low PARTITION OF parted FOR VALUES FROM (0) TO (100);
      CREATE TABLE high PARTITION OF parted FOR VALUES FROM (100) TO (200);
      CREATE PUBLICATION q FOR TABLE parted WITH (publish_via_partition_root = true);
      INSERT INTO parted VALUES (1);
      """)
    struct Part: Decodable, Diffable, Identifiable, Equatable, Sendable {
      let id: Int
      var folder: String?
    }
    let table = PostgresTable(of: Part.self, from: "mail", connection: database.settings, publication: "p")
    var reader = ChangeReader(table)
    #expect(try await reader.next().table.map(\.id) == [1])
    try await database.execute("UPDATE mail SET id = 21 WHERE id = 1; UPDATE mail SET id = 2 WHERE id = 20")
    try await reader.next { $0.map(\.id) == [2] }
    let parted = PostgresTable(of: Part.self, from: "parted", connection: database.settings)
    var other = ChangeReader(parted)
    try await other.next()
    try await database.execute("INSERT INTO parted VALUES (150), (50)")
    #expect(try await other.next().table.map(\.id) == [1, 150, 50])
    await table.close()
    await parted.close()
    try await database.end()
  }

  @Test("transactions of many rows and empty tables are shown")
  func manyRows() async throws {
    let database = try await TestDatabase()
    let mails = database.mails()
    var reader = ChangeReader(mails)
    #expect(try await reader.next().table.isEmpty)
    try await database.execute("INSERT INTO mail SELECT n, 'f', 's' FROM generate_series(1, 20000) n")
    #expect(try await reader.next().table.count == 20_000)
    try await database.execute("BEGIN; UPDATE mail SET folder = 'g'; DELETE FROM mail WHERE id % 2 = 0; COMMIT")
    #expect(try await Array(reader.next().table) == database.rows())
    try await database.end(mails)
  }
}
#endif
