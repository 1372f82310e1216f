#if SQLite
/// A column of numbers by which the rows of a table are ordered, so that the user can move them.
///
/// A row that is moved gets a number between its neighbours', and no other row is written; where there is no room left,
/// all rows are numbered anew.
///
/// ```swift
/// let order = OrderColumn("position", of: "task")
/// try await database.write { try order.move(row.id, after: above?.id, on: $0) }
/// ```
public struct OrderColumn: Hashable, Sendable {
  private let column: String
  private let table: String
  private let id: String

  /// Names the column.
  ///
  /// - Parameters:
  ///   - column: Holds numbers, of type `REAL` best.
  ///   - table: The table.
  ///   - id: The column that says who a row is.
  public init(_ column: String, of table: String, id: String = "id") {
    self.column = column
    self.table = table
    self.id = id
  }

  /// Moves a row behind another one; without one, to the front.
  ///
  /// - Returns: Whether both rows are there; if not, nothing has changed.
  /// - Complexity: A look-up and the writing of one row, with an index of the column; of all rows where there is no
  ///   room left, which takes fifty moves to one place.
  @discardableResult public func move(_ row: RowID, after other: RowID?, on connection: Connection) throws -> Bool {
    guard row != other, try place(of: row, connection) != nil else { return false }
    if let other, try place(of: other, connection) == nil { return false }
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

  /// A number for the end of the list.
  public func end(on connection: Connection) throws -> Double {
    (try number("SELECT max(\(identifier: column)) FROM \(identifier: table)", connection) ?? 0) + 1
  }

  private func place(of row: RowID, _ connection: Connection) throws -> Double? {
    try connection.map(
      "SELECT ifnull(\(identifier: column), 0) FROM \(identifier: table) WHERE \(identifier: id) = \(row)"
    ) { try $0.decode(Double.self, at: 0) }.first
  }

  /// A number that lies between two rows; `nil` if there is none.
  private func free(after other: RowID?, except row: RowID, _ connection: Connection) throws -> Double? {
    let others: Query = "FROM \(identifier: table) WHERE \(identifier: id) <> \(row)"
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

  private func number(_ query: Query, _ connection: Connection) throws -> Double? {
    try connection.value(query, as: Double?.self)
  }

  private func renumber(_ connection: Connection) throws {
    try connection.execute(
      """
      UPDATE \(identifier: table) SET \(identifier: column) = numbered.place FROM (
        SELECT \(identifier: id) AS who, row_number() OVER (ORDER BY \(identifier: column), \(identifier: id)) AS place
        FROM \(identifier: table)
      ) AS numbered WHERE numbered.who = \(identifier: table).\(identifier: id)
      """)
  }
}
#endif
