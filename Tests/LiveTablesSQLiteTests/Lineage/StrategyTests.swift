#if SQLite
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests which tables of a query are followed row by row, or the reason why none is.
@Suite struct StrategyTests {
  private struct Line: Sendable {}

  private static let schema = """
    CREATE TABLE mail (id INTEGER PRIMARY KEY, folder TEXT, subject TEXT, date INT, größe INT, sender INT);
    CREATE INDEX mailFolder ON mail (folder);
    CREATE INDEX mailSender ON mail (sender);
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE note (id INTEGER PRIMARY KEY, mail INT, text TEXT);
    CREATE INDEX noteMail ON note (mail);
    CREATE TABLE wanted (id INTEGER PRIMARY KEY);
    CREATE TABLE backward (id INTEGER PRIMARY KEY DESC, name TEXT);
    CREATE TABLE named (oid TEXT UNIQUE, name TEXT);
    CREATE TABLE made (id TEXT PRIMARY KEY, a INT, g AS (a * 2) VIRTUAL) WITHOUT ROWID;
    CREATE TABLE mixed (a INT, g AS (a * 2) VIRTUAL, id TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE VIEW dated AS SELECT id, folder, subject FROM mail WHERE date;
    CREATE VIEW datedIDs AS SELECT id FROM mail WHERE date;
    CREATE VIEW newest AS SELECT * FROM mail ORDER BY date DESC;
    CREATE VIEW any AS SELECT id, folder FROM mail GROUP BY folder;
    CREATE VIEW latest AS SELECT max(id) AS id FROM mail;
    CREATE VIEW counted AS SELECT id, folder, count(*) AS n FROM mail;
    CREATE VIEW recent AS SELECT id FROM mail WHERE date > unixepoch('now');
    CREATE VIEW lucky (id) AS SELECT id FROM mail WHERE random() > 0;
    CREATE VIEW deep0 AS SELECT id, sender FROM mail WHERE date;
    """ + (1...25).map { "CREATE VIEW deep\($0) AS SELECT * FROM deep\($0 - 1);" }.joined()

  private static func query(_ select: SQLQuery) -> TableQuery<OneSection, Line> { TableQuery(select) { _ in Line() } }

  private func strategy(_ query: TableQuery<OneSection, Line>, logged: [String] = []) throws -> QueryStrategy {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute(script: Self.schema)
    if !logged.isEmpty {
      let triggers = try logged.flatMap { try connection.logged($0).triggers }
      for part in ChangeLog.parts + triggers { try connection.execute(SQLQuery(sql: part.sql)) }
    }
    return try QueryStrategy(connection.plan(query.parts, nil), on: connection)
  }

  @Test(
    "tables are followed row by row",
    arguments: [
      ("SELECT * FROM mail", ["mail"]),
      ("SELECT\n\t*  -- all\n FROM /* the */ mail -- end", ["mail"]),
      ("SELECT [id], \"größe\" AS `länge`, größe g FROM main.[mail] AS m ORDER BY länge ASC, g DESC", ["mail"]),
      ("SELECT *, lower(subject) AS subject FROM mail ORDER BY (subject) COLLATE NOCASE, folder", ["mail"]),
      ("SELECT id, 'it''s' AS \"a \"\" b\" FROM mail ORDER BY date DESC NULLS FIRST, 2 NULLS LAST", ["mail"]),
      ("SELECT m.*, p.name FROM mail AS m LEFT OUTER JOIN person AS p ON p.id = m.sender", ["mail", "person"]),
      ("SELECT m.* FROM mail AS m LEFT JOIN person p ON p.id = m.sender ORDER BY p.name", ["mail", "person"]),
      ("SELECT m.* FROM mail m LEFT JOIN note n ON n.mail = m.id WHERE n.id IS NULL", ["mail", "note"]),
      (
        "SELECT m.* FROM mail m LEFT JOIN note n ON n.mail = m.id JOIN person p ON p.id = m.sender", ["mail", "person"]
      ),
      (
        "SELECT m.id, count(n.id) FROM mail m LEFT JOIN note n ON n.mail = m.id WHERE n.text IS NOT 'a' GROUP BY m.id",
        ["mail", "note"]
      ),
      (
        "SELECT folder AS id FROM mail m LEFT JOIN person p ON p.id = m.sender GROUP BY folder", ["mail", "person"]
      ),
      (
        "SELECT ifnull(p.name, '') AS id FROM mail m LEFT JOIN person p ON p.id = m.sender WHERE m.folder = 'a' "
          + "GROUP BY ifnull(p.name, '')",
        ["mail"]
      ),
      (
        "SELECT p.name AS id FROM mail m LEFT JOIN person p ON p.id = m.sender WHERE m.folder = 'a' GROUP BY p.name",
        ["mail"]
      ),
      ("SELECT m.* FROM mail m, person AS p WHERE p.id = m.sender", ["mail", "person"]),
      ("SELECT s.id, s.folder FROM (SELECT * FROM mail WHERE date > 3) AS s", ["mail"]),
      ("SELECT * FROM dated ORDER BY subject COLLATE NOCASE", ["mail"]),
      ("SELECT m.*, (SELECT name FROM person p WHERE p.id = m.sender) AS name FROM mail m", ["mail"]),
      ("SELECT n.*, m.subject FROM note n JOIN mail m ON m.id = n.mail WHERE mail IN wanted", ["mail", "note"]),
      ("SELECT *, max(date, id) AS latest, strftime('%Y', date) AS year, date(date) AS day FROM mail", ["mail"]),
      ("SELECT *, CAST(date AS DECIMAL(10, 2)) AS amount, strftime('%Y', date, '+1 day') AS year FROM mail", ["mail"]),
      ("SELECT *, datetime(date, 'subsec') AS moment, strftime('%f', date, 'subsec') AS part FROM mail", ["mail"]),
      ("SELECT * FROM mail WHERE (date) IN (1, 2) AND NOT (sender = 3) AND (subject) LIKE ('a%')", ["mail"]),
      ("SELECT n.* FROM note n JOIN mail m ON m.id = n.mail LEFT JOIN mail o ON o.id = n.id", ["note"]),
      ("SELECT folder AS id, count(*) AS n FROM mail GROUP BY folder HAVING count(*) > 1 ORDER BY n DESC", ["mail"]),
      ("SELECT (folder) id, count(*) n, max(date) FROM mail GROUP BY (folder)", ["mail"]),
      ("SELECT * FROM deep25", ["mail"]),
      ("SELECT m.*, s.name FROM mail m JOIN (SELECT * FROM person) AS s ON s.id = m.sender", ["mail"]),
      ("SELECT m.*, s.name FROM mail m JOIN (SELECT * FROM person AS m) AS s ON s.id = m.sender", ["mail"]),
      ("SELECT s.id FROM (SELECT * FROM (SELECT * FROM mail) AS t) AS s", ["mail"]),
      ("SELECT *, 2 * (date + 1) AS later FROM mail", ["mail"]),
      ("SELECT folder AS id, count(*) AS n FROM mail GROUP BY folder ORDER BY max(date) DESC", ["mail"]),
      ("SELECT folder AS id, max(date) AS id FROM mail GROUP BY folder", ["mail"]),
      ("SELECT note.* FROM note WHERE mail IN wanted AND note.text > 'a' AND mail IN main.wanted", ["note"]),
    ] as [(String, Set<String>)])
  func incremental(select: String, tables: Set<String>) throws {
    let strategy = try strategy(Self.query(SQLQuery(sql: select)))
    #expect(strategy.reason == nil)
    #expect(strategy.incrementalTables == tables)
  }

  private static let notOnce = "its id is not the key of a table that is read once"

  @Test(
    "all ids are read if rows depend on more than rows of tables that are read once",
    arguments: [
      ("SELECT * FROM newest", notOnce),
      ("SELECT name AS id FROM person", notOnce),
      ("SELECT * FROM any", notOnce),
      ("SELECT * FROM backward", notOnce),
      ("SELECT oid AS id, name FROM named", notOnce),
      ("SELECT * FROM latest", notOnce),
      ("SELECT * FROM counted", notOnce),
      ("SELECT * FROM mail WHERE sender IN datedIDs", notOnce),
      ("SELECT * FROM mail WHERE sender IN main.datedIDs", notOnce),
      ("SELECT * FROM mail WHERE sender IN (SELECT sender FROM deep25)", notOnce),
      ("SELECT * FROM note WHERE mail IN (SELECT id FROM recent)", "of 'now'"),
      ("SELECT *, mail IN lucky AS won FROM note", "of random()"),
      ("SELECT * FROM mail WHERE folder IN (SELECT folder FROM mail WHERE date)", notOnce),
      (
        "SELECT * FROM mail WHERE folder IN (SELECT folder FROM mail WHERE date) AND sender IN (SELECT id FROM person)",
        notOnce
      ),
      ("SELECT n.* FROM mail m RIGHT JOIN note n ON n.mail = m.id", "of a RIGHT JOIN"),
      ("SELECT n.* FROM note n FULL JOIN mail m ON n.mail = m.id", "of a RIGHT JOIN"),
      ("SELECT n.* FROM mail m LEFT JOIN note n ON n.mail = m.id", "the table of its id is joined by a LEFT JOIN"),
      ("SELECT id FROM mail UNION SELECT id FROM note", "of UNION"),
      ("SELECT *, strftime('%s') AS t FROM mail", "of strftime()"),
      ("SELECT *, julianday() AS t FROM mail", "of julianday()"),
      ("SELECT *, date('NOW') AS t FROM mail", "of 'now'"),
      ("SELECT *, date(\"Now\") AS t FROM mail", "of 'now'"),
      ("SELECT *, unixepoch('subsec') AS t FROM mail", "of 'subsec'"),
      ("SELECT *, strftime('%f', \"SubSecond\", '+1 day') AS t FROM mail", "of 'subsecond'"),
      ("SELECT *, current_timestamp AS t FROM mail", "of current_timestamp"),
      ("SELECT * FROM mail ORDER BY random()", "of random()"),
      (
        "SELECT m.*, p.name FROM mail m JOIN person p ON p.id = m.sender ORDER BY id",
        "SQLite says “ambiguous column name: id”"
      ),
      ("SELECT id, date, -date AS date FROM mail ORDER BY date", "“date” has two meanings"),
      ("SELECT id, date, -date AS date FROM mail ORDER BY 3", "it is ordered by the position of a column"),
      ("SELECT * FROM mail ORDER BY 3", "it is ordered by the position of a column"),
      (
        "SELECT m.id, d.* FROM mail m LEFT JOIN dated d USING (folder) ORDER BY folder", "“folder” has two meanings"
      ),
      ("SELECT id, date AS d FROM mail ORDER BY d * 2", "SQLite says “no such column: d”"),
      ("SELECT max(id) AS id, folder, subject FROM mail", "it makes one row of all"),
      ("SELECT folder AS id, date, count(*) AS n FROM mail GROUP BY folder, date", "it groups by several columns"),
      (
        "SELECT folder AS id, date FROM mail GROUP BY folder ORDER BY date",
        "it is ordered by a column of any row of a group"
      ),
    ])
  func whole(select: String, reason: String) throws {
    let strategy = try strategy(Self.query(SQLQuery(sql: select)))
    #expect(strategy.incrementalTables.isEmpty)
    #expect(strategy.reason == reason)
  }

  @Test("a statement that scans a table is not an index search")
  func seeks() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute(script: Self.schema)
    #expect(try !connection.isSeek("SELECT * FROM mail WHERE subject = 'x'"))
    #expect(try connection.isSeek("SELECT * FROM mail WHERE folder = 'x'"))
    #expect(try connection.isSeek("SELECT * FROM mail WHERE id = 3"))
  }

  @Test("the rowid has a name that no column has, not even a generated one")
  func rowIDs() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute(script: "CREATE TABLE item (name TEXT, rowid AS (name), oid);")
    #expect(try connection.rowKey(of: "item") == "_rowid_")
  }

  @Test("the columns of a table outside of the file are unknown")
  func temporaryTables() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute(script: Self.schema + "CREATE TEMP TABLE own (id INTEGER PRIMARY KEY);")
    #expect(try connection.plan(Self.query("SELECT * FROM own").parts, nil).idColumns == nil)
    #expect(try connection.plan(Self.query("SELECT * FROM mail").parts, nil).idColumns != nil)
  }

  @Test("a column that is given by position is found after commas in parentheses")
  func positions() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute(script: Self.schema)
    let query = Self.query("SELECT id, max(date, id) AS latest, subject FROM mail ORDER BY 3, 2 DESC")
    #expect(try connection.plan(query.parts, nil).keyed.get().terms.map(\.column) == ["subject", "latest", "id"])
  }

  @Test("the analysis of a query finds the columns that determine its ids, and all tables that it reads")
  func whatIsRead() throws {
    let connection = try DatabaseConnection(DatabaseConnection.Settings(path: ":memory:"))
    try connection.execute(
      script: Self.schema
        + "CREATE VIRTUAL TABLE words USING fts5(text); CREATE INDEX dates ON mail (date) WHERE sender;")
    func plan(_ select: SQLQuery) throws -> QueryPlan { try connection.plan(Self.query(select).parts, nil) }
    #expect(try plan("SELECT * FROM mail WHERE folder = 'in'").idColumns == ["mail": .these([1])])
    #expect(try plan("SELECT * FROM mail WHERE sender AND date = 3").idColumns == ["mail": .all])
    #expect(try plan("SELECT * FROM mail").tables == ["mail"])
    #expect(try plan("SELECT rowid AS id, text FROM words").tables.isSuperset(of: ["words", "words_data"]))
  }

  @Test("a filter counts like the statement's own condition")
  func filters() throws {
    let mails = Self.query("SELECT * FROM mail")
    #expect(try strategy(mails.filtered("lower(folder) = \("in")").filtered("(date) > \(3)")).reason == nil)
    #expect(try strategy(mails.filtered("unixepoch() > date")).reason == "of unixepoch()")
    #expect(try strategy(mails.filtered("date > 3 OR random() > 0")).reason == "of random()")
    #expect(try strategy(mails.filtered("random() > 0")).reason == "of random()")
    #expect(try strategy(mails.filtered("date < datetime(\("now"))")).reason == "of 'now'")
    #expect(try strategy(mails.filtered("date < datetime(\("subsec"))")).reason == "of 'subsec'")
    #expect(try strategy(mails.filtered("sender IN (SELECT sender FROM mail)")).reason == Self.notOnce)
  }

  @Test("a description says which rows are read after which commits")
  func sentences() throws {
    let incremental = "incremental: reads changed rows of mail"
    let noLog = "; all ids after commits of other programs, as there is no change log"
    let mails = Self.query("SELECT * FROM mail")
    #expect(try strategy(mails).description == incremental + noLog)
    #expect(try strategy(mails, logged: ["mail"]).description == incremental)
    let notes = Self.query("SELECT n.*, m.subject FROM note n JOIN mail m ON m.id = n.mail WHERE mail IN wanted")
    let all = "\(incremental), note; all ids when wanted changes"
    #expect(try strategy(notes).description == all + noLog)
    #expect(try strategy(notes, logged: ["mail", "note", "wanted"]).description == all)
    #expect(
      try strategy(Self.query("SELECT * FROM made"), logged: ["made"]).description
        == "incremental: reads changed rows of made")
    #expect(
      try strategy(Self.query("SELECT * FROM mixed"), logged: ["mixed"]).description
        == "incremental: reads changed rows of mixed; all ids after own commits to mixed, with generated columns before "
        + "the key")
    let newest = Self.query("SELECT * FROM newest")
    #expect(
      try strategy(newest).description == "reads all ids after each commit that concerns it: \(Self.notOnce)")
  }

  @Test("groups are followed if all of their rows have the same order")
  func orderedGroups() throws {
    let folders = Self.query("SELECT folder AS id, max(date) AS latest, subject FROM mail GROUP BY folder")
    #expect(try strategy(folders.sorted(by: "latest")).incrementalTables == ["mail"])
    let reason = try strategy(folders.sorted(by: "subject")).reason
    #expect(reason == "it is ordered by a column of any row of a group")
  }
}
#endif
