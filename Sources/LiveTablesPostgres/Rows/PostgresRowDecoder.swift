#if Postgres
internal import Foundation

/// A decoder for a row, which finds the values by column name.
struct PostgresRowDecoder: Decoder {
  let row: PostgresRow
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Columns(row: row))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.typeMismatch([Any].self, .init(codingPath: [], debugDescription: "a row is no list"))
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard row.layout.columns.count == 1 else {
      throw DecodingError.typeMismatch(
        String.self,
        .init(codingPath: [], debugDescription: "the row has \(row.layout.columns.count) columns"))
    }
    return PostgresValueDecoder(of: row, at: 0, key: nil)
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

    // The default implementations look up the column three times.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      try present(key)?.decode(type)
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key)?.decode(type) }

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

    func superDecoder() -> any Decoder { PostgresRowDecoder(row: row) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }

    private func present(_ key: Key) -> PostgresValueDecoder? {
      guard let position = row.layout.positions[key.stringValue] else { return nil }
      let value = PostgresValueDecoder(of: row, at: position, key: key)
      return value.decodeNil() ? nil : value
    }

    private func value(_ key: Key) throws -> PostgresValueDecoder {
      PostgresValueDecoder(of: row, at: try position(key), key: key)
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
#endif
