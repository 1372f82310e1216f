#if SQLite
import LiveTables

/// A table in which triggers note which rows change, whatever program changes them.
///
/// Rows are listed by their keys, in the order of their changes. The log is shortened by those who write: what is more
/// than ``kept`` changes old goes, and a reader that has missed it reads its query as a whole. So readers write nothing
/// and none of them can lose anything for another, and one that is killed leaves nothing behind.
///
/// A reader believes the log only if its triggers are what they were installed as and no entry is missing: their numbers
/// have no gaps up to the newest that was given. Any change of the schema makes it look again.
enum ChangeLog {
  static let table = "livetables_log"
  /// How many changes are kept, at least.
  static let kept = 10_000

  /// The statements that make the log itself, by the names of what they make.
  static let log: [(name: String, sql: String)] = [
    (
      table,
      "CREATE TABLE \(table) (seq INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, key NOT NULL)"
    ),
    (
      "livetables_log_trim",
      """
      CREATE TRIGGER livetables_log_trim AFTER INSERT ON \(table) WHEN NEW.seq % 1000 = 0 BEGIN \
      DELETE FROM \(table) WHERE seq <= NEW.seq - \(kept); END
      """
    ),
    (
      "livetables_log_stay",
      """
      CREATE TRIGGER livetables_log_stay BEFORE UPDATE ON \(table) BEGIN \
      SELECT RAISE(ABORT, 'entries of the change log do not change'); END
      """
    ),
  ]
}

extension DatabaseConnection {
  /// The statement that has made something.
  func definition(of name: String) throws -> String? {
    try map("SELECT sql FROM sqlite_schema WHERE name = \(name)") { try $0.decode(String.self, at: 0) }.first
  }

  /// The triggers of a table, by their names.
  func logTriggers(for table: String) throws -> [(name: String, sql: String)] {
    let names = try map(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name = \(table) COLLATE NOCASE"
    ) { try $0.decode(String.self, at: 0) }
    guard let table = names.first, table != ChangeLog.table, !table.hasPrefix("sqlite_"),
      let key = try rowKey(of: table)
    else { throw QueryError.cannotBeLogged(table) }
    let entry = "INSERT INTO \(ChangeLog.table) (name, key)"
    let name = "'" + table.replacingScalars("'", with: "''") + "'"
    func trigger(_ kind: String, _ event: String, _ body: String) -> (name: String, sql: String) {
      let own = "livetables_\(table)_\(kind)"
      return (
        own, "CREATE TRIGGER \(own.quotedIdentifier) \(event) ON \(table.quotedIdentifier) BEGIN \(body) END"
      )
    }
    var triggers = [
      trigger("insert", "AFTER INSERT", "\(entry) VALUES (\(name), NEW.\(key));"),
      trigger(
        "update", "AFTER UPDATE",
        "\(entry) VALUES (\(name), OLD.\(key)); \(entry) SELECT \(name), NEW.\(key) WHERE NEW.\(key) IS NOT OLD.\(key);"
      ),
      trigger("delete", "AFTER DELETE", "\(entry) VALUES (\(name), OLD.\(key));"),
    ]
    // REPLACE deletes rows without their triggers: those that are equal in a unique index.
    let conflicts = try uniqueConditions(of: table)
    if !conflicts.isEmpty {
      let body = conflicts.map { "\(entry) SELECT \(name), \(key) FROM \(table.quotedIdentifier) WHERE \($0);" }
      triggers.append(trigger("insert_conflicts", "BEFORE INSERT", body.joined(separator: " ")))
      triggers.append(trigger("update_conflicts", "BEFORE UPDATE", body.joined(separator: " ")))
    }
    return triggers
  }

  /// Which rows a new one would be in conflict with, for each unique index.
  ///
  /// That of the key counts, too: keys that are equal by its collation can be different texts.
  private func uniqueConditions(of table: String) throws -> [String] {
    let indices = try map(
      "SELECT name FROM pragma_index_list(\(table)) WHERE \"unique\" <> 0 ORDER BY origin = 'pk', seq"
    ) {
      try $0.decode(String.self, at: 0)
    }
    return try indices.map { index in
      let columns = try map("SELECT name, coll FROM pragma_index_xinfo(\(index)) WHERE key <> 0") { row in
        (name: try row.decode(String?.self, at: 0), collation: try row.decode(String.self, at: 1))
      }
      let terms = try columns.map { column in
        guard let name = column.name else { throw QueryError.cannotBeLogged(table) }
        return "\(name.quotedIdentifier) = NEW.\(name.quotedIdentifier) COLLATE \(column.collation.quotedIdentifier)"
      }
      return terms.joined(separator: " AND ")
    }
  }

  /// Whether other programs note which rows of all these tables they change.
  func hasChangeLog(for tables: Set<String>) throws -> Bool {
    for statement in ChangeLog.log where try definition(of: statement.name) != statement.sql { return false }
    for table in tables {
      let type = try map("SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = \(table)") {
        try $0.decode(String.self, at: 0)
      }
      if type == ["view"] { continue }
      guard let triggers = try? logTriggers(for: table) else { return false }
      for trigger in triggers where try definition(of: trigger.name) != trigger.sql { return false }
    }
    return true
  }

  /// The number of the newest entry.
  func logPosition() throws -> Int64 {
    try map("SELECT seq FROM sqlite_sequence WHERE name = \(ChangeLog.table)") {
      try $0.decode(Int64.self, at: 0)
    }.first ?? 0
  }

  /// What the log says has changed since a state.
  ///
  /// - Throws: ``NotIncremental`` if entries are missing, or there are too many.
  func loggedChanges(since position: Int64, limit: Int) throws -> DatabaseChanges {
    let newest = try logPosition()
    guard newest >= position else { throw NotIncremental("the change log is another one") }
    guard newest - position <= Int64(limit) * 4 else { throw NotIncremental("too many rows have changed") }
    var changes = DatabaseChanges()
    var count: Int64 = 0
    try forEach("SELECT name, key, seq FROM \(identifier: ChangeLog.table) WHERE seq > \(position)") { row in
      count += 1
      guard let key = row[1], !key.isNull, let seq = row[2]?.integerValue, seq <= newest else {
        throw NotIncremental("the change log is damaged")
      }
      let name = try row.decode(String.self, at: 0)
      changes.tables[name, default: .init(hasOtherRows: true)].rows?.insert(RowID(key))
    }
    guard count == newest - position else { throw NotIncremental("the change log has gaps") }
    return changes
  }
}

extension DatabaseValue {
  fileprivate var integerValue: Int64? { if case .integer(let number) = self { number } else { nil } }
}
#endif
