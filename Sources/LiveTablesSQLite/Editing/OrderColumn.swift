#if SQLite
internal import LiveTablesOperators

/// A numeric column that determines the order of a table's rows, so that the user can move them.
///
/// A moved row gets a number between those of its neighbors, and no other row is written. If no such number exists, or
/// if any row has no number, all rows are renumbered.
struct OrderColumn: Hashable, Sendable {
  /// The position of a moved row among the other rows.
  enum Position: Hashable, Sendable {
    case front
    case after(RowID)
    case before(RowID)
    case end
  }

  let column: String
  let table: WrittenTable

  private var number: SQLQuery { table.column(column) }

  /// Returns the position after `above` or, if `above` does not exist, before `below`, or at the end.
  func position(
    after above: RowID?, before below: RowID?, on connection: DatabaseConnection
  ) throws -> Position {
    if let above, try number(of: above, connection) != nil { return .after(above) }
    if let below, try number(of: below, connection) != nil { return .before(below) }
    return .end
  }

  /// Moves a row.
  ///
  /// - Returns: Whether the row and its neighbor exist. If a row does not exist, nothing changes.
  func move(_ row: RowID, to position: Position, on connection: DatabaseConnection) throws -> Bool {
    guard try number(of: row, connection) != nil else { return false }
    if case .after(let other) = position, try other == row || number(of: other, connection) == nil { return false }
    // Rows without a number have no number between them. The row itself may have been inserted without one.
    let hasOthersWithoutNumber = try connection.hasRows(
      "SELECT 1 FROM \(identifier: table.name) WHERE \(number) IS NULL AND NOT (\(table.isRow(row)))")
    if hasOthersWithoutNumber { try renumber(connection) }
    for _ in 0..<2 {
      if let free = try freeNumber(at: position, of: row, connection) {
        try connection.execute(
          "UPDATE \(identifier: table.name) SET \(identifier: column) = \(free) WHERE \(table.isRow(row))")
        break
      }
      try renumber(connection)
    }
    return true
  }

  /// Returns whether a row is at the position to which it was moved.
  func isMoved(_ row: RowID, to position: Position, on connection: DatabaseConnection) throws -> Bool {
    guard let number = try number(of: row, connection) else { return false }
    return switch position {
    case .front, .end: true
    case .after(let above): try self.number(of: above, connection).map { $0 < number } ?? false
    case .before(let below): try self.number(of: below, connection).map { number < $0 } ?? false
    }
  }

  /// Returns the number of a row, 0 for a row without a number, or `nil` for a row that does not exist.
  private func number(of row: RowID, _ connection: DatabaseConnection) throws -> Double? {
    try connection.map("SELECT ifnull(\(number), 0) FROM \(identifier: table.name) WHERE \(table.isRow(row))") {
      try $0.decode(Double.self, at: 0)
    }.first
  }

  private func freeNumber(at position: Position, of row: RowID, _ connection: DatabaseConnection) throws -> Double? {
    func others(_ bound: SQLQuery, where condition: SQLQuery = "1") throws -> Double? {
      let query: SQLQuery = """
        SELECT \(bound) FROM \(identifier: table.name) WHERE NOT (\(table.isRow(row))) AND \(condition)
        """
      return try connection.value(query, as: Double?.self)
    }
    let (minimum, maximum) = ("min(\(number))" as SQLQuery, "max(\(number))" as SQLQuery)
    switch position {
    case .front: return orderNumber(between: nil, and: try others(minimum))
    case .end: return orderNumber(between: try others(maximum), and: nil)
    case .after(let above):
      guard let low = try number(of: above, connection) else { return nil }
      let high = try others(minimum, where: "\(number) >= \(low) AND NOT (\(table.isRow(above)))")
      return orderNumber(between: low, and: high)
    case .before(let below):
      guard let high = try number(of: below, connection) else { return nil }
      let low = try others(maximum, where: "\(number) <= \(high) AND NOT (\(table.isRow(below)))")
      return orderNumber(between: low, and: high)
    }
  }

  private func renumber(_ connection: DatabaseConnection) throws {
    try connection.execute(
      """
      UPDATE \(identifier: table.name) SET \(identifier: column) = numbered.place FROM (
        SELECT \(table.key) AS who, row_number() OVER (ORDER BY \(number), \(table.key)) AS place
        FROM \(identifier: table.name)
      ) AS numbered WHERE numbered.who = \(table.key) AND numbered.who IS \(table.key) COLLATE BINARY
      """)
  }
}

extension DatabaseConnection {
  /// Moves a row after another row in the order of a numeric column, for edits that you write yourself.
  ///
  /// ```swift
  /// try connection.moveRow(row.id, after: above?.id, in: "task", orderedBy: "position")
  /// ```
  ///
  /// - Parameters:
  ///   - row: The identity of the row.
  ///   - other: The row that the moved row follows, or `nil` to move the row to the front.
  ///   - table: The name of the table.
  ///   - order: The numeric column, preferably of type `REAL`.
  ///   - id: The column that identifies a row.
  /// - Returns: `false` if a row does not exist, in which case nothing changes.
  /// - Throws: ``SQLiteError``.
  /// - Complexity: One lookup and one write, if the column has an index. O(*n*) if rows have no number, or if no number
  ///   is left between the neighbors, which happens after about fifty moves to the same position. In that case, all
  ///   rows are renumbered, and rows without a number come first.
  @discardableResult public func moveRow(
    _ row: RowID, after other: RowID?, in table: String, orderedBy order: String, id: String = "id"
  ) throws -> Bool {
    try OrderColumn(column: order, table: WrittenTable(name: table, id: id))
      .move(row, to: other.map { .after($0) } ?? .front, on: self)
  }
}
#endif
