#if SQLite
/// A row of a query, while it is being read.
///
/// It is good for the length of the call it is handed to.
public struct DatabaseRow {
  let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  /// The names of the columns.
  package var columns: [String] { statement.columns }

  /// The value of a column; `nil` if the query has no such column.
  public subscript(name: String) -> DatabaseValue? { statement.position(of: name).map { statement.value(at: $0) } }

  /// The value at a position; `nil` if there are not as many columns.
  package subscript(position: Int) -> DatabaseValue? {
    statement.columns.indices.contains(position) ? statement.value(at: position) : nil
  }

  /// All values, in order.
  package var values: [DatabaseValue] { statement.columns.indices.map { statement.value(at: $0) } }

  /// The row as a type whose properties are named like the columns.
  ///
  /// Numbers, texts, `Bool` and `Data` are what SQLite stores. A `Date` is a number of seconds since 1970, or a text as
  /// SQLite's date functions write it. A property that is neither is decoded from its single value, such as an enum.
  ///
  /// - Parameter type: What the row becomes.
  /// - Returns: The value.
  /// - Throws: `DecodingError` if a column is missing, ``QueryError`` if it has a value of another type.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: RowDecoder(statement)) }

  /// Decodes the value of a column.
  ///
  /// - Parameters:
  ///   - name: The name of the column.
  ///   - type: What the value becomes.
  /// - Returns: The value.
  /// - Throws: ``QueryError`` if there is no such column, or its value is of another type.
  public func value<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    guard let position = statement.position(of: name) else {
      throw QueryError.noColumn(name, available: statement.columns)
    }
    return try decode(type, at: position)
  }

  func decode<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value {
    let columns = statement.columns
    guard columns.indices.contains(position) else { throw QueryError.noColumn("\(position + 1)", available: columns) }
    return try ValueDecoder(statement.value(at: position), column: columns[position]).decode(type)
  }
}
#endif
