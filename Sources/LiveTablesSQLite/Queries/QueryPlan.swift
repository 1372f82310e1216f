#if SQLite
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
  /// The query by which changes update the table, or the reason why they cannot.
  let keyed: Result<KeyedQuery, NotIncremental>
  /// The logged tables of the query, or `nil` if the change log does not cover all of its tables.
  let logged: [ChangeLog.Logged]?
  /// The order values of the row next to the page, at the time of the first read.
  let pageKey: [SQLiteValue]

  var ids: SQLQuery { (try? keyed.get().ids) ?? parts.ids(searchColumns: searchColumns, key: pageKey) }
  var wholeRows: SQLQuery {
    // A keyed query does not search, so its highlights are the texts themselves.
    (try? keyed.get().rows(columns, parts.highlights([])))
      ?? parts.wholeRows(columns, searchColumns: searchColumns, key: pageKey)
  }
  func row(_ id: RowID) -> SQLQuery { parts.row(id) }
  func rows(_ ids: some Collection<RowID>) -> SQLQuery { parts.rows(ids, searchColumns: searchColumns) }

  /// - Parameter known: The previous plan, from which a page keeps its position if the row next to it is deleted or moved.
  /// - Throws: ``QueryError/noColumn(_:available:)`` if the id or the group is not a column of the query, or
  ///   ``SQLiteError`` if the query is invalid.
  init(_ parts: QueryParts, _ known: QueryPlan?, on connection: DatabaseConnection) throws {
    self.parts = parts
    schema = try Schema(of: connection)
    searchColumns = try parts.search.map { try connection.columnNames(of: $0.table) } ?? []
    let resultColumns = try connection.resultColumns(of: "SELECT * FROM \(parts.select.asTable)")
    columns = resultColumns.map(\.name)
    for name in [parts.id, parts.group].compactMap({ $0 })
    where !columns.contains(where: { $0.lowercased() == name.lowercased() }) {
      throw QueryError.noColumn(name, available: columns)
    }
    pageKey = try Self.pageKey(of: parts, known, on: connection)
    let ids = parts.ids(searchColumns: searchColumns, key: pageKey)
    let read = try connection.tablesRead(by: parts.rows([RowID(integer: 0)], searchColumns: searchColumns))
      .union(connection.tablesRead(by: ids))
    tables = try read.union(connection.shadows(of: read))
    let id = resultColumns.first { $0.name.lowercased() == parts.id.lowercased() }
    let rowIDTable = try id.flatMap { try connection.isRowID($0) ? $0.table : nil }
    let keyTable = try rowIDTable ?? id.flatMap { try connection.isKey($0) ? $0.table : nil }
    idTable = keyTable
    keyed = try Self.keyed(parts, id, keyTable, on: connection)
    idColumns = try connection.readColumns(of: (try? keyed.get().ids) ?? ids)
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

extension DatabaseConnection {
  /// Returns the plan of a query, which is the known plan if it is still valid.
  func plan(_ parts: QueryParts, _ known: QueryPlan?) throws -> QueryPlan {
    if let known, known.parts == parts, known.schema == (try QueryPlan.Schema(of: self)) { return known }
    return try QueryPlan(parts, known, on: self)
  }
}
#endif
