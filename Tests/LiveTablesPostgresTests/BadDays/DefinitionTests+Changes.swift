#if Postgres
import Testing

extension DefinitionTests {
  /// A change by another program, with the query for the rows after the change.
  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let schema: String
    var publication: String?
    /// Statements, each in a separate transaction.
    let statements: [String]
    /// The query that reads the rows from the server.
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
      testDescription: "a partition is detached, changed, and attached again", schema: parted,
      statements: [
        "ALTER TABLE t DETACH PARTITION high; UPDATE high SET n = 9; INSERT INTO high VALUES (102, 1)",
        "ALTER TABLE t ATTACH PARTITION high FOR VALUES FROM (100) TO (200)",
      ]),
    Change(
      testDescription: "a label is renamed for a while, and written meanwhile",
      schema: mood + "CREATE TABLE t (id int PRIMARY KEY, m mood); INSERT INTO t VALUES (1, 'sad'), (2, 'ok');" + all,
      statements: [
        "ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'; UPDATE t SET m = 'blue'",
        "ALTER TYPE mood RENAME VALUE 'blue' TO 'sad'",
      ]),
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
    Change(
      testDescription: "the table is unlogged for a while", schema: plain + all,
      statements: ["ALTER TABLE t SET UNLOGGED", "UPDATE t SET n = 7", "ALTER TABLE t SET LOGGED"]),
    Change(
      testDescription: "the publication sends the partitions for a while", schema: parted,
      statements: [
        "ALTER PUBLICATION p SET (publish_via_partition_root = false)", "UPDATE t SET n = 4",
        "ALTER PUBLICATION p SET (publish_via_partition_root = true)",
      ]),
    Change(
      testDescription: "there is no replica identity for a while", schema: plain + all,
      statements: [
        "ALTER TABLE t REPLICA IDENTITY NOTHING", "INSERT INTO t VALUES (4, 4)",
        "ALTER TABLE t REPLICA IDENTITY DEFAULT",
        "DELETE FROM t WHERE id = 1",
      ]),
    Change(
      testDescription: "another index is the replica identity, and is dropped", schema: plain + all,
      statements: [
        "CREATE UNIQUE INDEX i ON t (n); ALTER TABLE t ALTER n SET NOT NULL; ALTER TABLE t REPLICA IDENTITY USING INDEX i",
        "UPDATE t SET id = 10 WHERE n = 1", "UPDATE t SET n = 9 WHERE n = 2", "DROP INDEX i",
        "INSERT INTO t VALUES (5, 5)",
        "ALTER TABLE t REPLICA IDENTITY DEFAULT",
      ]),
    Change(
      testDescription: "the schema has another name for a while", schema: plain + all,
      statements: [
        "ALTER SCHEMA public RENAME TO away", "INSERT INTO away.t VALUES (4, 4)", "ALTER SCHEMA away RENAME TO public",
      ]),
    Change(
      testDescription: "a table of that name is created in a schema that comes first", schema: plain + all,
      statements: [
        "CREATE SCHEMA tester; CREATE TABLE tester.t (id int PRIMARY KEY, n int)", "INSERT INTO t VALUES (7, 7)",
      ]),
    Change(
      testDescription: "rows go to other partitions", schema: parted,
      statements: ["UPDATE t SET id = 102 WHERE id = 2; UPDATE t SET id = 50 WHERE id = 101"]
    ),
    Change(
      testDescription: "a partition of a partition is truncated",
      schema: """
        CREATE TABLE t (id int PRIMARY KEY, n int) PARTITION BY RANGE (id);
        CREATE TABLE low PARTITION OF t FOR VALUES FROM (0) TO (100) PARTITION BY RANGE (id);
        CREATE TABLE lowest PARTITION OF low FOR VALUES FROM (0) TO (10);
        CREATE TABLE high PARTITION OF t FOR VALUES FROM (100) TO (200);
        CREATE PUBLICATION p FOR ALL TABLES WITH (publish_via_partition_root = true);
        INSERT INTO t VALUES (1, 1), (2, 2), (101, 1);
        """, statements: ["TRUNCATE lowest"]),
    Change(
      testDescription: "rows enter and leave what the row filter has",
      schema: plain + "ALTER TABLE t REPLICA IDENTITY FULL; CREATE PUBLICATION part FOR TABLE t WHERE (n < 3);",
      publication: "part",
      statements: ["UPDATE t SET n = 4 - n; INSERT INTO t VALUES (4, 4), (5, 1); UPDATE t SET n = 2 WHERE id = 4"],
      fresh: "SELECT * FROM t WHERE n < 3 ORDER BY 1"),
    Change(
      testDescription: "the key changes of a row with a value that is stored apart",
      schema: """
        CREATE TABLE t (id int PRIMARY KEY, x text, n int); ALTER TABLE t ALTER x SET STORAGE EXTERNAL;
        ALTER TABLE t SET (toast_tuple_target = 128);
        INSERT INTO t VALUES (1, repeat('a', 3000), 1), (2, repeat('b', 180), 1), (3, repeat('c', 3000), 1);
        """ + all,
      statements: ["UPDATE t SET n = 2", "UPDATE t SET id = id + 10; UPDATE t SET id = id + 10, n = 3"]),
    Change(
      testDescription: "the table is emptied with one to which it refers",
      schema: "CREATE TABLE r (id int PRIMARY KEY); INSERT INTO r VALUES (1);"
        + "CREATE TABLE t (id int PRIMARY KEY, r int REFERENCES r); INSERT INTO t VALUES (1, 1), (2, NULL);" + all,
      statements: ["TRUNCATE r CASCADE"]),
    Change(
      testDescription: "another table inherits, and an heir is changed",
      schema: plain + "CREATE TABLE heir (id int PRIMARY KEY, n int); INSERT INTO heir VALUES (1, 7);" + all,
      statements: ["ALTER TABLE heir INHERIT t", "UPDATE t SET n = n + 1; DELETE FROM t WHERE id = 2"],
      fresh: "SELECT * FROM ONLY t"),
    Change(
      testDescription: "the table is written anew", schema: plain + all,
      statements: ["VACUUM FULL t", "CLUSTER t USING t_pkey", "UPDATE t SET n = 9 WHERE id = 2"]),
    Change(
      testDescription: "a column is computed, and later is not", schema: plain + all,
      statements: [
        "ALTER TABLE t ADD g int GENERATED ALWAYS AS (n * 2) STORED", "UPDATE t SET n = 5 WHERE id = 1",
        "ALTER TABLE t ALTER g DROP EXPRESSION",
      ]),
    Change(
      testDescription: "an attribute of a composite type gets another type and name",
      schema: "CREATE TYPE pair AS (one int, two text); CREATE TABLE t (id int PRIMARY KEY, c pair[]);"
        + "CREATE TYPE other AS (one int, two text); INSERT INTO t VALUES (1, ARRAY['(1,2)'::pair]);" + all,
      statements: ["ALTER TYPE pair ADD ATTRIBUTE three text", "ALTER TYPE pair RENAME ATTRIBUTE two TO second"]),
    Change(
      testDescription: "rows are changed several times in a transaction, and their keys exchanged", schema: plain + all,
      statements: [
        """
        BEGIN; SAVEPOINT s; DELETE FROM t; ROLLBACK TO s; UPDATE t SET id = 0 WHERE id = 1; UPDATE t SET id = 1 WHERE id = 2;
        UPDATE t SET id = 2 WHERE id = 0; INSERT INTO t VALUES (3, 9) ON CONFLICT (id) DO UPDATE SET n = 9;
        DELETE FROM t WHERE id = 1; INSERT INTO t VALUES (1, 7); UPDATE t SET n = n + 1; COMMIT
        """
      ]),
  ]
}
#endif
