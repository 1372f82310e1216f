#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests all changes of rows that a trigger does not see, or sees with other values.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct ChangeLogTruthTests {
  private typealias Table = LiveQuery<OneSection, [SQLiteValue]>

  /// The commits that another program makes to the table `t`.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var schema: String
    let commits: [String]
    /// The column that identifies the rows.
    var id = "id"

    init(_ name: String, _ schema: String, _ commits: [String], id: String = "id") {
      (testDescription, self.schema, self.commits, self.id) = (name, schema, commits, id)
    }
  }

  private static let three = "INSERT INTO t(id, x) VALUES (1, 'd'), (2, 'e'), (3, 'f');"

  static let conflicts: [Case] = [
    Case(
      "DEFAULT in the place of NULL",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x TEXT NOT NULL DEFAULT 'd' UNIQUE);" + three,
      ["INSERT OR REPLACE INTO t(id, x) VALUES (7, NULL);", "UPDATE OR REPLACE t SET x = NULL WHERE id = 2;"]),
    Case(
      "DEFAULT by the column's own rule",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'd' UNIQUE ON CONFLICT REPLACE);"
        + three,
      [
        "INSERT INTO t(id, x) VALUES (7, NULL);", "INSERT INTO t(id, x) VALUES (8, 'e');",
        "UPDATE t SET x = 'f' WHERE id = 8;",
      ]),
    Case(
      "several columns", "CREATE TABLE t(id INTEGER PRIMARY KEY, x, y NOT NULL DEFAULT 1, UNIQUE (x, y));" + three,
      ["INSERT OR REPLACE INTO t(id, x, y) VALUES (7, 'd', NULL);", "REPLACE INTO t(id, x) VALUES (8, 'e');"]),
    Case(
      "an index of an expression",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x); CREATE UNIQUE INDEX u ON t(upper(x));" + three,
      ["REPLACE INTO t(id, x) VALUES (7, 'D');", "UPDATE OR REPLACE t SET x = 'E' WHERE id = 3;"]),
    Case(
      "an index of some rows",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x); CREATE UNIQUE INDEX u ON t(x) WHERE x <> 'f';" + three,
      ["REPLACE INTO t(id, x) VALUES (7, 'd'), (8, 'f');", "UPDATE OR REPLACE t SET x = 'e' WHERE id = 8;"]),
    Case(
      "generated columns",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x, g AS (x || '!') STORED UNIQUE, v AS (lower(x)) VIRTUAL);"
        + "CREATE UNIQUE INDEX u ON t(v);" + three,
      ["REPLACE INTO t(id, x) VALUES (7, 'D');", "REPLACE INTO t(id, x) VALUES (8, 'e');"]),
    Case(
      "a key with a default",
      "CREATE TABLE t(id TEXT NOT NULL DEFAULT 'd' COLLATE NOCASE PRIMARY KEY, x) WITHOUT ROWID;"
        + "INSERT INTO t VALUES ('D', 1), ('e', 2);",
      ["REPLACE INTO t(id, x) VALUES (NULL, 3);", "REPLACE INTO t(id, x) VALUES ('E', 4), (NULL, 5);"]),
    Case(
      "a key of another type",
      "CREATE TABLE t(id PRIMARY KEY, x) WITHOUT ROWID; INSERT INTO t VALUES (1, 1), (2.5, 2), ('3', 3), (x'00', 4);",
      ["REPLACE INTO t VALUES (1.0, 5);", "UPDATE t SET id = 3 WHERE id = '3';", "DELETE FROM t WHERE id = x'00';"]),
    Case(
      "what was replaced is changed again", "CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE);" + three,
      [
        "BEGIN; REPLACE INTO t(id, x) VALUES (7, 'd'); UPDATE t SET x = 'other' WHERE id = 7; COMMIT;",
        "BEGIN; REPLACE INTO t(id, x) VALUES (8, 'e'); DELETE FROM t WHERE id = 8; COMMIT;",
        "BEGIN; REPLACE INTO t(id, x) VALUES (9, 'f'); INSERT INTO t(id, x) VALUES (3, 'again'); COMMIT;",
      ]),
    Case(
      "recursive triggers", "CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE);" + three,
      [
        "PRAGMA recursive_triggers = ON; REPLACE INTO t(id, x) VALUES (7, 'd');",
        "PRAGMA recursive_triggers = ON; REPLACE INTO t(id, x) VALUES (7, 'e');",
      ]),
    Case(
      "upserts and what is ignored", "CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE);" + three,
      [
        "INSERT INTO t(id, x) VALUES (1, 'd2') ON CONFLICT DO UPDATE SET x = excluded.x;",
        "INSERT INTO t(id, x) VALUES (7, 'e') ON CONFLICT (x) DO UPDATE SET id = 70;",
        "INSERT OR IGNORE INTO t(id, x) VALUES (3, 'q'), (8, 'f'), (9, 'n');",
        "INSERT INTO t(id, x) VALUES (3, 'r') ON CONFLICT DO NOTHING; DELETE FROM t WHERE id = 3;",
      ]),
    Case(
      "a unique index of later", "CREATE TABLE t(id INTEGER PRIMARY KEY, x);" + three,
      [
        "CREATE UNIQUE INDEX u ON t(x);", "REPLACE INTO t(id, x) VALUES (7, 'd');", "DROP INDEX u;",
        "REPLACE INTO t(id, x) VALUES (8, 'e');",
      ]),
    Case(
      "foreign keys",
      "CREATE TABLE p(id INTEGER PRIMARY KEY); INSERT INTO p VALUES (0), (1), (2), (3), (4);"
        + "CREATE TABLE t(id INTEGER PRIMARY KEY, x DEFAULT 0 REFERENCES p ON DELETE SET DEFAULT ON UPDATE CASCADE,"
        + " y REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE, z REFERENCES p ON DELETE SET NULL ON UPDATE CASCADE);"
        + "INSERT INTO t VALUES (1, 1, 2, 3), (2, 2, 3, 4), (3, 3, 4, 1);",
      [
        "PRAGMA foreign_keys = ON; DELETE FROM p WHERE id = 1;",
        "PRAGMA foreign_keys = ON; UPDATE p SET id = 9 WHERE id = 2;",
        "PRAGMA foreign_keys = ON; REPLACE INTO p VALUES (4);", "PRAGMA foreign_keys = ON; DELETE FROM p WHERE id = 3;",
      ]),
    Case(
      "all rows", "CREATE TABLE t(id INTEGER PRIMARY KEY, x);" + three,
      ["DELETE FROM t;", three, "UPDATE t SET id = id + 10;", "UPDATE t SET id = 33 - id;"]),
    Case(
      "triggers of others that end a statement and keep the change",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x);" + three,
      [
        """
        CREATE TRIGGER o1 AFTER UPDATE ON t BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER o2 AFTER DELETE ON t BEGIN SELECT RAISE(IGNORE); END;
        CREATE TRIGGER o3 AFTER INSERT ON t WHEN NEW.x = 'i' BEGIN SELECT RAISE(IGNORE); END;
        """,
        "UPDATE t SET x = 'u' WHERE id = 1;", "UPDATE t SET id = 9 WHERE id = 2;", "DELETE FROM t WHERE id = 3;",
        "INSERT INTO t(x) VALUES ('i');",
        "BEGIN; INSERT INTO t(id, x) VALUES (20, 'i'), (21, 'k'); DELETE FROM t WHERE id = 1; COMMIT;",
      ]),
    Case(
      "names",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE, rowid, oid, _rowid_, \"a\"\"b\", seq, name, key, was, tag);"
        + three,
      ["REPLACE INTO t(id, x, rowid, key) VALUES (7, 'd', 1, 2);", "UPDATE t SET rowid = 5, oid = NULL, key = 3;"]),
  ]

  static let schemas: [Case] = [
    Case(
      "columns", "CREATE TABLE t(id INTEGER PRIMARY KEY, x TEXT, y); CREATE UNIQUE INDEX u ON t(y);" + three,
      [
        "DROP INDEX u; ALTER TABLE t DROP COLUMN y;", "ALTER TABLE t ADD COLUMN rowid;",
        "INSERT INTO t(x) VALUES ('g');",
        "ALTER TABLE t ADD COLUMN oid; ALTER TABLE t ADD COLUMN _rowid_ DEFAULT 1;", "UPDATE t SET oid = 1, rowid = 7;",
        "ALTER TABLE t RENAME COLUMN x TO \"new x\";", "DELETE FROM t WHERE id = 2;",
        "ALTER TABLE t RENAME COLUMN id TO \"key\"; ALTER TABLE t RENAME COLUMN \"key\" TO id;",
        "UPDATE t SET id = 9 WHERE id = 1;",
      ]),
    Case(
      "a row without a key of its own", "CREATE TABLE t(x TEXT UNIQUE); INSERT INTO t VALUES ('d'), ('e');",
      [
        "ALTER TABLE t ADD COLUMN rowid;", "ALTER TABLE t ADD COLUMN _rowid_;", "INSERT INTO t VALUES ('f', 1, 1);",
        "INSERT INTO t(x) VALUES ('g');", "ALTER TABLE t ADD COLUMN oid;", "INSERT INTO t(x) VALUES ('h');",
        "DELETE FROM t;",
      ], id: "x"),
    Case(
      "tables",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE); CREATE VIEW v AS SELECT x FROM t;" + three,
      [
        "ALTER TABLE t RENAME TO u; ALTER TABLE u RENAME TO t;", "DELETE FROM t WHERE id = 1;",
        "CREATE TABLE n(id INTEGER PRIMARY KEY, x); INSERT INTO n SELECT * FROM t; DROP VIEW v; DROP TABLE t; ALTER TABLE n RENAME TO t;",
        "INSERT INTO t VALUES (8, 'x');", "DROP TABLE t; CREATE TABLE t(id TEXT PRIMARY KEY, x) WITHOUT ROWID;",
        "INSERT INTO t VALUES ('a', 1);",
        "CREATE TRIGGER own AFTER INSERT ON t BEGIN UPDATE t SET x = 5 WHERE id = NEW.id; END;",
        "INSERT INTO t VALUES ('b', 1);",
      ]),
    Case(
      "the log", "CREATE TABLE t(id INTEGER PRIMARY KEY, x);" + three,
      [
        "DROP TRIGGER livetables_t_delete; DELETE FROM t WHERE id = 1;",
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE type = 'trigger';",
        "UPDATE t SET id = 20 WHERE id = 2;",
        "DROP TABLE livetables_log;", "DELETE FROM t WHERE id = 3;",
        "CREATE TABLE livetables_log(a); INSERT INTO t VALUES (4, 'g');",
      ]),
    Case(
      "triggers of the log", "CREATE TABLE t(id INTEGER PRIMARY KEY, x);" + three,
      [
        "CREATE TRIGGER o BEFORE INSERT ON LiveTables_log BEGIN SELECT RAISE(IGNORE); END;", "UPDATE t SET x = 1;",
        "DROP TRIGGER o; CREATE UNIQUE INDEX u ON livetables_log(key);", "UPDATE OR IGNORE t SET x = 2;",
        "UPDATE OR IGNORE t SET x = 3;",
      ]),
    Case(
      "the sequence", "CREATE TABLE t(id INTEGER PRIMARY KEY, x);" + three,
      [
        "UPDATE sqlite_sequence SET seq = 'text';", "UPDATE t SET x = 1;", "UPDATE sqlite_sequence SET seq = 1.5;",
        "UPDATE t SET x = 2;", "INSERT INTO sqlite_sequence VALUES ('livetables_log', 3);", "UPDATE t SET x = 3;",
        "DELETE FROM sqlite_sequence;", "UPDATE t SET x = 4;",
        "UPDATE sqlite_sequence SET seq = -9223372036854775808; INSERT INTO livetables_log VALUES (-5, 't', 1, 1, 1);",
        "UPDATE t SET x = 5;", "INSERT INTO livetables_log VALUES (9223372036854775807, 't', 1, 1, 1);",
        "CREATE TABLE u(a); INSERT INTO u VALUES (1);", "INSERT INTO u VALUES (2);",
        "DELETE FROM livetables_log; UPDATE sqlite_sequence SET seq = 7;", "UPDATE t SET x = 6;",
        "DELETE FROM t WHERE id = 1;",
      ]),
    Case(
      "copies", "CREATE TABLE t(x, id TEXT); INSERT INTO t VALUES ('a', 'b'), ('c', 'd'), ('e', 'f');",
      [
        "DELETE FROM t WHERE id = 'b';", "VACUUM;", "DELETE FROM t WHERE id = 'd';", "PRAGMA user_version = 3;",
        "REINDEX;",
      ]),
  ]

  private func difference(_ live: Table, _ file: TestDatabase) async throws -> String? {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: file.path))
    let wanted = try connection.map(live.query.parts.select, { $0.values })
    let state = await live.state
    if let failure = state.failure { throw failure }
    var shown: [[SQLiteValue]] = []
    for row in state.table { shown.append(try await row.load() ?? []) }
    return shown == wanted ? nil : "\(shown), not \(wanted)"
  }

  private func run(_ one: Case, _ log: Bool = true) async throws {
    let file = try await TestDatabase(one.schema)
    let database = try await file.open()
    if log { try await database.installChangeLog(for: "t") }
    let live = database.table(TableQuery("SELECT * FROM t ORDER BY \(identifier: one.id)", id: one.id) { $0.values })
    #expect(try await difference(live, file) == nil)
    for commit in one.commits {
      try await file.run(commit)
      database.hub.publish(.foreign)
      let wrong = try await difference(live, file)
      #expect(wrong == nil, "\(commit)")
    }
  }

  @Test(arguments: conflicts) func rowsThatAConflictDeletesLeaveTheTable(what: Case) async throws {
    try await run(what)
  }

  @Test(arguments: schemas) func otherProgramsChangeTheSchemaAsWithoutALog(what: Case) async throws {
    try await run(what)
  }

  @Test func anotherHistoryOfTheSameLengthIsNotBelieved() async throws {
    let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'a'), (2, 'b');"
    let file = try await TestDatabase(schema, journal: "delete")
    let database = try await file.open()
    try await database.installChangeLog(for: "t")
    let copy = file.folder.appending(path: "copy.db").path()
    try FileManager.default.copyItem(atPath: file.path, toPath: copy)
    let live = database.table(TableQuery("SELECT * FROM t ORDER BY id") { $0.values })
    #expect(try await difference(live, file) == nil)
    try await file.run("UPDATE t SET x = 'here' WHERE id = 1;")
    database.hub.publish(.foreign)
    #expect(try await difference(live, file) == nil)
    // The copy has the same schema and as many entries for the same rows, and then one more entry.
    let others = "UPDATE t SET x = 'there' WHERE id = 1; UPDATE t SET x = 'there' WHERE id = 2;"
    #expect(try await SQLiteProgram.run(copy, others).status == 0)
    let handle = try FileHandle(forWritingTo: URL(filePath: file.path))
    try handle.write(contentsOf: Data(contentsOf: URL(filePath: copy)))
    try handle.close()
    database.hub.publish(.foreign)
    #expect(try await difference(live, file) == nil)
  }

  @Test func whatIsNotOfTheLogStays() async throws {
    let file = try await TestDatabase(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, x); CREATE TABLE livetables_own(a);
      CREATE TRIGGER livetables_other AFTER INSERT ON t BEGIN INSERT INTO livetables_own VALUES (NEW.id); END;
      """)
    let database = try await file.open()
    try await database.installChangeLog(for: "t")
    try await database.removeChangeLog()
    #expect(try await file.run("INSERT INTO t VALUES (1, 'a'); SELECT * FROM livetables_own;") == "1\n")
    try await file.run("CREATE TABLE livetables_log(a);")
    await #expect(throws: QueryError.nameIsTaken("livetables_log")) { try await database.installChangeLog(for: "t") }
    try await database.removeChangeLog()
    #expect(try await file.run("SELECT count(*) FROM livetables_log;") == "0\n")
  }

  @Test func aTableThatWasRenamedIsLoggedUnderItsNewName() async throws {
    let file = try await TestDatabase("CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE);" + Self.three)
    let database = try await file.open()
    try await database.installChangeLog(for: "t")
    try await file.run("ALTER TABLE t RENAME TO u; CREATE TABLE t(id INTEGER PRIMARY KEY, x UNIQUE);" + Self.three)
    try await database.installChangeLog(for: "u", "t")
    let lives = ["t", "u"].map { name in
      database.table(TableQuery("SELECT * FROM \(identifier: name) ORDER BY id") { $0.values })
    }
    for commit in [
      "DELETE FROM u WHERE id = 1;", "REPLACE INTO t VALUES (1, 'd2');", "UPDATE u SET id = 9 WHERE id = 3;",
    ] {
      for live in lives { #expect(try await difference(live, file) == nil) }
      try await file.run(commit)
      database.hub.publish(.foreign)
    }
    for live in lives { #expect(try await difference(live, file) == nil) }
    #expect(
      try await file.run("SELECT DISTINCT tbl_name || name FROM sqlite_schema WHERE name LIKE 'livetables_t_in%';")
        == "tlivetables_t_insert\ntlivetables_t_insert_before\n")
  }
}
#endif
