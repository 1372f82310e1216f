#if SQLite
internal import CSQLite

/// A result column of a statement, with the table column that it returns.
struct ResultColumn {
  let name: String
  /// The name of the table, or `nil` if the column is an expression.
  let table: String?
  /// The name of the column in the table, or `nil` if the column is an expression.
  let origin: String?
}

/// The columns of a single table that a statement reads.
enum ReadColumns: Equatable, Sendable {
  case all
  /// The positions of the columns in the table.
  case these(Set<Int>)

  fileprivate mutating func formUnion(_ other: ReadColumns) {
    guard case .these(let own) = self, case .these(let more) = other else { return self = .all }
    self = .these(own.union(more))
  }
}

/// The tables that a statement reads, as collected by SQLite's authorizer.
private final class ReadCollector {
  var tables: Set<String> = []
}

extension DatabaseConnection {
  /// Returns the tables that a statement reads.
  func tablesRead(by query: SQLQuery) throws -> Set<String> { try access(of: query).tables }

  func resultColumns(of query: SQLQuery) throws -> [ResultColumn] { try access(of: query).columns }

  private func access(of query: SQLQuery) throws -> (tables: Set<String>, columns: [ResultColumn]) {
    // Preparing a statement uses the last known schema, and running one reads a changed schema.
    _ = try hasRows("SELECT 1 FROM sqlite_schema")
    let collector = ReadCollector()
    sqlite3_set_authorizer(
      handle,
      { context, action, table, _, _, _ in
        guard action == SQLITE_READ, let context, let table else { return SQLITE_OK }
        Unmanaged<ReadCollector>.fromOpaque(context).takeUnretainedValue().tables.insert(String(cString: table))
        return SQLITE_OK
      }, Unmanaged.passUnretained(collector).toOpaque())
    defer { sqlite3_set_authorizer(handle, nil, nil) }
    guard let statement = try Statement(query.sql, on: handle, isKept: false) else {
      throw QueryError.noRows(query.sql)
    }
    let columns = statement.columns.enumerated().map { position, name in
      ResultColumn(
        name: name,
        table: sqlite3_column_table_name(statement.pointer, Int32(position)).map { String(cString: $0) },
        origin: sqlite3_column_origin_name(statement.pointer, Int32(position)).map { String(cString: $0) })
    }
    return (collector.tables, columns)
  }

  /// Returns the columns of each table that a statement's program reads, including columns of the indexes that it uses.
  ///
  /// The authorizer reports too many columns: all columns of `SELECT *`, even if the outer query uses only a few.
  ///
  /// - Returns: The columns, or `nil` for virtual tables.
  func readColumns(of query: SQLQuery) throws -> [String: ReadColumns]? {
    let program = try map("EXPLAIN \(query)") { row in
      (
        code: try row.value("opcode", as: String.self), p1: try row.value("p1", as: Int.self),
        p2: try row.value("p2", as: Int.self), p3: try row.value("p3", as: Int.self)
      )
    }
    if program.contains(where: { $0.code == "VOpen" }) { return nil }
    let trees = try map("SELECT rootpage, name, tbl_name FROM sqlite_schema WHERE rootpage > 0") { row in
      (
        root: try row.decode(Int.self, at: 0), name: try row.decode(String.self, at: 1),
        table: try row.decode(String.self, at: 2)
      )
    }
    var read: [String: ReadColumns] = [:]
    var cursors: [Int: Set<String>] = [:]
    for step in program where ["OpenRead", "ReopenIdx"].contains(step.code) {
      guard step.p3 == 0, let tree = trees.first(where: { $0.root == step.p2 }) else { return nil }
      if read[tree.table] == nil { read[tree.table] = try hasPlainRows(tree.table) ? ReadColumns.these([]) : .all }
      if tree.name == tree.table {
        cursors[step.p1, default: []].insert(tree.table)
      } else {
        read[tree.table]?.formUnion(try columns(ofIndex: tree.name, of: tree.table))
      }
    }
    for step in program where step.code == "Column" {
      for table in cursors[step.p1] ?? [] { read[table]?.formUnion(.these([step.p2])) }
    }
    return read
  }

  /// Returns whether the stored columns of a table match its declaration.
  private func hasPlainRows(_ table: String) throws -> Bool {
    try !hasRows("SELECT 1 FROM pragma_table_xinfo(\(table)) WHERE hidden <> 0") && !isWithoutRowID(table)
  }

  /// Returns the columns of an index, or all columns if the index has a condition or an expression.
  private func columns(ofIndex index: String, of table: String) throws -> ReadColumns {
    let isPartial = try hasRows("SELECT 1 FROM pragma_index_list(\(table)) WHERE name = \(index) AND partial <> 0")
    let columns = try map("SELECT cid FROM pragma_index_xinfo(\(index))") { try $0.decode(Int.self, at: 0) }
    if isPartial || columns.contains(-2) { return .all }
    return .these(Set(columns.filter { $0 >= 0 }))
  }

  /// Returns whether a statement finds its rows with an index.
  func isSeek(_ query: SQLQuery) throws -> Bool {
    let steps = try map("EXPLAIN QUERY PLAN \(query)") { try $0.value("detail", as: String.self) }
    return !steps.contains { step in
      let words = step.split(separator: " ")
      if step.contains("AUTOMATIC") { return true }
      return words.first == "SCAN" && words.count > 1 && words[1] != "q" && words[1] != "CONSTANT"
        && !words[1].hasPrefix("(")
    }
  }
}
#endif
