#if SQLite
internal import LiveTablesOperators

/// A numeric column that determines the order of a table's rows, so that the user can move them.
///
/// A moved row gets a number between those of its neighbors, and no other row is written. If no such number exists, or
/// if any row has no number, all rows are renumbered.
struct OrderColumn: Hashable, Sendable {
  let column: String
  private let table: String
  private let id: String

  /// Creates a description of an order column.
  ///
  /// - Parameters:
  ///   - column: The numeric column, preferably of type `REAL`.
  ///   - id: The column that identifies a row.
  init(_ column: String, of table: String, id: String = "id") {
    self.column = column
    self.table = table
    self.id = id
  }

  /// The qualified id column, because SQLite treats a quoted name that is not a column as text.
  private var key: SQLQuery { "\(identifier: table).\(identifier: id)" }
  private var number: SQLQuery { "\(identifier: table).\(identifier: column)" }

  /// The position of a moved row among the other rows.
  enum Destination: Hashable, Sendable {
    case front
    case after(RowID)
    case before(RowID)
    case end
  }

  /// Returns the position after `other` or, if `other` does not exist, before `next`, or at the end.
  func destination(
    after other: RowID?, before next: RowID?, on connection: DatabaseConnection
  ) throws -> Destination {
    if let other, try place(of: other, connection) != nil { return .after(other) }
    if let next, try place(of: next, connection) != nil { return .before(next) }
    return .end
  }

  /// Moves a row.
  ///
  /// - Returns: Whether the row and its neighbor exist. If a row does not exist, nothing changes.
  /// - Complexity: One lookup and one write, if the column has an index. O(*n*) if no number is left between the
  ///   neighbors, which happens after about fifty moves to the same position.
  @discardableResult func move(
    _ row: RowID, to destination: Destination, on connection: DatabaseConnection
  ) throws -> Bool {
    guard try place(of: row, connection) != nil else { return false }
    if case .after(let other) = destination, try other == row || place(of: other, connection) == nil { return false }
    // Rows without a number have no number between them. The row itself may have been inserted without one.
    let isNumbered = try connection.map(
      """
      SELECT 1 FROM \(identifier: table) WHERE \(number) IS NULL AND NOT (\(SQLQuery.isRow(row, of: table, id: id))) LIMIT 1
      """
    ) { _ in true }.isEmpty
    if !isNumbered { try renumber(connection) }
    for _ in 0..<2 {
      if let place = try free(at: destination, except: row, connection) {
        try connection.execute(
          "UPDATE \(identifier: table) SET \(identifier: column) = \(place) WHERE \(SQLQuery.isRow(row, of: table, id: id))"
        )
        return true
      }
      try renumber(connection)
    }
    return true
  }

  /// Returns whether a row is at the position to which it was moved.
  func isPlaced(_ row: RowID, at destination: Destination, on connection: DatabaseConnection) throws -> Bool {
    guard let place = try place(of: row, connection) else { return false }
    return switch destination {
    case .front, .end: true
    case .after(let other): try self.place(of: other, connection).map { $0 < place } ?? false
    case .before(let next): try self.place(of: next, connection).map { place < $0 } ?? false
    }
  }

  private func place(of row: RowID, _ connection: DatabaseConnection) throws -> Double? {
    try connection.map(
      "SELECT ifnull(\(number), 0) FROM \(identifier: table) WHERE \(SQLQuery.isRow(row, of: table, id: id))"
    ) { try $0.decode(Double.self, at: 0) }.first
  }

  private func free(
    at destination: Destination, except row: RowID, _ connection: DatabaseConnection
  ) throws -> Double? {
    let others: SQLQuery = "FROM \(identifier: table) WHERE NOT (\(SQLQuery.isRow(row, of: table, id: id)))"
    var (low, high): (Double?, Double?)
    switch destination {
    case .front: high = try bound("SELECT min(\(number)) \(others)", connection)
    case .end: low = try bound("SELECT max(\(number)) \(others)", connection)
    case .after(let other):
      guard let place = try place(of: other, connection) else { return nil }
      low = place
      high = try bound(
        """
        SELECT min(\(number)) \(others) AND \(number) >= \(place) \
        AND NOT (\(SQLQuery.isRow(other, of: table, id: id)))
        """, connection)
    case .before(let next):
      guard let place = try place(of: next, connection) else { return nil }
      high = place
      low = try bound(
        """
        SELECT max(\(number)) \(others) AND \(number) <= \(place) \
        AND NOT (\(SQLQuery.isRow(next, of: table, id: id)))
        """, connection)
    }
    return orderNumber(between: low, and: high)
  }

  private func bound(_ query: SQLQuery, _ connection: DatabaseConnection) throws -> Double? {
    try connection.value(query, as: Double?.self)
  }

  private func renumber(_ connection: DatabaseConnection) throws {
    try connection.execute(
      """
      UPDATE \(identifier: table) SET \(identifier: column) = numbered.place FROM (
        SELECT \(key) AS who, row_number() OVER (ORDER BY \(number), \(key)) AS place
        FROM \(identifier: table)
      ) AS numbered WHERE numbered.who = \(key) AND numbered.who IS \(key) COLLATE BINARY
      """)
  }
}

extension SQLQuery {
  /// Returns a condition that matches only one row, even if the column's collation regards another row's id as equal.
  ///
  /// The id column is qualified, because SQLite treats an unknown quoted name as text.
  static func isRow(_ row: RowID, of table: String, id: String) -> SQLQuery {
    let key: SQLQuery = "\(identifier: table).\(identifier: id)"
    return "\(key) = \(row) AND \(key) IS \(row) COLLATE BINARY"
  }
}

extension DatabaseConnection {
  /// Moves a row after another row in the order of a numeric column.
  ///
  /// Use this method for edits that you write yourself.
  ///
  /// ```swift
  /// try connection.moveRow(row.id, after: above?.id, in: "task", orderedBy: "position")
  /// ```
  ///
  /// - Parameters:
  ///   - row: The row to move.
  ///   - other: The row that the moved row follows, or `nil` to move the row to the front.
  ///   - table: The table that contains the rows.
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
    try OrderColumn(order, of: table, id: id).move(
      row, to: other.map { .after($0) } ?? .front, on: self)
  }
}
#endif
