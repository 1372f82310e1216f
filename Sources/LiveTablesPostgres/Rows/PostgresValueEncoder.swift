#if Postgres
/// An encoder for a single value or an array in the server's text format.
final class PostgresValueEncoder: Encoder, SingleValueEncodingContainer {
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private let type: ValueType
  /// Whether the value is an element of an array of this type.
  private let isElement: Bool
  /// The text of a single value, or `nil` for `NULL`.
  private var single: String?
  /// The encoders of the elements, or `nil` if the value is not a list.
  private var elements: [PostgresValueEncoder]?

  init(_ type: ValueType, _ codingPath: [any CodingKey], isElement: Bool = false) {
    self.type = type
    self.codingPath = codingPath
    self.isElement = isElement
  }

  /// The encoded text, or `nil` for `NULL`.
  ///
  /// - Throws: `PostgresError` for a list if the column is not an array, and for an empty list inside a list.
  var text: String? {
    get throws {
      guard let elements else { return single }
      guard type.isArray else { throw error("is a list, and the column is no array") }
      if elements.isEmpty, isElement {
        throw error("has an empty list in a list, which arrays of the server cannot have")
      }
      let parts = try elements.map { element in
        let text = try element.text
        return element.elements == nil ? PostgresArray.text(of: text) : text ?? ""
      }
      return "{" + parts.joined(separator: String(UnicodeScalar(type.delimiter))) + "}"
    }
  }

  private func error(_ words: String) -> PostgresError {
    PostgresError("“\(codingPath.last?.stringValue ?? "")” \(words)")
  }

  func take(_ value: any Encodable) throws {
    if let text = try PostgresRowEncoder.scalar(value, isElement ? type.ofElement : type) {
      single = text
    } else {
      try value.encode(to: self)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(NoColumns(codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    elements = elements ?? []
    return List(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { single = nil }
  func encode(_ value: some Encodable) throws { try take(value) }

  private func next() -> PostgresValueEncoder {
    let element = PostgresValueEncoder(type, codingPath, isElement: true)
    elements?.append(element)
    return element
  }

  private struct List: UnkeyedEncodingContainer {
    let encoder: PostgresValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.elements?.count ?? 0 }

    func encodeNil() { encoder.next().encodeNil() }
    func encode(_ value: some Encodable) throws { try encoder.next().take(value) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      encoder.next().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.next().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder.next() }
  }
}

/// A container that rejects values with their own columns, which only JSON supports.
struct NoColumns<Key: CodingKey>: KeyedEncodingContainerProtocol {
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
    PostgresValueEncoder(.unknown, codingPath).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { PostgresValueEncoder(.unknown, codingPath) }
  func superEncoder(forKey key: Key) -> any Encoder { PostgresValueEncoder(.unknown, codingPath) }
}
#endif
