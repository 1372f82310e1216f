#if Postgres
internal import Foundation

/// A decoder for a single value in the server's text format.
struct PostgresValueDecoder: Decoder, SingleValueDecodingContainer {
  /// The text of the value, or `nil` for `NULL` and for a nested array.
  let bytes: ArraySlice<UInt8>?
  /// The elements of the nested array that is being decoded.
  var list: [PostgresArray.Element]?
  let type: ValueType
  /// The column's key, or `nil` for the only column of a row.
  let key: (any CodingKey)?
  var codingPath: [any CodingKey] { key.map { [$0] } ?? [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private var isJSON: Bool { type.isJSON }

  init(of row: PostgresRow, at position: Int, key: (any CodingKey)?) {
    bytes = row.tuple.bytes(at: position)
    type = row.layout.columns[position].type
    self.key = key
  }

  init(_ element: PostgresArray.Element, of array: ValueType, key: (any CodingKey)?) {
    switch element {
    case .null: (bytes, type) = (nil, array.ofElement)
    case .text(let text): (bytes, type) = (ArraySlice(Array(text.utf8)), array.ofElement)
    case .list(let elements): (bytes, list, type) = (nil, elements, array)
    }
    self.key = key
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try json().container(keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if isJSON { return try json().unkeyedContainer() }
    if let list { return ArrayDecoder(elements: list, type: type, key: key) }
    guard type.isArray,
      let elements = PostgresArray.elements(of: try text([Any].self), delimiter: type.delimiter)
    else { throw mismatch([Any].self) }
    return ArrayDecoder(elements: elements, type: type, key: key)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool {
    guard let bytes else { return list == nil }
    // No other JSON value begins with this letter.
    return isJSON && bytes.first { !" \t\n\r".utf8.contains($0) } == UInt8(ascii: "n")
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if isJSON, type != String.self { return try JSONDecoder().decode(type, from: Data(try text(type).utf8)) }
    if let known = try decodeKnown(type), let value = known as? Value { return value }
    return try Value(from: self)
  }

  func decode(_ type: Int.Type) throws -> Int { try shortInteger ?? parsed(type) }
  func decode(_ type: Double.Type) throws -> Double { try shortInteger.map { Double($0) } ?? finite(type) }
  func decode(_ type: String.Type) throws -> String { try text(type) }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch try text(type) {
    case "t", "true": true
    case "f", "false": false
    default: throw mismatch(type)
    }
  }

  /// Decodes types that PostgreSQL writes as text, and types whose own `Decodable` conformance uses a different format.
  ///
  /// - Returns: The value, or `nil` for any other type.
  private func decodeKnown(_ type: Any.Type) throws -> Any? {
    switch type {
    case is Int.Type: try decode(Int.self)
    case is String.Type: try text(type)
    case is Bool.Type: try decode(Bool.self)
    case is Double.Type: try decode(Double.self)
    case is Float.Type: try finite(Float.self)
    case is Decimal.Type: try decimal()
    case is Date.Type: try known(PostgresDate.date(try text(type)), type)
    case is UUID.Type: try known(UUID(uuidString: try text(type)), type)
    case is URL.Type: try known(URL(string: try text(type)), type)
    case is Data.Type: Data(try known(PostgresBytes.bytes(of: try text(type)), type))
    case is [UInt8].Type: PostgresBytes.bytes(of: try text(type))
    case is Int64.Type: try parsed(Int64.self)
    case is Int32.Type: try parsed(Int32.self)
    case is Int16.Type: try parsed(Int16.self)
    case is Int8.Type: try parsed(Int8.self)
    case is UInt.Type: try parsed(UInt.self)
    case is UInt64.Type: try parsed(UInt64.self)
    case is UInt32.Type: try parsed(UInt32.self)
    case is UInt16.Type: try parsed(UInt16.self)
    case is UInt8.Type: try parsed(UInt8.self)
    default: nil
    }
  }

  private func parsed<Number: LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
    try known(Number(try text(type)), type)
  }

  private var shortInteger: Int? { list == nil ? bytes?.shortInteger : nil }

  /// Returns a number that is infinite only if the server's number is infinite.
  private func finite<Number: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Number.Type) throws -> Number {
    let number = try parsed(type)
    if number.isInfinite, try !text(type).lowercased().contains("inf") { throw mismatch(type) }
    return number
  }

  /// Returns a number with all of its digits, up to the 38 digits that a `Decimal` can hold.
  private func decimal() throws -> Decimal {
    let text = try text(Decimal.self)
    if text == "NaN" { return .nan }
    let number = try known(Decimal(string: text, locale: nil), Decimal.self)
    func digits(_ text: String) -> Substring {
      var text = text[...]
      if text.contains(".") {
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
      }
      return text == "-0" ? "0" : text
    }
    // The text of a floating-point number may have an exponent.
    let isExact = text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } || digits("\(number)") == digits(text)
    guard isExact else { throw mismatch(Decimal.self) }
    return number
  }

  private func known<Value>(_ value: Value?, _ type: Any.Type) throws -> Value {
    guard let value else { throw mismatch(type) }
    return value
  }

  private func text(_ type: Any.Type) throws -> String {
    if list != nil {
      throw DecodingError.typeMismatch(
        type, .init(codingPath: codingPath, debugDescription: "an array of arrays is not of type [\(type)]"))
    }
    guard let bytes else {
      throw DecodingError.valueNotFound(type, .init(codingPath: codingPath, debugDescription: "the value is NULL"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

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

extension ArraySlice<UInt8> {
  /// The number if the text consists of at most 15 digits, which `Int` and `Double` represent exactly.
  var shortInteger: Int? {
    guard 1...15 ~= count else { return nil }
    var number = 0
    for byte in self {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return number
  }
}

/// A decoding container for the elements of an array in the server's text format.
private struct ArrayDecoder: UnkeyedDecodingContainer {
  let elements: [PostgresArray.Element]
  let type: ValueType
  let key: (any CodingKey)?
  var codingPath: [any CodingKey] { key.map { [$0] } ?? [] }
  var currentIndex = 0
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

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

  private func element() throws -> PostgresValueDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: codingPath, debugDescription: "the array has \(elements.count) elements"))
    }
    return PostgresValueDecoder(elements[currentIndex], of: type, key: key)
  }
}
#endif
