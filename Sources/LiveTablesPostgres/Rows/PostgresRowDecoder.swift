#if Postgres
internal import Foundation
internal import LiveTables

/// A decoder for a row, which finds the values by column name.
final class PostgresRowDecoder: Decoder {
  let row: PostgresRow
  // This property is used for each column of each row, and its accesses cannot overlap.
  @exclusivity(unchecked) private var lookUps: ColumnLookUps
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ row: PostgresRow) {
    self.row = row
    lookUps = row.layout.lookUps.with { known in
      defer { known = ColumnLookUps() }
      return known
    }
    lookUps.begin()
  }

  /// Lets the next row be decoded in the same order.
  func finish() { row.layout.lookUps.with { $0 = lookUps } }

  /// Decodes the row, or its only column if the type's own `Decodable` conformance uses a different format.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let isOther = type == Date.self || type == Data.self || type == UUID.self || type == [UInt8].self
    if isOther || type == URL.self || type == Decimal.self { return try onlyColumn().decode(type) }
    return try Value(from: self)
  }

  private func position(of name: String) -> Int? {
    lookUps.position(of: name) { row.layout.positions[name] }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Columns(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try onlyColumn().unkeyedContainer() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { try onlyColumn() }

  private func onlyColumn() throws -> PostgresValueDecoder {
    guard row.layout.columns.count == 1 else {
      throw DecodingError.typeMismatch(
        String.self,
        .init(codingPath: [], debugDescription: "the row has \(row.layout.columns.count) columns"))
    }
    return PostgresValueDecoder(of: row, at: 0, key: nil)
  }

  private struct Columns<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: PostgresRowDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.row.layout.columns.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { decoder.position(of: key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try value(key).decode(type)
    }

    // The default implementations look up the column three times.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      try present(key)?.decode(type)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key)?.decode(type) }

    // Common values are read without creating a decoder.

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
      let position = try position(key)
      return try decoder.row.tuple.bytes(at: position)?.shortInteger ?? value(key, at: position).decode(type)
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
      let position = try position(key)
      return try decoder.row.tuple.text(at: position) ?? value(key, at: position).decode(type)
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
      let position = try position(key)
      if let number = decoder.row.tuple.text(at: position).flatMap({ Double($0) }), number.isFinite { return number }
      return try value(key, at: position).decode(type)
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try value(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try value(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }

    private func present(_ key: Key) -> PostgresValueDecoder? {
      guard let position = decoder.position(of: key.stringValue) else { return nil }
      let value = value(key, at: position)
      return value.decodeNil() ? nil : value
    }

    private func value(_ key: Key) throws -> PostgresValueDecoder { value(key, at: try position(key)) }

    private func value(_ key: Key, at position: Int) -> PostgresValueDecoder {
      PostgresValueDecoder(of: decoder.row, at: position, key: key)
    }

    private func position(_ key: Key) throws -> Int {
      guard let position = decoder.position(of: key.stringValue) else {
        let names = decoder.row.columns.map { "“\($0)”" }.joined(separator: ", ")
        throw DecodingError.keyNotFound(
          key,
          .init(codingPath: [key], debugDescription: "there is no column “\(key.stringValue)”; there are \(names)"))
      }
      return position
    }
  }
}
#endif
