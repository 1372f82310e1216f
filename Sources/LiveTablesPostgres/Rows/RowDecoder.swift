#if Postgres
internal import Foundation

/// Decodes a row by the names of its columns.
struct RowDecoder: Decoder {
  let row: PostgresRow
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Columns(row: row))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.typeMismatch([Any].self, .init(codingPath: [], debugDescription: "a row is no list"))
  }

  /// A row of one column stands for its value.
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard row.layout.columns.count == 1 else {
      throw DecodingError.typeMismatch(
        String.self,
        .init(codingPath: [], debugDescription: "the row has \(row.layout.columns.count) columns"))
    }
    return ValueDecoder(of: row, at: 0, codingPath: [])
  }

  private struct Columns<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let row: PostgresRow
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { row.layout.columns.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { row.layout.positions[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try value(key).decode(type)
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try value(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try value(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { RowDecoder(row: row) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }

    private func value(_ key: Key) throws -> ValueDecoder {
      ValueDecoder(of: row, at: try position(key), codingPath: [key])
    }

    private func position(_ key: Key) throws -> Int {
      guard let position = row.layout.positions[key.stringValue] else {
        let names = row.columns.map { "“\($0)”" }.joined(separator: ", ")
        throw DecodingError.keyNotFound(
          key,
          .init(codingPath: [key], debugDescription: "there is no column “\(key.stringValue)”; there are \(names)"))
      }
      return position
    }
  }
}

/// Decodes one value of a row, or of an array.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  let bytes: ArraySlice<UInt8>?
  let isJSON: Bool
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ bytes: ArraySlice<UInt8>?, isJSON: Bool, codingPath: [any CodingKey]) {
    self.bytes = bytes
    self.isJSON = isJSON
    self.codingPath = codingPath
  }

  init(of row: PostgresRow, at position: Int, codingPath: [any CodingKey]) {
    let type = row.layout.columns[position].type
    self.init(
      row.tuple.bytes(at: position), isJSON: type == TypeID.json || type == TypeID.jsonb, codingPath: codingPath)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try json().container(keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if isJSON { return try json().unkeyedContainer() }
    guard let elements = PostgresArray.elements(of: try text([Any].self)) else { throw mismatch([Any].self) }
    return ArrayDecoder(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// Whether there is no value: `NULL`, or the null of JSON.
  func decodeNil() -> Bool {
    guard let bytes else { return true }
    // No other value of JSON begins with this letter.
    return isJSON && bytes.first { !" \t\n\r".utf8.contains($0) } == UInt8(ascii: "n")
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if isJSON, type != String.self { return try JSONDecoder().decode(type, from: Data(try text(type).utf8)) }
    if let known = try decodeKnown(type), let value = known as? Value { return value }
    return try Value(from: self)
  }

  func decode(_ type: Int.Type) throws -> Int { try parsed(type) }
  func decode(_ type: Double.Type) throws -> Double { try parsed(type) }
  func decode(_ type: String.Type) throws -> String { try text(type) }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch try text(type) {
    case "t", "true": true
    case "f", "false": false
    default: throw mismatch(type)
    }
  }

  /// Types that PostgreSQL writes as texts, and those whose own `Decodable` means something else.
  private func decodeKnown(_ type: Any.Type) throws -> Any? {
    switch type {
    case is Int.Type: try parsed(Int.self)
    case is String.Type: try text(type)
    case is Bool.Type: try decode(Bool.self)
    case is Double.Type: try parsed(Double.self)
    case is Float.Type: try parsed(Float.self)
    case is Int64.Type: try parsed(Int64.self)
    case is Int32.Type: try parsed(Int32.self)
    case is Int16.Type: try parsed(Int16.self)
    case is Int8.Type: try parsed(Int8.self)
    case is UInt.Type: try parsed(UInt.self)
    case is UInt64.Type: try parsed(UInt64.self)
    case is UInt32.Type: try parsed(UInt32.self)
    case is UInt16.Type: try parsed(UInt16.self)
    case is UInt8.Type: try parsed(UInt8.self)
    case is Decimal.Type: try text(type) == "NaN" ? Decimal.nan : known(Decimal(string: text(type)), type)
    case is Date.Type: try known(PostgresDate.date(try text(type)), type)
    case is UUID.Type: try known(UUID(uuidString: try text(type)), type)
    case is URL.Type: try known(URL(string: try text(type)), type)
    case is Data.Type: Data(try known(PostgresBytes.bytes(of: try text(type)), type))
    case is [UInt8].Type: PostgresBytes.bytes(of: try text(type))
    default: nil
    }
  }

  private func parsed<Number: LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
    try known(Number(try text(type)), type)
  }

  private func known<Value>(_ value: Value?, _ type: Any.Type) throws -> Value {
    guard let value else { throw mismatch(type) }
    return value
  }

  private func text(_ type: Any.Type) throws -> String {
    guard let bytes else {
      throw DecodingError.valueNotFound(type, .init(codingPath: codingPath, debugDescription: "the value is NULL"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes what is inside of a value of JSON.
  private func json() throws -> any Decoder {
    let data = Data(try text(Any.self).utf8)
    return try JSONDecoder().decode(Inside.self, from: data).decoder
  }

  private struct Inside: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) { self.decoder = decoder }
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    let shown = bytes.map { String(decoding: $0.prefix(64), as: UTF8.self) } ?? "NULL"
    return DecodingError.typeMismatch(
      type, .init(codingPath: codingPath, debugDescription: "“\(shown)” is not of type \(type)"))
  }
}

/// Decodes the elements of an array.
private struct ArrayDecoder: UnkeyedDecodingContainer {
  let elements: [String?]
  let codingPath: [any CodingKey]
  var currentIndex = 0
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(elements: [String?], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  mutating func decodeNil() throws -> Bool {
    guard try element().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try element().decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    defer { currentIndex += 1 }
    return try element().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    defer { currentIndex += 1 }
    return try element().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try element() }

  private func element() throws -> ValueDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: codingPath, debugDescription: "the array has \(elements.count) elements"))
    }
    return ValueDecoder(
      elements[currentIndex].map { ArraySlice(Array($0.utf8)) }, isJSON: false, codingPath: codingPath)
  }
}
#endif
