#if SQLite
/// A database table in which triggers record the rows that any program changes.
///
/// Rows are recorded by key, in the order of their changes. Programs that write to the tables trim the log to its
/// newest ``kept`` entries. A reader that has missed older entries reads the full query result again.
///
/// The triggers name only the key column, so changes to other columns do not break them. Updated and deleted rows are
/// recorded before the change, because another program's trigger may end the statement after it (`RAISE(IGNORE)`, `OR
/// FAIL`). Inserted rows have no key before the change, and `REPLACE` deletes conflicting rows without firing triggers.
/// Therefore, an entry also records whether a row with its key existed, and ``LogMoment`` counts the rows.
enum ChangeLog {
  static let table = "livetables_log"
  /// The minimum number of log entries that are kept.
  static let kept = 10_000

  /// The parts of the log, in which `tag` distinguishes entries that have the same number in copies of the file.
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

  /// A table or trigger of the log, along with the statement that created it.
  struct Part: Hashable, Sendable {
    let type: String
    let name: String
    let sql: String
  }

  struct Logged: Hashable, Sendable {
    let name: String
    let key: String
    /// Whether a conflict can delete a row whose key differs, if only in spelling, from the inserted row's key.
    let hasConflicts: Bool
    /// Whether another program's trigger can prevent an insertion from being recorded.
    let hasOtherTriggers: Bool
    /// Whether the rows must be counted because rows can be inserted or deleted without a log entry.
    var isCounted: Bool { hasConflicts || hasOtherTriggers }
    let triggers: [Part]

    init(name: String, key: String, hasConflicts: Bool, hasOtherTriggers: Bool) {
      (self.name, self.key, self.hasConflicts) = (name, key, hasConflicts)
      self.hasOtherTriggers = hasOtherTriggers
      let text = "'" + name.replacingScalars("'", with: "''") + "'"
      let table = name.quotedIdentifier
      let entry = "INSERT INTO \(ChangeLog.table) (name, key, was, tag)"
      // The collation of the key may treat a different spelling as equal.
      let moves = "NEW.\(key) IS NOT OLD.\(key) COLLATE BINARY"
      func trigger(_ kind: String, _ event: String, _ body: String) -> Part {
        let own = "livetables_\(name)_\(kind)"
        return Part(
          type: "trigger", name: own,
          sql: "CREATE TRIGGER \(own.quotedIdentifier) \(event) BEGIN \(body) END")
      }
      var triggers = [
        trigger("insert", "AFTER INSERT ON \(table)", "\(entry) VALUES (\(text), NEW.\(key), 0, random());"),
        trigger("update", "BEFORE UPDATE ON \(table)", "\(entry) VALUES (\(text), OLD.\(key), 1, random());"),
        trigger(
          "move", "AFTER UPDATE ON \(table) WHEN \(moves)", "\(entry) VALUES (\(text), NEW.\(key), 0, random());"),
        trigger("delete", "BEFORE DELETE ON \(table)", "\(entry) VALUES (\(text), OLD.\(key), 1, random());"),
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
  /// Returns how changes to a table are logged.
  ///
  /// - Throws: ``QueryError/cannotBeLogged(_:)`` if the table does not have a single-column key.
  func logged(_ table: String) throws -> ChangeLog.Logged {
    let names = try texts(
      of: """
        SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name = \(table) COLLATE NOCASE
        """)
    guard let name = names.first, name.lowercased() != ChangeLog.table, !name.hasPrefix("sqlite_"),
      let key = try rowKey(of: name)
    else { throw QueryError.cannotBeLogged(table) }
    // Also finds the index of the primary key, both for tables without a rowid and for primary keys other than the
    // rowid.
    let hasConflicts = try hasRows("SELECT 1 FROM pragma_index_list(\(name)) WHERE \"unique\" <> 0")
    let hasOtherTriggers = try hasRows(
      """
      SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = \(name) COLLATE NOCASE \
      AND name NOT LIKE 'livetables\\_%' ESCAPE '\\'
      """)
    return ChangeLog.Logged(name: name, key: key, hasConflicts: hasConflicts, hasOtherTriggers: hasOtherTriggers)
  }

  /// Returns how the given tables are logged, or `nil` if any of them is not logged or if the log has been altered.
  func loggedTables(_ tables: Set<String>) throws -> [ChangeLog.Logged]? {
    if try !hasLog(of: []) { return nil }
    var logged: [ChangeLog.Logged] = []
    for table in tables {
      if try hasRows("SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = \(table) AND type = 'view'") {
        continue
      }
      guard let one = try? self.logged(table) else { return nil }
      logged.append(one)
    }
    return try hasLog(of: logged) ? logged : nil
  }

  /// Returns whether the log and the triggers of the given tables are unaltered, and the log has no other triggers.
  ///
  /// The schema is read, because `PRAGMA writable_schema` allows edits that do not change the schema version.
  func hasLog(of tables: [ChangeLog.Logged]) throws -> Bool {
    let made = try logParts()
    let count = try value(
      "SELECT count(*) FROM sqlite_schema WHERE tbl_name = \(ChangeLog.table) COLLATE NOCASE", as: Int.self)
    return count == ChangeLog.parts.count && (ChangeLog.parts + tables.flatMap(\.triggers)).allSatisfy(made.contains)
  }

  /// Returns the tables and triggers whose names match the parts of a log.
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
