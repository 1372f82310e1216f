#if SQLite
/// A row of a query result, while it is being read.
///
/// A row is valid only during the call that receives it.
public struct DatabaseRow {
  let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  package var columns: [String] { statement.columns }

  /// The value of a column, or `nil` if the query has no column with this name.
  public subscript(name: String) -> SQLiteValue? { statement.position(of: name).map { statement.value(at: $0) } }

  /// The value of the column at a position, or `nil` if the position is out of range.
  package subscript(position: Int) -> SQLiteValue? {
    statement.columns.indices.contains(position) ? statement.value(at: position) : nil
  }

  package var values: [SQLiteValue] { statement.columns.indices.map { statement.value(at: $0) } }

  /// Decodes the row by matching column names with property names.
  ///
  /// A `Date` is decoded from a number of seconds since 1970, or from text in the format of SQLite's date functions.
  /// If the row has a single column, the type can also be that of the value, such as `Int`, `Date` or an enum.
  ///
  /// - Throws: `DecodingError` if a column is missing, or ``QueryError`` if a value has the wrong type.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try SQLiteRowDecoder(statement).decode(type)
  }

  /// Decodes the value of a column.
  ///
  /// - Throws: ``QueryError`` if there is no such column, or if its value has the wrong type.
  @inlinable public func value<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    // In a caller that knows the type, one of these lines is left, without its cast.
    if type == Int.self, let number = try integer(in: name).flatMap({ Int(exactly: $0) }) { return number as! Value }
    if type == String.self, let text = try string(in: name) { return text as! Value }
    if type == Double.self, let number = try real(in: name) { return number as! Value }
    if type == Bool.self, let number = try integer(in: name) { return (number != 0) as! Value }
    return try decode(type, in: name)
  }

  @usableFromInline func integer(in column: String) throws -> Int64? {
    try statement.integer(at: position(of: column))
  }

  @usableFromInline func string(in column: String) throws -> String? { try statement.string(at: position(of: column)) }

  @usableFromInline func real(in column: String) throws -> Double? { try statement.real(at: position(of: column)) }

  @usableFromInline func decode<Value: Decodable>(_ type: Value.Type, in column: String) throws -> Value {
    try decode(type, at: position(of: column))
  }

  private func position(of column: String) throws -> Int {
    guard let position = statement.position(of: column) else {
      throw QueryError.noColumn(column, available: statement.columns)
    }
    return position
  }

  func decode<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value {
    let columns = statement.columns
    guard columns.indices.contains(position) else { throw QueryError.noColumn("\(position + 1)", available: columns) }
    return try SQLiteValueDecoder(statement, at: position).decode(type)
  }
}
#endif
