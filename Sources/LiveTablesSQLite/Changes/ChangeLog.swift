#if SQLite
/// A table in which triggers note which rows change, whatever program changes them.
///
/// Rows are listed by their keys, in the order of their changes. The programs that write shorten the log: the newest
/// ``kept`` entries stay, and a reader that has missed older ones reads its query as a whole. Readers write nothing, so
/// none of them can lose anything for another, and a reader that is killed leaves nothing behind.
///
/// The triggers name no column but the key, so no change of a column breaks them. They do not see every change: `REPLACE`
/// deletes the rows that are equal in a unique index without their triggers. So an entry also says whether there was a row
/// with its key, and ``LogMoment`` counts the rows.
enum ChangeLog {
  static let table = "livetables_log"
  /// How many changes are kept, at least.
  static let kept = 10_000

  /// The statements that make the log itself.
  ///
  /// `tag` distinguishes an entry from that of another history of the file, such as a copy that was changed by itself.
  static let parts = [
    Part(
      type: "table", name: table,
      sql: "CREATE TABLE \(table) (seq INTEGER PRIMARY KEY AUTOINCREMENT, name, key, was, tag)"),
    Part(
      type: "trigger", name: "livetables_log_trim",
      sql: """
        CREATE TRIGGER livetables_log_trim AFTER INSERT ON \(table) WHEN NEW.seq % 1000 = 0 BEGIN \
        DELETE FROM \(table) WHERE seq <= NEW.seq - \(kept); END
        """),
    Part(
      type: "trigger", name: "livetables_log_stay",
      sql: """
        CREATE TRIGGER livetables_log_stay BEFORE UPDATE ON \(table) BEGIN \
        SELECT RAISE(ABORT, 'entries of the change log do not change'); END
        """),
  ]

  /// A table or trigger of the log, and the statement that has made it.
  struct Part: Hashable, Sendable {
    let type: String
    let name: String
    let sql: String
  }

  /// A table whose changes are logged.
  struct Logged: Hashable, Sendable {
    /// The name as the schema has it.
    let name: String
    /// The column that is the key of its rows, in quotes.
    let key: String
    /// Whether a conflict can delete a row of another key, or of the same one in another spelling.
    let hasConflicts: Bool
    /// The triggers that note its changes.
    let triggers: [Part]

    init(name: String, key: String, hasConflicts: Bool) {
      (self.name, self.key, self.hasConflicts) = (name, key, hasConflicts)
      let text = "'" + name.replacingScalars("'", with: "''") + "'"
      let table = name.quotedIdentifier
      let entry = "INSERT INTO \(ChangeLog.table) (name, key, was, tag)"
      // The collation of the key may take another spelling for the same.
      let moves = "NEW.\(key) IS NOT OLD.\(key) COLLATE BINARY"
      func trigger(_ kind: String, _ event: String, _ body: String) -> Part {
        let own = "livetables_\(name)_\(kind)"
        return Part(
          type: "trigger", name: own,
          sql: "CREATE TRIGGER \(own.quotedIdentifier) \(event) BEGIN \(body) END")
      }
      var triggers = [
        trigger("insert", "AFTER INSERT ON \(table)", "\(entry) VALUES (\(text), NEW.\(key), 0, random());"),
        trigger(
          "update", "AFTER UPDATE ON \(table)",
          """
          \(entry) VALUES (\(text), OLD.\(key), 1, random()); \
          \(entry) SELECT \(text), NEW.\(key), 0, random() WHERE \(moves);
          """),
        trigger("delete", "AFTER DELETE ON \(table)", "\(entry) VALUES (\(text), OLD.\(key), 1, random());"),
      ]
      if hasConflicts {
        let found = "\(entry) SELECT \(text), \(key), 1, random() FROM \(table) WHERE \(key) = NEW.\(key);"
        triggers += [
          trigger("insert_before", "BEFORE INSERT ON \(table)", found),
          trigger("update_before", "BEFORE UPDATE ON \(table) WHEN \(moves)", found),
        ]
      }
      self.triggers = triggers
    }
  }
}

extension DatabaseConnection {
  /// How the changes of a table are logged.
  ///
  /// - Throws: ``QueryError/cannotBeLogged(_:)`` if its rows cannot be listed by a key.
  func logged(_ table: String) throws -> ChangeLog.Logged {
    let names = try map(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name = \(table) COLLATE NOCASE"
    ) { try $0.decode(String.self, at: 0) }
    guard let name = names.first, name.lowercased() != ChangeLog.table, !name.hasPrefix("sqlite_"),
      let key = try rowKey(of: name)
    else { throw QueryError.cannotBeLogged(table) }
    // An index of a primary key is there beside rowids, and in tables without them.
    let indices = try value("SELECT count(*) FROM pragma_index_list(\(name)) WHERE \"unique\" <> 0", as: Int.self)
    return ChangeLog.Logged(name: name, key: key, hasConflicts: indices > 0)
  }

  /// The tables whose changes the log has, if it has those of all these tables and is as it was installed.
  func loggedTables(_ tables: Set<String>) throws -> [ChangeLog.Logged]? {
    if try !hasLog(of: []) { return nil }
    var logged: [ChangeLog.Logged] = []
    for table in tables {
      let type = try map("SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = \(table)") {
        try $0.decode(String.self, at: 0)
      }
      if type == ["view"] { continue }
      guard let one = try? self.logged(table) else { return nil }
      logged.append(one)
    }
    return try hasLog(of: logged) ? logged : nil
  }

  /// Whether the log and the triggers of some tables are as they were installed.
  ///
  /// It looks at the schema itself: a program that writes that (`PRAGMA writable_schema`) need not change its version.
  func hasLog(of tables: [ChangeLog.Logged]) throws -> Bool {
    let made = try logParts()
    return (ChangeLog.parts + tables.flatMap(\.triggers)).allSatisfy(made.contains)
  }

  /// Everything in the schema that may be a part of the log.
  func logParts() throws -> Set<ChangeLog.Part> {
    let found = try map(
      """
      SELECT type, name, sql FROM sqlite_schema \
      WHERE type IN ('table', 'trigger') AND name LIKE 'livetables\\_%' ESCAPE '\\' AND sql IS NOT NULL
      """
    ) { row in
      ChangeLog.Part(
        type: try row.decode(String.self, at: 0), name: try row.decode(String.self, at: 1),
        sql: try row.decode(String.self, at: 2))
    }
    return Set(found)
  }
}
#endif
