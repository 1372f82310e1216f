#if Postgres
internal import LiveTables

/// The columns of a table whose values are read.
final class RowLayout: Sendable {
  struct Column: Hashable, Sendable {
    let name: String
    let type: ValueType
    let isKey: Bool
    var sql = "text"
    /// The column's type without modifiers, such as a length, but with the column's collation.
    var cast = "text"
    /// Whether the column does not allow `NULL`, and gets a value from the server if an inserted row omits it.
    var replacesNull = false
  }

  let columns: [Column]
  let positions: [String: Int]
  let keys: [Int]
  let table: String
  /// The order in which the last row was decoded, or no order while a row is being decoded.
  let lookUps = Locked(ColumnLookUps())

  var names: [String] { columns.map(\.name) }

  init(_ columns: [Column], of table: String = "the table") {
    self.table = table
    self.columns = columns
    positions = Dictionary(zip(columns.map(\.name), columns.indices)) { first, _ in first }
    keys = columns.indices.filter { columns[$0].isKey }
  }
}

/// A row in the server's text format, which contains text or `NULL` for each column.
public struct PostgresRow: Sendable {
  let layout: RowLayout
  let tuple: Tuple

  /// The names of the columns, in the table's order.
  public var columns: [String] { layout.names }

  /// The text of a column, or `nil` if the value is `NULL` or there is no such column.
  public subscript(column: String) -> String? { layout.positions[column].flatMap { tuple.text(at: $0) } }

  package var keyColumns: [String] { layout.keys.map { layout.columns[$0].name } }

  package func isNumber(_ column: String) -> Bool {
    layout.positions[column].map { layout.columns[$0].type.isNumber } ?? false
  }

  package func isBoolean(_ column: String) -> Bool {
    layout.positions[column].map { layout.columns[$0].type.id == ValueType.boolean } ?? false
  }

  /// - Throws: Any error thrown by the closure. A `DecodingError` is converted to a `PostgresError` that names the row.
  func made<Row>(by decode: (PostgresRow) throws -> Row) throws -> Row {
    do {
      return try decode(self)
    } catch let error as DecodingError {
      throw PostgresError.undecodable(error, in: layout.table, key: layout.keys.map { tuple.text(at: $0) })
    }
  }

  /// Decodes the row by matching column names with property names.
  ///
  /// If the row has a single column, the type can also be that of the value, such as `Int`, `Date` or an enum.
  ///
  /// - Throws: A decoding error if the row does not match the type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    let decoder = PostgresRowDecoder(self)
    defer { decoder.finish() }
    return try decoder.decode(type)
  }
}
#endif
