#if SQLite
internal import LiveTables

/// A row of a query, along with the values that determine its position.
struct KeyedRow: Sendable {
  let id: RowID
  let group: SQLiteValue
  let values: [SQLiteValue]
}

extension DatabaseConnection {
  /// Returns the query's rows that have the given ids, in no particular order.
  ///
  /// - Throws: ``NotIncremental`` if several rows have the same id.
  func keyedRows(_ query: KeyedQuery, _ ids: some Collection<RowID>) throws -> [KeyedRow] {
    if ids.isEmpty { return [] }
    let row = query.row
    var found: [KeyedRow] = []
    try withStatement(SQLQuery(sql: row.sql + "?", arguments: row.arguments + [.null])) { statement in
      for id in ids {
        statement.reset()
        try statement.bind(row.arguments + [id.value])
        guard try statement.step() else { continue }
        found.append(
          KeyedRow(
            id: try statement.rowID(), group: statement.value(at: 1),
            values: query.terms.indices.map { statement.value(at: 2 + $0) }))
        if try statement.step() { throw NotIncremental("several rows have one id") }
      }
    }
    if Set(found.map(\.id)).count < found.count { throw NotIncremental("several rows have one id") }
    return found
  }

  /// Returns the ids of the query's rows that depend on the given rows of a table.
  func ids(madeOf keys: Set<RowID>, by query: SQLQuery) throws -> Set<RowID> {
    var found: Set<RowID> = []
    try withStatement(SQLQuery(sql: query.sql + "?", arguments: query.arguments + [.null])) { statement in
      for key in keys {
        statement.reset()
        try statement.bind(query.arguments + [key.value])
        while try statement.step() {
          if statement.isNull(at: 0) { throw NotIncremental("an id is NULL") }
          found.insert(try statement.rowID())
        }
      }
    }
    return found
  }
}

/// Finds positions in a table by the order of its query, using about twenty comparisons for a million rows.
///
/// The table must be the query's result in the state that the connection sees.
struct RowPositions {
  private let query: SQLQuery
  private let statement: Statement

  /// Runs a body that compares rows in the state that a connection sees.
  static func with<Result>(
    _ query: KeyedQuery, _ connection: DatabaseConnection, _ body: (RowPositions) throws -> Result
  ) throws -> Result {
    let comparison = query.comparison
    let nulls = [SQLiteValue](repeating: .null, count: query.terms.count)
    let sql = SQLQuery(sql: comparison.sql + "?", arguments: nulls + comparison.arguments + [.null])
    return try connection.withStatement(sql) { try body(RowPositions(query: comparison, statement: $0)) }
  }

  /// Returns -1 if a row precedes the bound row, 1 if it follows the bound row, or 0 if it is the same row.
  ///
  /// - Throws: ``NotIncremental`` if the query does not return the row exactly once.
  private func comparison(of id: RowID) throws -> Int {
    try statement.reset(last: id.value)
    guard try statement.step(), let result = statement.integer(at: 0) else {
      throw NotIncremental("a row that was shown is not there")
    }
    if try statement.step() { throw NotIncremental("several rows have one id") }
    return Int(result)
  }

  /// Returns the position of the first row that does not precede the given row.
  func position(of row: KeyedRow, in count: Int, id: (Int) -> RowID) throws -> Int {
    statement.reset()
    try statement.bind(row.values + query.arguments + [.null])
    return try (0..<count).partitioningIndex { position in
      let other = id(position)
      return try other == row.id || comparison(of: other) >= 0
    }
  }
}
#endif
