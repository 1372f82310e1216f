#if SQLite
import Foundation
import LiveTables
import LiveTablesTesting

@testable import LiveTablesSQLite

/// A kind of query for random commits.
struct QueryShape: Sendable, CustomStringConvertible {
  let name: String
  let query: TableQuery<SQLiteValue, Line>
  /// Whether the rows are updated incrementally, from the changed rows.
  var isIncremental = true
  /// Whether rows are found by their keys, so that a loaded table reads only changed rows.
  var isKeyed = true
  /// Whether the query itself orders all rows.
  var isTotal = true

  var description: String { name }

  /// All columns of a row.
  struct Line: Diffable, Identifiable, Equatable, Sendable {
    let id: SQLiteValue
    let values: [SQLiteValue]

    init(_ row: DatabaseRow) { (id, values) = (row["id"] ?? .null, row.values) }
  }

  static let schema = """
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, town TEXT);
    CREATE TABLE mail (id INTEGER PRIMARY KEY, folder TEXT, subject TEXT COLLATE NOCASE, date, isRead INT DEFAULT 0,
      sender INT, code TEXT UNIQUE, slot INT NOT NULL ON CONFLICT REPLACE DEFAULT 1,
      UNIQUE (slot, date) ON CONFLICT REPLACE);
    CREATE INDEX mailFolder ON mail (folder, date);
    CREATE INDEX mailSender ON mail (sender);
    CREATE TABLE setting (key TEXT PRIMARY KEY, kind TEXT, value) WITHOUT ROWID;
    CREATE TABLE note (id INTEGER PRIMARY KEY, mail INT, text TEXT);
    CREATE INDEX noteMail ON note (mail);
    CREATE VIEW unread AS SELECT id, folder, subject AS title, date FROM mail WHERE NOT isRead;
    CREATE VIRTUAL TABLE mailText USING fts5(subject);
    CREATE TRIGGER mailTextInsert AFTER INSERT ON mail BEGIN
      INSERT OR REPLACE INTO mailText (rowid, subject) VALUES (NEW.id, NEW.subject); END;
    CREATE TRIGGER mailTextDelete AFTER DELETE ON mail BEGIN DELETE FROM mailText WHERE rowid = OLD.id; END;
    CREATE TRIGGER mailTextUpdate AFTER UPDATE ON mail BEGIN
      DELETE FROM mailText WHERE rowid = OLD.id;
      INSERT OR REPLACE INTO mailText (rowid, subject) VALUES (NEW.id, NEW.subject); END;
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) INSERT INTO mail
      SELECT i, char(97 + i % 4), 's' || i % 7, i % 5, i % 2, i % 8, NULL, i FROM n;
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8) INSERT INTO person
      SELECT i, 'p' || i % 5, char(97 + i % 3) FROM n;
    WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) INSERT INTO note SELECT i, i * 7 % 40, 't' FROM n;
    INSERT INTO setting VALUES ('k', 'a', 1), ('l', 'b', 2), ('n', 'a', 1);
    """

  private static func query(_ select: SQLQuery) -> TableQuery<OneSection, Line> {
    TableQuery(select) { Line($0) }
  }

  private init(
    _ name: String, _ query: TableQuery<SQLiteValue, Line>, isIncremental: Bool = true, isKeyed: Bool = true,
    isTotal: Bool = true
  ) {
    self.name = name
    self.query = query
    self.isIncremental = isIncremental
    self.isKeyed = isKeyed
    self.isTotal = isTotal
  }

  static let all: [QueryShape] = [
    .init("plain", query("SELECT *, 1 AS g FROM mail").grouped(by: "g"), isTotal: false),
    .init("ordered", query("SELECT *, 1 AS g FROM mail ORDER BY subject DESC, date, id").grouped(by: "g")),
    .init(
      "ties", query("SELECT *, 1 AS g FROM mail m ORDER BY m.date COLLATE NOCASE DESC NULLS LAST").grouped(by: "g"),
      isTotal: false),
    .init(
      "filtered",
      query("SELECT *, 1 AS g FROM mail WHERE folder <> 'c' OR isRead ORDER BY lower(subject), date DESC, id DESC;")
        .filtered("isRead = \(0)").grouped(by: "g")),
    .init("grouped", query("SELECT * FROM mail ORDER BY date DESC, id").grouped(by: "folder")),
    .init(
      "sections",
      query("SELECT * FROM mail").grouped(by: "folder", order: .reverse).sorted(by: "subject")
        .sorted(by: "id", descending: true)),
    .init(
      "joined",
      query(
        "SELECT m.id, m.subject, p.name, p.town FROM mail AS m JOIN person p ON p.id = m.sender ORDER BY p.name, m.id"
      ).grouped(by: "town")),
    .init(
      "left joined",
      query(
        """
        SELECT m.*, p.name, coalesce(p.town, '-') AS town FROM mail m LEFT OUTER JOIN person AS p ON m.sender = p.id
        WHERE m.folder IN ('a', 'b', 'd') ORDER BY p.name IS NULL, p.name DESC, m.subject, m.id
        """
      ).grouped(by: "town")),
    .init(
      "left joined for its content",
      query("SELECT m.*, p.name FROM mail m LEFT JOIN person p ON p.id = m.sender ORDER BY m.date, m.id")
        .grouped(by: "folder")),
    .init(
      "without a partner",
      query("SELECT m.* FROM mail m LEFT JOIN note n ON n.mail = m.id WHERE n.id IS NULL ORDER BY m.date, m.id")
        .grouped(by: "folder")),
    .init(
      "one to many",
      query("SELECT n.id, n.text, m.subject, m.folder FROM mail m, note n WHERE n.mail = m.id ORDER BY m.date, n.id")
        .grouped(by: "folder")),
    .init(
      "joined by a name",
      query(
        """
        SELECT m.id, p.sender, p.name, m.folder
        FROM mail m LEFT JOIN (SELECT id AS sender, name FROM person WHERE town <> 'a') AS p USING (sender)
        ORDER BY sender DESC, m.id
        """
      ).grouped(by: "folder")),
    .init(
      "alias in parentheses",
      query(
        """
        SELECT id, CASE folder WHEN 'a' THEN 'Z' ELSE subject END AS subject, 1 AS g FROM mail
        ORDER BY ((subject) COLLATE RTRIM) DESC, subject || folder COLLATE NOCASE, id
        """
      ).grouped(by: "g")),
    .init(
      "operator before a name",
      query("SELECT id, isRead, NOT isRead, folder FROM mail ORDER BY 3, id").grouped(by: "folder"),
      isIncremental: false),
    .init(
      "two columns of a name",
      query("SELECT id, folder, date, -date AS date FROM mail ORDER BY date, id").grouped(by: "folder"),
      isIncremental: false),
    .init(
      "view", query("SELECT * FROM unread ORDER BY title COLLATE RTRIM, id").grouped(by: "folder")),
    .init(
      "without rowid", query("SELECT key AS id, kind, value FROM setting ORDER BY value DESC, key").grouped(by: "kind")),
    .init(
      "aggregated",
      query(
        """
        SELECT folder AS id, count(*) AS n, max(date) AS latest, 1 AS g FROM mail WHERE folder IS NOT NULL
        GROUP BY folder HAVING count(*) > 1 ORDER BY count(*) DESC, 1
        """
      ).filtered("n < \(40)"), by: "id"),
    .init(
      "nested",
      query("SELECT *, (SELECT count(*) FROM note n WHERE n.mail = m.id) AS notes FROM mail m ORDER BY notes, id")
        .grouped(by: "folder"), isKeyed: false),  // "mail" is also the name of a column
    .init(
      "searched",
      query("SELECT * FROM mail ORDER BY id").searched(TextSearch("al", in: "mailText"))
        .grouped(by: "folder"), isIncremental: false),
    .init(
      "paged", query("SELECT * FROM mail").grouped(by: "folder", order: .forward).sorted(by: "date").page(7),
      isIncremental: false),
    .init(
      "window", query("SELECT * FROM mail ORDER BY date, id").grouped(by: "folder").window(3..<12),
      isIncremental: false),
    .init(
      "window function",
      query("SELECT *, row_number() OVER (ORDER BY date, id) AS g FROM mail ORDER BY date, id").grouped(by: "folder"),
      isIncremental: false),
    .init(
      "self joined",
      query(
        "SELECT m.*, (SELECT count(*) FROM mail o WHERE o.folder = m.folder) AS n FROM mail m ORDER BY n, id"
      ).grouped(by: "folder"), isIncremental: false),
  ]

  private init(_ name: String, _ query: TableQuery<OneSection, Line>, by group: String) {
    self.init(name, query.grouped(by: group))
  }
}

/// Commits as statements, so that a history of them can be shortened.
enum RandomCommit {
  static func statement(_ generator: inout SeededGenerator) -> String {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    func pick(_ values: [String]) -> String { values.randomElement(using: &generator) ?? "" }
    let id = number(1...60)
    let folder = pick(["'a'", "'b'", "'c'", "'d'", "NULL"])
    let subject = pick(["'al'", "'Al '", "'alpha'", "'BETA'", "'beta'", "''", "'Zoë'", "NULL"])
    let date = pick(["NULL", "1", "2", "2.5", "'2'", "x'00'", "'10'", "'B'", "'b '"])
    let code = pick(["NULL", "NULL", "'x'", "'y'", "'z'"])
    let slot = pick(["NULL", "1", "2", "3", "30"])
    switch number(0...27) {
    case 0...4:
      return """
        INSERT OR REPLACE INTO mail VALUES (\(id), \(folder), \(subject), \(date), \(number(0...1)), \(number(1...8)), \
        \(code), \(slot));
        """
    case 5, 6: return "DELETE FROM mail WHERE id = \(id);"
    case 7: return "UPDATE mail SET subject = \(subject) WHERE id = \(id);"
    case 8: return "UPDATE mail SET folder = \(folder), date = \(date) WHERE id = \(id);"
    case 9: return "UPDATE mail SET date = \(date) WHERE id IN (\(id), \(id + 1), \(id + 7));"
    case 10: return "UPDATE OR REPLACE mail SET code = \(code), isRead = NOT isRead WHERE id = \(id);"
    case 11: return "UPDATE OR REPLACE mail SET id = \(number(1...60)) WHERE id = \(id);"
    case 12: return "UPDATE mail SET sender = \(number(1...8)) WHERE id = \(id);"
    case 13: return "UPDATE mail SET isRead = \(number(0...1)) WHERE folder IS \(folder);"
    case 14: return "INSERT OR REPLACE INTO person VALUES (\(number(1...8)), \(subject), \(folder));"
    case 15: return "DELETE FROM person WHERE id = \(number(1...8));"
    case 16: return "UPDATE person SET name = \(subject) WHERE id = \(number(1...8));"
    case 17: return "UPDATE OR REPLACE person SET id = \(number(1...8)) WHERE id = \(number(1...8));"
    case 18: return "INSERT OR REPLACE INTO note VALUES (\(number(1...30)), \(id), \(subject));"
    case 19: return "UPDATE note SET mail = \(id) WHERE id = \(number(1...30));"
    case 20: return "INSERT OR REPLACE INTO setting VALUES ('\(pick(["k", "l", "M", "n"]))', \(folder), \(date));"
    case 21: return "UPDATE OR REPLACE setting SET key = '\(pick(["k", "l", "M"]))' WHERE key = '\(pick(["l", "n"]))';"
    case 22: return "INSERT INTO mail (folder, subject, date, slot) VALUES (\(folder), \(subject), \(date), \(slot));"
    case 23: return "UPDATE mail SET slot = \(slot) WHERE id IN (\(id), \(id + 3));"
    case 24:
      return """
        INSERT INTO mail (id, folder, date, slot) VALUES (\(id), \(folder), \(date), \(slot)) \
        ON CONFLICT DO UPDATE SET folder = excluded.folder;
        """
    case 25:
      return "INSERT OR IGNORE INTO mail (id, date, code) VALUES (\(id), \(date), \(code)), (\(id + 1), 1, NULL);"
    case 26:
      return "PRAGMA recursive_triggers = \(number(0...1)); REPLACE INTO mail (date, code) VALUES (\(date), \(code));"
    default:
      return "SAVEPOINT a; DELETE FROM mail WHERE id > \(id); ROLLBACK TO a; RELEASE a; "
        + "DELETE FROM note WHERE id = \(number(1...30)); DELETE FROM setting WHERE kind IS \(folder);"
    }
  }

  /// Damages the change log.
  static func tampering(_ generator: inout SeededGenerator) -> String {
    let kinds = [
      "DELETE FROM livetables_log WHERE seq > (SELECT max(seq) - 2 FROM livetables_log);",
      "DELETE FROM livetables_log WHERE seq % 2 = 0; DELETE FROM mail WHERE id % 9 = 0;", "DELETE FROM livetables_log;",
      "UPDATE sqlite_sequence SET seq = seq + 3 WHERE name = 'livetables_log'; DELETE FROM mail WHERE id % 7 = 0;",
      "DROP TRIGGER IF EXISTS livetables_mail_delete; DELETE FROM mail WHERE id % 5 = 0;",
      "DROP INDEX IF EXISTS mailFolder; CREATE UNIQUE INDEX IF NOT EXISTS mailID ON mail (id, folder);",
      "UPDATE sqlite_sequence SET seq = 'text' WHERE name = 'livetables_log'; DELETE FROM mail WHERE id % 8 = 0;",
      "CREATE TRIGGER IF NOT EXISTS o1 AFTER INSERT ON person BEGIN SELECT RAISE(IGNORE); END;",
      "CREATE TRIGGER IF NOT EXISTS o2 AFTER UPDATE ON person BEGIN SELECT RAISE(IGNORE); END;",
      "CREATE TRIGGER IF NOT EXISTS o3 AFTER DELETE ON note BEGIN SELECT RAISE(IGNORE); END;",
    ]
    return kinds.randomElement(using: &generator) ?? ""
  }
}
#endif
