#if SQLite
// Information about tables and columns, from SQLite's schema.
extension DatabaseConnection {
  /// Returns the values in the first column of a query, whose values are text.
  func texts(of query: SQLQuery) throws -> [String] { try map(query) { try $0.decode(String.self, at: 0) } }

  /// Returns whether a query returns any rows.
  func hasRows(_ query: SQLQuery) throws -> Bool { try withStatement(query) { try $0.step() } }

  /// Returns the tables in which virtual tables store their data.
  func shadows(of tables: Set<String>) throws -> Set<String> {
    let all = try map("SELECT name, type FROM pragma_table_list WHERE schema = 'main'") { row in
      (name: try row.decode(String.self, at: 0), type: try row.decode(String.self, at: 1))
    }
    let virtual = all.filter { $0.type == "virtual" && tables.contains($0.name) }.map(\.name)
    return Set(
      all.filter { one in one.type == "shadow" && virtual.contains { one.name.hasPrefix($0 + "_") } }.map(\.name))
  }

  /// Returns the names of a table's columns, without hidden and generated columns.
  func columnNames(of table: String) throws -> [String] {
    try texts(of: "SELECT name FROM pragma_table_info(\(table))")
  }

  /// Returns whether a table is declared WITHOUT ROWID.
  func isWithoutRowID(_ table: String) throws -> Bool {
    try hasRows("SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = \(table) AND wr <> 0")
  }

  /// Returns the tables declared WITHOUT ROWID, and whether the preupdate hook can read the keys of their rows.
  ///
  /// Old versions of SQLite pass the wrong columns to the hook if they follow a virtual generated column.
  func tablesWithoutRowIDs() throws -> [(name: String, isListed: Bool)] {
    try map(
      """
      SELECT t.name, NOT EXISTS (
        SELECT 1 FROM pragma_table_xinfo(t.name) AS c, pragma_table_xinfo(t.name) AS k
        WHERE c.hidden = 2 AND k.pk > 0 AND c.cid < k.cid
      ) FROM pragma_table_list AS t WHERE t.schema = 'main' AND t.wr <> 0
      """
    ) { row in (name: try row.decode(String.self, at: 0), isListed: try row.decode(Bool.self, at: 1)) }
  }

  /// Returns the first column of a query that is the rowid of a table, and that table.
  func rowIDColumn(of select: SQLQuery) throws -> (name: String, table: String)? {
    for column in try resultColumns(of: "SELECT * FROM \(select.asTable)") where try isRowID(column) {
      return column.table.map { (column.name, $0) }
    }
    return nil
  }

  func isRowID(_ column: ResultColumn) throws -> Bool {
    guard let table = column.table, let origin = column.origin,
      try hasRows("SELECT 1 FROM pragma_table_list WHERE name = \(table) AND wr = 0 AND type = 'table'")
    else { return false }
    let keys = try map("SELECT name, type FROM pragma_table_info(\(table)) WHERE pk > 0") { row in
      (name: try row.decode(String.self, at: 0), type: try row.decode(String.self, at: 1))
    }
    if keys.count == 1, keys[0].name == origin {
      // A key with its own index is a separate column, as for `INTEGER PRIMARY KEY DESC`.
      let hasIndex = try hasRows("SELECT 1 FROM pragma_index_list(\(table)) WHERE origin = 'pk'")
      return !hasIndex && keys[0].type.uppercased() == "INTEGER"
    }
    let names = try texts(of: "SELECT name FROM pragma_table_xinfo(\(table))")
    return ["rowid", "oid", "_rowid_"].contains(origin.lowercased()) && !names.contains(origin)
  }

  /// Returns whether a column is the key of a table declared WITHOUT ROWID.
  func isKey(_ column: ResultColumn) throws -> Bool {
    guard let table = column.table, let origin = column.origin else { return false }
    return try isWithoutRowID(table) && keyColumn(of: table)?.name == origin
  }

  /// Returns the quoted key column of a table, or `nil` if the table does not have a single key column.
  ///
  /// A declared key column is used even if a column named `rowid` is added later.
  func rowKey(of table: String) throws -> String? {
    if try isWithoutRowID(table) { return try keyColumn(of: table)?.name.quotedIdentifier }
    for key in try texts(of: "SELECT name FROM pragma_table_xinfo(\(table)) WHERE pk > 0")
    where try isRowID(ResultColumn(name: key, table: table, origin: key)) {
      return key.quotedIdentifier
    }
    let names = try texts(of: "SELECT lower(name) FROM pragma_table_xinfo(\(table))")
    return ["_rowid_", "rowid", "oid"].first { !names.contains($0) }
  }

  /// Returns the only column of a table's primary key, and its position including generated columns.
  func keyColumn(of table: String) throws -> (name: String, position: Int)? {
    let keys = try map("SELECT name, cid FROM pragma_table_xinfo(\(table)) WHERE pk > 0") { row in
      (name: try row.decode(String.self, at: 0), position: try row.decode(Int.self, at: 1))
    }
    return keys.count == 1 ? keys[0] : nil
  }
}
#endif
