#if SQLite
internal import CSQLite

/// The properties of a query that depend on the schema, such as the tables that it reads.
///
/// A plan is valid for a single version of a file's schema.
struct QueryPlan: Sendable {
  struct Schema: Equatable, Sendable {
    private let version: Int64
    private let file: FileIdentity?

    init(of connection: DatabaseConnection) throws {
      version = try connection.schemaVersion()
      file = connection.identity
    }
  }

  let parts: QueryParts
  let schema: Schema
  /// The tables that the query reads, including the tables behind full-text tables.
  let tables: Set<String>
  /// The table whose rowid or key is the id column.
  let idTable: String?
  /// The columns of each table that the statement for the ids reads, or `nil` if they are not known.
  let idColumns: [String: ReadColumns]?
  let columns: [String]
  let searchColumns: [String]
  /// A description of how changes update the table, or the reason why they cannot.
  let keyed: Result<KeyedQuery, NotIncremental>
  /// The logged tables of the query, or `nil` if the change log does not cover all of its tables.
  let logged: [ChangeLog.Logged]?
  /// The order values of the row next to the page, at the time of the first read.
  let pageKey: [SQLiteValue]

  var ids: SQLQuery { (try? keyed.get().ids) ?? parts.ids(searchColumns: searchColumns, key: pageKey) }
  var wholeRows: SQLQuery { parts.wholeRows(columns, searchColumns: searchColumns, key: pageKey) }
  func row(_ id: RowID) -> SQLQuery { parts.row(id) }
  func rows(_ ids: some Collection<RowID>) -> SQLQuery { parts.rows(ids, searchColumns: searchColumns) }

  /// - Throws: ``QueryError/noColumn(_:available:)`` if the id or the group is not a column of the query, or
  ///   ``SQLiteError`` if the query is invalid.
  ///
  /// - Parameter known: The previous plan. A page keeps its position even if the row next to it is deleted or moved.
  init(_ parts: QueryParts, _ known: QueryPlan?, on connection: DatabaseConnection) throws {
    self.parts = parts
    schema = try Schema(of: connection)
    searchColumns = try Self.columns(of: parts.search?.table, on: connection)
    let all = try connection.access(of: "SELECT * FROM \(parts.select.asTable)")
    columns = all.columns.map(\.name)
    for name in [parts.id, parts.group].compactMap({ $0 })
    where !all.columns.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      throw QueryError.noColumn(name, available: columns)
    }
    pageKey = try Self.pageKey(of: parts, known, on: connection)
    let rows = try connection.access(of: parts.rows([RowID(integer: 0)], searchColumns: searchColumns))
    let ids = try connection.access(of: parts.ids(searchColumns: searchColumns, key: pageKey))
    let read = Set(rows.reads.keys).union(ids.reads.keys)
    tables = try read.union(connection.shadows(of: read))
    let id = all.columns.first { $0.name.lowercased() == parts.id.lowercased() }
    let rowIDTable = try id.flatMap { try connection.isRowID($0) ? $0.table : nil }
    let keyTable = try rowIDTable ?? id.flatMap { try connection.isKey($0) ? $0.table : nil }
    idTable = keyTable
    keyed = try Self.keyed(parts, id, keyTable, on: connection)
    let order = (try? keyed.get().ids) ?? parts.ids(searchColumns: searchColumns, key: pageKey)
    idColumns = try connection.readColumns(of: order)
    logged = try connection.loggedTables(tables)
  }

  /// - Throws: Errors other than those that the statements themselves cause.
  private static func keyed(
    _ parts: QueryParts, _ id: ResultColumn?, _ table: String?, on connection: DatabaseConnection
  ) throws -> Result<KeyedQuery, NotIncremental> {
    let key = table.flatMap { table in id?.origin.map { (table: table, column: $0) } }
    do {
      return .success(try KeyedQuery(parts, key: key, on: connection))
    } catch let reason as NotIncremental {
      return .failure(reason)
    } catch let error as SQLiteError where !error.isBusy && !error.isInterrupt {
      return .failure(NotIncremental("SQLite says “\(error.message)”"))
    }
  }

  private static func pageKey(
    of parts: QueryParts, _ known: QueryPlan?, on connection: DatabaseConnection
  ) throws -> [SQLiteValue] {
    guard let page = parts.page else { return [] }
    if parts.orderTerms.isEmpty { throw QueryError.pageWithoutOrder }
    guard let row = page.start.neighbour else { return [] }
    if let known, known.parts.page == page, known.parts.pageOrder == parts.pageOrder, known.parts.select == parts.select
    {
      return known.pageKey
    }
    guard let key = try connection.map(parts.pageKey(of: row), { $0.values }).first else {
      throw QueryError.noRow(row)
    }
    return key
  }

  private static func columns(of table: String?, on connection: DatabaseConnection) throws -> [String] {
    guard let table else { return [] }
    return try connection.map("SELECT name FROM pragma_table_info(\(table))") { try $0.decode(String.self, at: 0) }
  }

  /// Returns whether changes may affect the ids or their order, rather than only the contents of rows.
  func mayMoveRows(_ changes: DatabaseChanges) -> Bool {
    guard !changes.isForeign, !changes.hasOtherSchema, let idColumns else { return true }
    return changes.tables.contains { table, change in
      guard let read = idColumns[table] else { return false }
      guard !change.hasOtherRows, case .these(let columns) = read else { return true }
      return !change.columns.isDisjoint(with: columns)
    }
  }

  func changedIDs(_ changes: DatabaseChanges) -> Set<RowID> {
    guard let idTable, let rows = changes.tables[idTable]?.rows else { return [] }
    return rows
  }
}

// MARK: - Information from SQLite

/// A result column of a statement, with the table column that it returns.
struct ResultColumn {
  let name: String
  /// The name of the table, or `nil` if the column is an expression.
  let table: String?
  /// The name of the column in the table, or `nil` if the column is an expression.
  let origin: String?
}

/// The columns that a statement reads, as collected by SQLite's authorizer.
private final class ReadCollector {
  /// The names of the read columns, by table.
  var reads: [String: Set<String>] = [:]
}

extension DatabaseConnection {
  /// Prepares a statement, and returns the columns that it reads.
  fileprivate func access(of query: SQLQuery) throws -> (reads: [String: Set<String>], columns: [ResultColumn]) {
    // Preparing a statement uses the last known schema, and running one reads a changed schema.
    _ = try map("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in true }
    let access = ReadCollector()
    sqlite3_set_authorizer(
      handle,
      { context, action, table, column, schema, _ in
        guard action == SQLITE_READ, let context, let table else { return SQLITE_OK }
        Unmanaged<ReadCollector>.fromOpaque(context).takeUnretainedValue()
          .reads[String(cString: table), default: []].insert(column.map { String(cString: $0) } ?? "")
        return SQLITE_OK
      }, Unmanaged.passUnretained(access).toOpaque())
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
    return (access.reads, columns)
  }

  /// Returns the tables in which virtual tables store their data.
  fileprivate func shadows(of tables: Set<String>) throws -> Set<String> {
    let all = try map("SELECT name, type FROM pragma_table_list WHERE schema = 'main'") { row in
      (name: try row.decode(String.self, at: 0), type: try row.decode(String.self, at: 1))
    }
    let virtual = all.filter { $0.type == "virtual" && tables.contains($0.name) }.map(\.name)
    return Set(
      all.filter { one in one.type == "shadow" && virtual.contains { one.name.hasPrefix($0 + "_") } }.map(\.name))
  }

  /// Returns the first column of a query that is the rowid of a table, and that table.
  func rowIDColumn(of select: SQLQuery) throws -> (name: String, table: String)? {
    for column in try access(of: "SELECT * FROM \(select.asTable)").columns where try isRowID(column) {
      return column.table.map { (column.name, $0) }
    }
    return nil
  }

  func isRowID(_ column: ResultColumn) throws -> Bool {
    guard let table = column.table, let origin = column.origin else { return false }
    let keys = try map("SELECT name, type FROM pragma_table_info(\(table)) WHERE pk > 0") { row in
      (name: try row.decode(String.self, at: 0), type: try row.decode(String.self, at: 1))
    }
    let rowIDTables = try map("SELECT 1 FROM pragma_table_list WHERE name = \(table) AND wr = 0 AND type = 'table'") {
      _ in true
    }
    if rowIDTables.isEmpty { return false }
    if keys.count == 1, keys[0].name == origin {
      // A key with its own index is a separate column, as for `INTEGER PRIMARY KEY DESC`.
      let indices = try map("SELECT 1 FROM pragma_index_list(\(table)) WHERE origin = 'pk'") { _ in true }
      return indices.isEmpty && keys[0].type.uppercased() == "INTEGER"
    }
    let columns = try map("SELECT name FROM pragma_table_xinfo(\(table))") { try $0.decode(String.self, at: 0) }
    return ["rowid", "oid", "_rowid_"].contains(origin.lowercased()) && !columns.contains(origin)
  }

  /// Returns whether a column is the key of a table declared WITHOUT ROWID.
  fileprivate func isKey(_ column: ResultColumn) throws -> Bool {
    guard let table = column.table, let origin = column.origin else { return false }
    let isKeyed = try value(
      "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND name = \(table) AND wr <> 0", as: Int.self)
    return try isKeyed > 0 && keyColumn(of: table)?.name == origin
  }

  /// Returns the columns of each table that a statement's program reads, including columns of the indexes that it uses.
  ///
  /// The authorizer reports too many columns: all columns of `SELECT *`, even if the outer query uses only a few.
  ///
  /// - Returns: The columns, or `nil` if the statement reads virtual tables, whose columns are not known.
  fileprivate func readColumns(of query: SQLQuery) throws -> [String: ReadColumns]? {
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
    let hidden = try value("SELECT count(*) FROM pragma_table_xinfo(\(table)) WHERE hidden <> 0", as: Int.self)
    let isKeyed = try value(
      "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND name = \(table) AND wr <> 0", as: Int.self)
    return hidden == 0 && isKeyed == 0
  }

  /// Returns the columns of an index, or all columns if the index has a condition or an expression.
  private func columns(ofIndex index: String, of table: String) throws -> ReadColumns {
    let isPartial = try value(
      "SELECT count(*) FROM pragma_index_list(\(table)) WHERE name = \(index) AND partial <> 0", as: Int.self)
    let columns = try map("SELECT cid FROM pragma_index_xinfo(\(index))") { try $0.decode(Int.self, at: 0) }
    if isPartial != 0 || columns.contains(-2) { return .all }
    return .these(Set(columns.filter { $0 >= 0 }))
  }
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
#endif
