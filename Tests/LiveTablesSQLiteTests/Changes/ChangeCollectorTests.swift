#if SQLite
import Testing

@testable import LiveTablesSQLite

struct ChangeCollectorTests {
  @Test("changes of temporary tables are not reported, only those of the file's tables")
  func temporaryTables() async throws {
    let file = try await TestDatabase()
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    let collector = ChangeCollector()
    collector.install(on: connection.handle)
    try connection.execute(
      script: """
        BEGIN; CREATE TEMP TABLE mail (id INTEGER PRIMARY KEY); INSERT INTO temp.mail VALUES (7);
        INSERT INTO note VALUES (1, 'kept'); COMMIT;
        """)
    #expect(collector.take().tables == ["note": .init(rows: [1], hasOtherRows: true)])
  }

  @Test("a column has changed if its value or type differs, and not if the same value is written")
  func changedColumns() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    let collector = ChangeCollector()
    collector.install(on: connection.handle)
    try connection.execute(script: "CREATE TABLE item (id INTEGER PRIMARY KEY, value); INSERT INTO item VALUES (1, 0);")
    _ = collector.take()
    let values = ["0", "1", "0.0", "1.5", "NULL", "''", "'a'", "'b'", "'ab'", "x''", "x'61'", "x'62'", "x'6162'"]
    for old in values {
      for new in values {
        try connection.execute(SQLQuery(sql: "UPDATE item SET value = \(old)"))
        _ = collector.take()
        try connection.execute(SQLQuery(sql: "UPDATE item SET value = \(new)"))
        let change = DatabaseChanges.InTable(rows: [1], columns: old == new ? [] : [1])
        #expect(collector.take().tables == ["item": change], "\(old) to \(new)")
      }
    }
  }

  @Test("a column that was added with a default has changed when it becomes NULL")
  func addedColumns() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    let collector = ChangeCollector()
    collector.install(on: connection.handle)
    try connection.execute(
      script: """
        CREATE TABLE item (id INTEGER PRIMARY KEY, value); INSERT INTO item VALUES (1, NULL);
        ALTER TABLE item ADD COLUMN flag INTEGER DEFAULT 1;
        """)
    try collector.learn(connection)
    _ = collector.take()
    try connection.execute("UPDATE item SET flag = NULL, value = NULL")
    #expect(collector.take().tables == ["item": .init(rows: [1], columns: [2])])
  }

  @Test("a transaction with more rows than the limit lists none, and compares no further row")
  func tooManyRows() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    let collector = ChangeCollector()
    collector.install(on: connection.handle)
    let count = DatabaseChanges.rowLimit + 1
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(count))"
    try connection.execute(
      script: "CREATE TABLE item (id INTEGER PRIMARY KEY, a, b); INSERT INTO item \(numbers) SELECT i, 0, 0 FROM n;")
    _ = collector.take()
    try connection.execute(script: "BEGIN; UPDATE item SET a = 1; UPDATE item SET b = 1 WHERE id = 1; COMMIT;")
    #expect(collector.take().tables == ["item": .init(rows: nil, hasOtherRows: true, columns: [1])])
    try connection.execute("UPDATE item SET a = 2 WHERE id <= \(DatabaseChanges.rowLimit)")
    #expect(collector.take().tables["item"]?.rows?.count == DatabaseChanges.rowLimit)
  }

  @Test("changes that are rolled back are forgotten, also before the first commit")
  func rolledBack() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute("CREATE TABLE item (id INTEGER PRIMARY KEY)")
    let collector = ChangeCollector()
    collector.install(on: connection.handle)
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (1); ROLLBACK;")
    #expect(!collector.hasCommitted && collector.take().isEmpty)
    try connection.execute("INSERT INTO item VALUES (2)")
    #expect(collector.hasCommitted && collector.take().tables["item"]?.rows == [2])
    try connection.execute(script: "BEGIN; INSERT INTO item VALUES (3); ROLLBACK;")
    #expect(!collector.hasCommitted && collector.take().isEmpty)
  }

  @Test("rows with a key of several columns are not listed, and may have moved")
  func keysOfSeveralColumns() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    let collector = ChangeCollector()
    try connection.execute(
      script: "CREATE TABLE pair (a, b, c, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO pair VALUES (1, 2, 3);")
    collector.install(on: connection.handle)
    try collector.learn(connection)
    try connection.execute("UPDATE pair SET c = 4")
    let change = try #require(collector.take().tables["pair"])
    #expect(change.rows == nil && change.hasOtherRows)
  }

  @Test("rows of several tables in one transaction are separate, and deleted rows are identified by key")
  func severalTables() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    let collector = ChangeCollector()
    try connection.execute(
      script: """
        CREATE TABLE item (id INTEGER PRIMARY KEY); CREATE TABLE tag (name TEXT PRIMARY KEY) WITHOUT ROWID;
        INSERT INTO tag VALUES ('a'), ('b');
        """)
    collector.install(on: connection.handle)
    try collector.learn(connection)
    try connection.execute(
      script: """
        BEGIN; INSERT INTO item VALUES (1); DELETE FROM tag WHERE name = 'a'; INSERT INTO item VALUES (2); COMMIT;
        """)
    let changes = collector.take().tables
    #expect(changes["item"] == .init(rows: [1, 2], hasOtherRows: true))
    #expect(changes["tag"] == .init(rows: ["a"], hasOtherRows: true))
  }

  @Test(
    "rows of a table WITHOUT ROWID are identified by key, also after a generated column and in UTF-16",
    arguments: [
      "CREATE TABLE tag (name TEXT PRIMARY KEY, place) WITHOUT ROWID",
      "CREATE TABLE tag (upper TEXT AS (upper(name)) STORED, name TEXT PRIMARY KEY, place) WITHOUT ROWID",
      "CREATE TABLE tag (name TEXT PRIMARY KEY, upper TEXT AS (upper(name)), place) WITHOUT ROWID",
      "CREATE TABLE tag (place, name TEXT PRIMARY KEY, upper AS (upper(name)) VIRTUAL, more) WITHOUT ROWID",
    ], ["UTF-8", "UTF-16le", "UTF-16be"])
  func keys(table: String, encoding: String) throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    let collector = ChangeCollector()
    try connection.execute(
      script: "PRAGMA encoding = '\(encoding)'; \(table); INSERT INTO tag (name, place) VALUES ('Zoë', 1);")
    collector.install(on: connection.handle)
    try collector.learn(connection)
    try connection.execute("UPDATE tag SET place = 2")
    #expect(collector.take().tables["tag"]?.rows == ["Zoë"])
    try connection.execute("UPDATE tag SET name = 'other'")
    #expect(collector.take().tables["tag"]?.rows == ["Zoë", "other"])
    try connection.execute("INSERT OR REPLACE INTO tag (name, place) VALUES ('other', 3), ('more', 4)")
    #expect(collector.take().tables["tag"]?.rows == ["other", "more"])
    try connection.execute("DELETE FROM tag")
    #expect(collector.take().tables["tag"]?.rows == ["other", "more"])
  }

  @Test("changed rows of a table WITHOUT ROWID are unknown if a column before the key is not stored")
  func unstoredColumns() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    let collector = ChangeCollector()
    try connection.execute(
      script: """
        CREATE TABLE tag (upper TEXT AS (upper(name)), name TEXT PRIMARY KEY, place) WITHOUT ROWID;
        INSERT INTO tag VALUES ('a', 1);
        """)
    collector.install(on: connection.handle)
    try collector.learn(connection)
    try connection.execute("UPDATE tag SET name = 'b'")
    let change = try #require(collector.take().tables["tag"])
    #expect(change.rows == nil && change.hasOtherRows)
  }

  @Test("a commit of another program reads the schema again only if it has changed")
  func theSchemaIsReadOnceForEachVersion() async throws {
    let trace = Trace()
    let file = try await TestDatabase()
    let database = try await file.open { $0.trace = { sql in trace.statements.with { $0.append(sql) } } }
    for (script, isRead) in [("INSERT INTO note (text) VALUES ('x');", false), ("CREATE TABLE more (a);", true)] {
      _ = trace.take()
      try await file.run(script)
      try await database.write { try $0.execute("INSERT INTO note (text) VALUES ('own')") }
      #expect(trace.take().contains { $0.contains("pragma_table_xinfo") } == isRead, "\(script)")
    }
  }

  @Test("rows of a table that was created again with another key are identified by this key")
  func otherKeys() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    let collector = ChangeCollector()
    try connection.execute("CREATE TABLE pair (a, b, PRIMARY KEY (a, b)) WITHOUT ROWID")
    collector.install(on: connection.handle)
    try collector.learn(connection)
    try connection.execute(script: "DROP TABLE pair; CREATE TABLE pair (a, b);")
    try collector.learn(connection)
    _ = collector.take()
    try connection.execute("INSERT INTO pair (rowid, a, b) VALUES (7, 1, 2)")
    #expect(collector.take().tables["pair"]?.rows == [7])
  }
}
#endif
