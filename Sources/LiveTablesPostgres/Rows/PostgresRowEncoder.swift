#if Postgres
internal import Foundation

/// Encodes rows and values in the server's text format.
enum PostgresRowEncoder {
  /// Returns the text of each column.
  ///
  /// - Throws: `PostgresError` if the table has no column for one of the values.
  static func values(of row: some Encodable, _ layout: RowLayout) throws -> [String: String?] {
    let encoder = ColumnsEncoder(layout)
    try row.encode(to: encoder)
    for (column, list) in encoder.lists { encoder.values.updateValue(try list.text, forKey: column) }
    return encoder.values
  }

  static func text(of value: any Encodable, _ type: ValueType, _ codingPath: [any CodingKey]) throws -> String? {
    let encoder = PostgresValueEncoder(type, codingPath)
    try encoder.take(value)
    return try encoder.text
  }

  /// Returns the text of a value, or `nil` if the value is a list or encodes as another value.
  static func scalar(_ value: any Encodable, _ type: ValueType) throws -> String? {
    if type.isJSON {
      if let text = value as? String { return text }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(Fragment(value: value)), as: UTF8.self)
    }
    switch value {
    case let text as String: return text
    case let flag as Bool: return flag ? "t" : "f"
    case let number as any BinaryInteger: return "\(number)"
    case let number as Double: return text(of: number)
    case let number as Float: return text(of: number)
    case let number as Decimal: return "\(number)"
    case let date as Date: return try PostgresDate.text(of: date, type)
    case let id as UUID: return id.uuidString.lowercased()
    case let url as URL: return url.absoluteString
    case let data as Data: return PostgresBytes.text(of: data)
    default:
      // An empty array of any type can be cast to bytes with `as`.
      guard Swift.type(of: value) == [UInt8].self, !type.isArray, let bytes = value as? [UInt8] else { return nil }
      return PostgresBytes.text(of: bytes)
    }
  }

  private static func text(of number: some BinaryFloatingPoint & CustomStringConvertible) -> String {
    if number.isNaN { return "NaN" }
    return number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : "\(number)"
  }

  /// A top-level value of a JSON text.
  private struct Fragment: Encodable {
    let value: any Encodable
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
}

/// An encoder that collects the encoded text of each column of a row.
private final class ColumnsEncoder: Encoder {
  let layout: RowLayout
  /// The encoded text of each column, or `nil` for `NULL`.
  fileprivate(set) var values: [String: String?] = [:]
  /// The encoders of lists, which are read after the row has been encoded.
  fileprivate var lists: [(column: String, value: PostgresValueEncoder)] = []
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ layout: RowLayout) { self.layout = layout }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Columns(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { PostgresValueEncoder(.unknown, []).unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { PostgresValueEncoder(.unknown, []) }

  private struct Columns<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ColumnsEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {
      _ = try type(key)
      encoder.values.updateValue(nil, forKey: key.stringValue)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      let text = try PostgresRowEncoder.text(of: value, type(key), [key])
      encoder.values.updateValue(text, forKey: key.stringValue)
    }

    /// Encodes `nil` as `NULL`, because the server would keep the value of an omitted column.
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
    ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(NoColumns(codingPath: [key])) }

    /// Returns a container whose contents are read after the row has been encoded.
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      let list = PostgresValueEncoder((try? type(key)) ?? .unknown, [key])
      encoder.lists.append((key.stringValue, list))
      return list.unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }

    private func type(_ key: Key) throws -> ValueType {
      guard let position = encoder.layout.positions[key.stringValue] else {
        throw PostgresError("the table has no column “\(key.stringValue)”, which the row encodes")
      }
      return encoder.layout.columns[position].type
    }
  }
}
#endif
