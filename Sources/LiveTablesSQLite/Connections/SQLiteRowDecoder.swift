#if SQLite
internal import Foundation
internal import LiveTables

/// A decoder for the current row of a statement, which finds the values by column name.
struct SQLiteRowDecoder: Decoder {
  let statement: Statement
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ statement: Statement) { self.statement = statement }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    let keys = ObjectIdentifier(type)
    // The type of the keys implies the type of the object. A checked cast takes as long as decoding two columns.
    if let kept = statement.container, kept.keys == keys {
      return unsafeDowncast(kept.object, to: Kept<Key>.self).container
    }
    let container = KeyedDecodingContainer(Columns<Key>(statement: statement))
    statement.container = (keys, Kept(container))
    return container
  }

  private final class Kept<Key: CodingKey> {
    let container: KeyedDecodingContainer<Key>

    init(_ container: KeyedDecodingContainer<Key>) { self.container = container }
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.typeMismatch([Any].self, .init(codingPath: [], debugDescription: "a row is no list"))
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard statement.columns.count == 1 else {
      throw DecodingError.typeMismatch(
        SQLiteValue.self, .init(codingPath: [], debugDescription: "the row has \(statement.columns.count) columns"))
    }
    return SQLiteValueDecoder(statement.value(at: 0), column: statement.columns[0])
  }

  private struct Columns<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let statement: Statement
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { statement.columns.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { statement.position(of: key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { statement.isNull(at: try position(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decode(type, key, at: position(key))
    }

    // Common types are read without creating a value or a decoder.

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
      let position = try position(key)
      return try statement.integer(at: position).flatMap { Int(exactly: $0) } ?? decode(type, key, at: position)
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
      let position = try position(key)
      return try statement.integer(at: position) ?? decode(type, key, at: position)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
      let position = try position(key)
      return try statement.integer(at: position).map { $0 != 0 } ?? decode(type, key, at: position)
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
      let position = try position(key)
      return try statement.real(at: position) ?? decode(type, key, at: position)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
      let position = try position(key)
      return try statement.string(at: position) ?? decode(type, key, at: position)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ key: Key, at position: Int) throws -> Value {
      try SQLiteValueDecoder(statement.value(at: position), column: key.stringValue).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      throw DecodingError.typeMismatch([String: Any].self, context(key, "a column has no columns of its own"))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw DecodingError.typeMismatch([Any].self, context(key, "a column is no list"))
    }

    func superDecoder() throws -> any Decoder { SQLiteRowDecoder(statement) }

    func superDecoder(forKey key: Key) throws -> any Decoder { SQLiteRowDecoder(statement) }

    private func position(_ key: Key) throws -> Int {
      guard let position = statement.position(of: key.stringValue) else {
        throw DecodingError.keyNotFound(
          key, context(key, "\(QueryError.noColumn(key.stringValue, available: statement.columns))"))
      }
      return position
    }

    private func context(_ key: Key, _ description: String) -> DecodingError.Context {
      .init(codingPath: [key], debugDescription: description)
    }
  }
}

/// A decoder for a single value of a row.
struct SQLiteValueDecoder: Decoder, SingleValueDecodingContainer {
  let value: SQLiteValue
  let column: String
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ value: SQLiteValue, column: String) {
    self.value = value
    self.column = column
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw mismatch([String: Any].self)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw mismatch([Any].self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value.isNull }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let known = try decodeKnown(type), let value = known as? Value { return value }
    return try Value(from: self)
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: Bool.Type) throws -> Bool { try integer(Int64.self) != 0 }
  func decode(_ type: Double.Type) throws -> Double { try real() }
  func decode(_ type: String.Type) throws -> String { try text() }

  /// Decodes the types that SQLite stores, and types whose own `Decodable` conformance uses a different format.
  private func decodeKnown(_ type: Any.Type) throws -> Any? {
    if type == Int.self { return try integer(Int.self) }
    if type == String.self { return try text() }
    if type == Date.self { return try date() }
    if type == UUID.self { return try uuid() }
    if type == Data.self { return Data(try blob()) }
    if type == Bool.self { return try integer(Int64.self) != 0 }
    if type == Double.self { return try real() }
    if type == Float.self { return try float() }
    if type == [UInt8].self { return try blob() }
    if type == Int64.self { return try integer(Int64.self) }
    if type == Int32.self { return try integer(Int32.self) }
    if type == Int16.self { return try integer(Int16.self) }
    if type == Int8.self { return try integer(Int8.self) }
    if type == UInt.self { return try integer(UInt.self) }
    if type == UInt64.self { return try integer(UInt64.self) }
    if type == UInt32.self { return try integer(UInt32.self) }
    if type == UInt16.self { return try integer(UInt16.self) }
    if type == UInt8.self { return try integer(UInt8.self) }
    return nil
  }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    switch value {
    case .integer(let number):
      if let exact = Number(exactly: number) { return exact }
    case .real(let number):
      // Above this number, several integers are stored as the same floating-point number.
      if abs(number) < 0x1p53, let exact = Number(exactly: number) { return exact }
    default: break
    }
    throw mismatch(type)
  }

  private func real() throws -> Double {
    switch value {
    case .integer(let number): if let exact = Double(exactly: number) { return exact }
    case .real(let number): return number
    default: break
    }
    throw mismatch(Double.self)
  }

  /// Rounds a floating-point number as Swift does, but rejects an integer that `Float` cannot represent.
  private func float() throws -> Float {
    guard case .integer(let number) = value else { return Float(try real()) }
    guard let exact = Float(exactly: number) else { throw mismatch(Float.self) }
    return exact
  }

  private func text() throws -> String {
    guard case .text(let text) = value else { throw mismatch(String.self) }
    return text
  }

  private func blob() throws -> [UInt8] {
    switch value {
    case .blob(let bytes): return bytes
    case .text(let text): return Array(text.utf8)
    default: throw mismatch(Data.self)
    }
  }

  private func uuid() throws -> UUID {
    guard case .text(let text) = value, let uuid = UUID(uuidString: text) else { throw mismatch(UUID.self) }
    return uuid
  }

  private func date() throws -> Date {
    switch value {
    case .integer, .real: return Date(timeIntervalSince1970: try real())
    case .text(let text):
      guard let date = WrittenDate(text) else { throw mismatch(Date.self) }
      return Date(timeIntervalSince1970: date.seconds)
    default: throw mismatch(Date.self)
    }
  }

  private func mismatch(_ type: Any.Type) -> QueryError {
    .wrongType(column: column, value: value, wanted: "\(type)")
  }
}

extension SQLiteValue {
  var isNull: Bool { if case .null = self { true } else { false } }
}
#endif
