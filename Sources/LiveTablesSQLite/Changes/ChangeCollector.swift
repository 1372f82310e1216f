#if SQLite
internal import CSQLite
internal import Foundation

/// Collects the rows that a connection changes, until the changes are committed.
///
/// The preupdate hook reports every changed row, including rows changed by triggers and foreign keys, and rows of the
/// tables behind a full-text table.
final class ChangeCollector {
  private var changes = DatabaseChanges()
  /// The key column of each table declared WITHOUT ROWID, or `nil` if the key has several columns or is unknown.
  private var keys: [String: Int32?] = [:]
  /// The nullable columns with a default value, for which the hook reports `NULL` in rows older than the column.
  private var defaults: [String: Set<Int32>] = [:]
  /// The schema version that `keys` and `defaults` belong to.
  private(set) var schema: Int64?
  private var last: (name: String, change: DatabaseChanges.InTable)?
  private(set) var hasCommitted = false

  /// Installs the hooks, which require this object to outlive the connection.
  func install(on connection: OpaquePointer) {
    schema = nil
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_preupdate_hook(
      connection,
      { context, connection, operation, schema, table, oldRow, newRow in
        guard let context, let connection, let table, let schema, strcmp(schema, "main") == 0 else { return }
        Unmanaged<ChangeCollector>.fromOpaque(context).takeUnretainedValue()
          .note(operation, of: table, connection, oldRow, newRow)
      }, context)
    sqlite3_commit_hook(
      connection,
      { context in
        guard let context else { return 0 }
        Unmanaged<ChangeCollector>.fromOpaque(context).takeUnretainedValue().hasCommitted = true
        return 0
      }, context)
  }

  /// Reads the tables without a rowid and the columns with a default, if the schema has changed.
  func learn(_ connection: DatabaseConnection) throws {
    let version = try connection.schemaVersion()
    if version == schema { return }
    (keys, schema) = ([:], nil)
    for (name, isListed) in try connection.tablesWithoutRowIDs() {
      keys[name] = .some(isListed ? try connection.keyColumn(of: name).map { Int32($0.position) } : nil)
    }
    let columns = try connection.map(
      """
      SELECT t.name, c.cid FROM pragma_table_list AS t, pragma_table_xinfo(t.name) AS c
      WHERE t.schema = 'main' AND t.type = 'table' AND c.dflt_value IS NOT NULL AND NOT c."notnull"
      """
    ) { row in (table: try row.decode(String.self, at: 0), column: try row.decode(Int32.self, at: 1)) }
    defaults = Dictionary(grouping: columns, by: \.table).mapValues { Set($0.map(\.column)) }
    schema = version
  }

  /// Returns the changes of committed transactions, and removes all collected changes.
  func take() -> DatabaseChanges {
    store()
    defer {
      changes = DatabaseChanges()
      hasCommitted = false
    }
    return hasCommitted ? changes : DatabaseChanges()
  }

  private func store() {
    if let last { changes.tables[last.name, default: DatabaseChanges.InTable()].merge(last.change) }
    last = nil
  }

  private func note(
    _ operation: Int32, of table: UnsafePointer<CChar>, _ connection: OpaquePointer, _ oldRow: Int64, _ newRow: Int64
  ) {
    if last == nil || !last!.name.hasBytes(of: table) {
      store()
      last = (String(cString: table), DatabaseChanges.InTable())
    }
    guard last?.change.rows != nil else { return }
    if operation != SQLITE_UPDATE || oldRow != newRow {
      last?.change.hasOtherRows = true
    } else {
      noteColumns(of: connection)
    }
    if operation != SQLITE_INSERT { insert(rowID(in: connection, oldRow, sqlite3_preupdate_old)) }
    if operation != SQLITE_DELETE { insert(rowID(in: connection, newRow, sqlite3_preupdate_new)) }
    if last?.change.rows?.count ?? 0 > DatabaseChanges.rowLimit {
      last?.change.rows = nil
      last?.change.hasOtherRows = true
    }
  }

  private func insert(_ row: RowID?) {
    if let row {
      last?.change.rows?.insert(row)
    } else {
      last?.change.rows = nil
      last?.change.hasOtherRows = true
    }
  }

  /// Returns the rowid of a row, or its key in a table declared WITHOUT ROWID.
  private func rowID(
    in connection: OpaquePointer, _ row: Int64,
    _ value: (OpaquePointer, Int32, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) -> RowID? {
    guard let name = last?.name, let key = keys[name] else { return RowID(integer: row) }
    var found: OpaquePointer?
    guard let key, value(connection, key, &found) == SQLITE_OK, let found else { return nil }
    return RowID(SQLiteValue(found))
  }

  private func noteColumns(of connection: OpaquePointer) {
    for column in 0..<sqlite3_preupdate_count(connection) {
      if last?.change.columns.contains(Int(column)) == true { continue }
      var old: OpaquePointer?
      var new: OpaquePointer?
      guard sqlite3_preupdate_old(connection, column, &old) == SQLITE_OK,
        sqlite3_preupdate_new(connection, column, &new) == SQLITE_OK, let old, let new, Self.areEqual(old, new),
        sqlite3_value_type(new) != SQLITE_NULL || !hasDefault(column)
      else {
        last?.change.columns.insert(Int(column))
        continue
      }
    }
  }

  private func hasDefault(_ column: Int32) -> Bool { last.flatMap { defaults[$0.name]?.contains(column) } ?? false }

  private static func areEqual(_ one: OpaquePointer, _ two: OpaquePointer) -> Bool {
    let type = sqlite3_value_type(one)
    guard type == sqlite3_value_type(two) else { return false }
    switch type {
    case SQLITE_INTEGER: return sqlite3_value_int64(one) == sqlite3_value_int64(two)
    case SQLITE_FLOAT: return sqlite3_value_double(one) == sqlite3_value_double(two)
    case SQLITE_NULL: return true
    default:
      let (first, second) = (sqlite3_value_blob(one), sqlite3_value_blob(two))
      let count = sqlite3_value_bytes(one)
      guard count == sqlite3_value_bytes(two) else { return false }
      guard let first, let second else { return true }
      return memcmp(first, second, Int(count)) == 0
    }
  }
}

extension SQLiteValue {
  fileprivate init(_ value: OpaquePointer) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let text = sqlite3_value_text(value)  // before the count, because this converts UTF-16
      let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(value)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(value)
      self = .blob(Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))))
    default: self = .null
    }
  }
}

extension String {
  fileprivate func hasBytes(of text: UnsafePointer<CChar>) -> Bool {
    var index = 0
    for byte in utf8 {
      if UInt8(bitPattern: text[index]) != byte { return false }
      index += 1
    }
    return text[index] == 0
  }
}
#endif
