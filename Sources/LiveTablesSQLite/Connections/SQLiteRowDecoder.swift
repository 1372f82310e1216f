#if SQLite
internal import Foundation
internal import LiveTables

/// A decoder for the current row of a statement, which finds the values by column name.
struct SQLiteRowDecoder: Decoder {
  let statement: Statement
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ statement: Statement) { self.statement = statement }

  /// Decodes the row, or its only column if the type's own `Decodable` conformance uses a different format.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == Date.self || type == Data.self || type == UUID.self || type == [UInt8].self {
      return try singleValueContainer().decode(type)
    }
    return try Value(from: self)
  }

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
    return SQLiteValueDecoder(statement, at: 0)
  }

  private struct Columns<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let statement: Statement
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { statement.columns.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { statement.position(of: key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { statement.isNull(at: try position(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decode(type, at: position(key))
    }

    // Common types are read without creating a value or a decoder.

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
      let position = try position(key)
      return try statement.integer(at: position).flatMap { Int(exactly: $0) } ?? decode(type, at: position)
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
      let position = try position(key)
      return try statement.integer(at: position) ?? decode(type, at: position)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
      let position = try position(key)
      return try statement.integer(at: position).map { $0 != 0 } ?? decode(type, at: position)
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
      let position = try position(key)
      return try statement.real(at: position) ?? decode(type, at: position)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
      let position = try position(key)
      return try statement.string(at: position) ?? decode(type, at: position)
    }

    private func decode<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value {
      try SQLiteValueDecoder(statement, at: position).decode(type)
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

  func decode(_ type: Int.Type) throws -> Int { try found(integer(), type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try found(integer(), type) }
  func decode(_ type: Bool.Type) throws -> Bool { try found(bool, type) }
  func decode(_ type: Double.Type) throws -> Double { try found(real, type) }
  func decode(_ type: String.Type) throws -> String { try found(text, type) }

  /// Decodes the types that SQLite stores, and types whose own `Decodable` conformance uses a different format.
  ///
  /// - Returns: The value, or `nil` for any other type.
  private func decodeKnown(_ type: Any.Type) throws -> Any? {
    if type == Int.self { return try found(integer(Int.self), type) }
    if type == String.self { return try found(text, type) }
    if type == Date.self { return try found(date, type) }
    if type == UUID.self { return try found(text.flatMap { UUID(uuidString: $0) }, type) }
    if type == Data.self { return try found(blob.map { Data($0) }, type) }
    if type == Bool.self { return try found(bool, type) }
    if type == Double.self { return try found(real, type) }
    if type == Float.self { return try found(float, type) }
    if type == [UInt8].self { return try found(blob, type) }
    if type == Int64.self { return try found(integer(Int64.self), type) }
    if type == Int32.self { return try found(integer(Int32.self), type) }
    if type == Int16.self { return try found(integer(Int16.self), type) }
    if type == Int8.self { return try found(integer(Int8.self), type) }
    if type == UInt.self { return try found(integer(UInt.self), type) }
    if type == UInt64.self { return try found(integer(UInt64.self), type) }
    if type == UInt32.self { return try found(integer(UInt32.self), type) }
    if type == UInt16.self { return try found(integer(UInt16.self), type) }
    if type == UInt8.self { return try found(integer(UInt8.self), type) }
    return nil
  }

  private func found<Value>(_ value: Value?, _ type: Any.Type) throws -> Value {
    guard let value else { throw mismatch(type) }
    return value
  }

  private func integer<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
    switch value {
    case .integer(let number): Number(exactly: number)
    // Above this number, several integers are stored as the same floating-point number.
    case .real(let number): abs(number) < 0x1p53 ? Number(exactly: number) : nil
    default: nil
    }
  }

  private var bool: Bool? { integer(Int64.self).map { $0 != 0 } }

  private var real: Double? {
    switch value {
    case .integer(let number): Double(exactly: number)
    case .real(let number): number
    default: nil
    }
  }

  /// The number as a `Float`, or `nil` for an integer that `Float` cannot represent exactly.
  private var float: Float? {
    if case .integer(let number) = value { Float(exactly: number) } else { real.map { Float($0) } }
  }

  private var text: String? { if case .text(let text) = value { text } else { nil } }

  private var blob: [UInt8]? {
    switch value {
    case .blob(let bytes): bytes
    case .text(let text): Array(text.utf8)
    default: nil
    }
  }

  private var date: Date? {
    (text.map { WrittenDate($0)?.seconds } ?? real).map { Date(timeIntervalSince1970: $0) }
  }

  private func mismatch(_ type: Any.Type) -> QueryError {
    .wrongType(column: column, value: value, wanted: "\(type)")
  }
}

extension SQLiteValueDecoder {
  init(_ statement: Statement, at position: Int) {
    self.init(value: statement.value(at: position), column: statement.columns[position])
  }
}

extension SQLiteValue {
  var isNull: Bool { if case .null = self { true } else { false } }
}
#endif
