#if SQLite
/// A column of numbers by which the rows of a table are ordered, so that the user can move them.
///
/// A row that is moved gets a number between its neighbours', and no other row is written; where there is no room left, or
/// a row has no number yet, all rows are numbered again.
struct OrderColumn: Hashable, Sendable {
  let column: String
  private let table: String
  private let id: String

  /// Names the column.
  ///
  /// - Parameters:
  ///   - column: Holds numbers, of type `REAL` best.
  ///   - table: The table.
  ///   - id: The column that identifies a row.
  init(_ column: String, of table: String, id: String = "id") {
    self.column = column
    self.table = table
    self.id = id
  }

  /// Moves a row behind another one; without one, to the front.
  ///
  /// - Returns: Whether both rows are there; if not, nothing has changed.
  /// - Complexity: A look-up and the writing of one row, with an index of the column; of all rows where there is no
  ///   room left, which takes fifty moves to one place.
  @discardableResult func move(_ row: RowID, after other: RowID?, on connection: DatabaseConnection) throws -> Bool {
    guard row != other, try place(of: row, connection) != nil else { return false }
    if let other, try place(of: other, connection) == nil { return false }
    // Rows without a number are shown in some order, but there is nothing between them.
    let isNumbered = try connection.map(
      "SELECT 1 FROM \(identifier: table) WHERE \(identifier: column) IS NULL LIMIT 1"
    ) { _ in true }.isEmpty
    if !isNumbered { try renumber(connection) }
    for _ in 0..<2 {
      if let place = try free(after: other, except: row, connection) {
        try connection.execute(
          "UPDATE \(identifier: table) SET \(identifier: column) = \(place) WHERE \(identifier: id) = \(row)")
        return true
      }
      try renumber(connection)
    }
    return true
  }

  private func place(of row: RowID, _ connection: DatabaseConnection) throws -> Double? {
    try connection.map(
      "SELECT ifnull(\(identifier: column), 0) FROM \(identifier: table) WHERE \(identifier: id) = \(row)"
    ) { try $0.decode(Double.self, at: 0) }.first
  }

  /// A number that lies between two rows; `nil` if there is none.
  private func free(after other: RowID?, except row: RowID, _ connection: DatabaseConnection) throws -> Double? {
    let others: SQL = "FROM \(identifier: table) WHERE \(identifier: id) <> \(row)"
    guard let other, let low = try place(of: other, connection) else {
      let least = try number("SELECT min(\(identifier: column)) \(others)", connection) ?? 1
      return least - 1 < least ? least - 1 : nil
    }
    let high = try number(
      "SELECT min(\(identifier: column)) \(others) AND \(identifier: column) >= \(low) AND \(identifier: id) <> \(other)",
      connection)
    guard let high else { return low + 1 > low ? low + 1 : nil }
    let middle = low + (high - low) / 2
    return middle > low && middle < high ? middle : nil
  }

  private func number(_ query: SQL, _ connection: DatabaseConnection) throws -> Double? {
    try connection.value(query, as: Double?.self)
  }

  private func renumber(_ connection: DatabaseConnection) throws {
    try connection.execute(
      """
      UPDATE \(identifier: table) SET \(identifier: column) = numbered.place FROM (
        SELECT \(identifier: id) AS who, row_number() OVER (ORDER BY \(identifier: column), \(identifier: id)) AS place
        FROM \(identifier: table)
      ) AS numbered WHERE numbered.who = \(identifier: table).\(identifier: id)
      """)
  }
}

extension DatabaseConnection {
  /// Moves a row behind another one in the order of a column of numbers, for an edit that is written by hand.
  ///
  /// ```swift
  /// try connection.moveRow(row.id, after: above?.id, in: "task", orderedBy: "position")
  /// ```
  ///
  /// - Parameters:
  ///   - row: The row to move.
  ///   - other: The row that it comes behind; `nil`: it comes first.
  ///   - table: The table of both.
  ///   - order: A column of numbers, of type `REAL` best.
  ///   - id: The column that identifies a row.
  /// - Returns: Whether both rows exist; if not, nothing has changed.
  /// - Throws: ``DatabaseError``.
  /// - Complexity: A look-up and the writing of one row, with an index of the column. Where there is no number left
  ///   between two rows, which takes fifty moves to one place, or a row has none yet, O(*n*): all rows are numbered
  ///   again, those without a number first.
  @discardableResult public func moveRow(
    _ row: RowID, after other: RowID?, in table: String, orderedBy order: String, id: String = "id"
  ) throws -> Bool {
    try OrderColumn(order, of: table, id: id).move(row, after: other, on: self)
  }
}
#endif
