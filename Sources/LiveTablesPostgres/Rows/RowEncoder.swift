#if Postgres
internal import Foundation

/// Encodes rows to the texts of their columns.
enum RowEncoder {
  /// The values by column.
  ///
  /// - Throws: `PostgresError` if the table has no column for a value.
  static func values(of row: some Encodable, _ layout: RowLayout) throws -> [String: String?] {
    let encoder = ColumnsEncoder(layout)
    try row.encode(to: encoder)
    return encoder.values
  }

  /// The text of one value.
  static func text(of value: any Encodable, _ type: UInt32, _ codingPath: [any CodingKey]) throws -> String? {
    if type == TypeID.json || type == TypeID.jsonb {
      if let text = value as? String { return text }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(Fragment(value: value)), as: UTF8.self)
    }
    switch value {
    case let text as String: return text
    case let flag as Bool: return flag ? "t" : "f"
    case let number as any BinaryInteger: return "\(number)"
    case let number as Double: return number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : "\(number)"
    case let number as Float: return number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : "\(number)"
    case let number as Decimal: return "\(number)"
    case let date as Date: return try text(of: date)
    case let id as UUID: return id.uuidString.lowercased()
    case let url as URL: return url.absoluteString
    case let data as Data: return PostgresBytes.text(of: data)
    case let bytes as [UInt8]: return PostgresBytes.text(of: bytes)
    default:
      let encoder = ValueEncoder(codingPath)
      try value.encode(to: encoder)
      return encoder.text
    }
  }

  /// Microseconds, as the server has them.
  ///
  /// - Throws: `PostgresError` for a date that is not a number, or so far away that no server has it.
  private static func text(of date: Date) throws -> String {
    let time = date.timeIntervalSince1970
    if date == .distantFuture || time == .infinity { return "infinity" }
    if date == .distantPast || time == -.infinity { return "-infinity" }
    guard abs(time) < 1e13 else { throw PostgresError("a date of \(time) s since 1970 is out of range") }
    let micros = (time * 1_000_000).rounded()
    let seconds = (micros / 1_000_000).rounded(.down)
    let fraction = String(Int(micros - seconds * 1_000_000) + 1_000_000).dropFirst()
    let days = (seconds / 86_400).rounded(.down)
    let ofDay = Int(seconds - days * 86_400)
    // The server's calendar has no days left out in 1582, which Foundation's has.
    let date = WrittenDate.date(ofDay: Int(days))
    func two(_ part: Int) -> String { String(part + 100).suffix(2).description }
    let year = String(date.year > 0 ? date.year : 1 - date.year)
    let padded = String(repeating: "0", count: max(0, 4 - year.count)) + year
    return "\(padded)-\(two(date.month))-\(two(date.day)) \(two(ofDay / 3_600)):\(two(ofDay / 60 % 60)):"
      + "\(two(ofDay % 60)).\(fraction)+00\(date.year > 0 ? "" : " BC")"
  }

  /// A value at the top of a text of JSON.
  private struct Fragment: Encodable {
    let value: any Encodable
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
}

/// Takes the columns of a row.
private final class ColumnsEncoder: Encoder {
  let layout: RowLayout
  fileprivate(set) var values: [String: String?] = [:]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ layout: RowLayout) { self.layout = layout }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Columns(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { ValueEncoder([]).unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { ValueEncoder([]) }

  private struct Columns<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ColumnsEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {
      _ = try type(key)
      encoder.values.updateValue(nil, forKey: key.stringValue)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      let text = try RowEncoder.text(of: value, type(key), [key])
      encoder.values.updateValue(text, forKey: key.stringValue)
    }

    /// A column that a row leaves out would keep what it had.
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
      if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value, key) }

    private func optional(_ value: (some Encodable)?, _ key: Key) throws {
      if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy keyType: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { ValueEncoder([key]).container(keyedBy: keyType) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      ValueEncoder([key]).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }

    private func type(_ key: Key) throws -> UInt32 {
      guard let position = encoder.layout.positions[key.stringValue] else {
        throw PostgresError("the table has no column “\(key.stringValue)”, which the row encodes")
      }
      return encoder.layout.columns[position].type
    }
  }
}

/// Encodes a value that is not one of the known types: one that stands for another, or a list.
private final class ValueEncoder: Encoder, SingleValueEncodingContainer {
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  fileprivate(set) var single: String?
  fileprivate var elements: [String?]?
  fileprivate var areArrays = false

  init(_ codingPath: [any CodingKey]) { self.codingPath = codingPath }

  var text: String? { elements.map { PostgresArray.text(of: $0, areArrays: areArrays) } ?? single }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(NoColumns(codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = []
    return List(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { single = nil }
  func encode(_ value: some Encodable) throws { single = try RowEncoder.text(of: value, 0, codingPath) }

  private struct List: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.elements?.count ?? 0 }

    func encodeNil() { encoder.elements?.append(nil) }

    func encode(_ value: some Encodable) throws {
      let isList = value is [any Encodable] && !(value is [UInt8])
      encoder.areArrays = encoder.areArrays || isList
      encoder.elements?.append(try RowEncoder.text(of: value, 0, codingPath))
    }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(NoColumns(codingPath: codingPath))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { encoder }
  }
}

/// Stands where a value has columns of its own, which only JSON has.
private struct NoColumns<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let codingPath: [any CodingKey]

  private var error: PostgresError {
    PostgresError("“\(codingPath.last?.stringValue ?? "")” is an object; only columns of JSON take one")
  }

  func encodeNil(forKey key: Key) throws { throw error }
  func encode(_ value: some Encodable, forKey key: Key) throws { throw error }

  func nestedContainer<Nested: CodingKey>(
    keyedBy keyType: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(NoColumns<Nested>(codingPath: codingPath)) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ValueEncoder(codingPath).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { ValueEncoder(codingPath) }
  func superEncoder(forKey key: Key) -> any Encoder { ValueEncoder(codingPath) }
}
#endif
