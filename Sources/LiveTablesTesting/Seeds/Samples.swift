@_spi(Adapters) public import LiveTablesCells

/// A row of random tables, with an identity and a content.
public struct SampleRow: Diffable, Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// The identity.
  public var id: Int
  /// The content.
  public var content: Int

  /// Creates a row.
  public init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
  }

  /// The identity, followed by a prime for each unit of the content, such as `7''`.
  public var description: String {
    content >= 0 && content < 4 ? "\(id)" + String(repeating: "'", count: content) : "\(id)'\(content)"
  }
}

/// A section of random tables, with an identity and a content.
public struct SampleSection: Diffable, Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// The identity.
  public var id: Int
  /// The content.
  public var content: Int

  /// Creates a section.
  public init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
  }

  /// The identity as a letter if it is less than 26, followed by a prime for each unit of the content, such as `A'`.
  public var description: String {
    let name = id >= 0 && id < 26 ? String(Character(Unicode.Scalar(UInt8(65 + id)))) : "S\(id)"
    return content >= 0 && content < 4 ? name + String(repeating: "'", count: content) : "\(name)'\(content)"
  }
}

/// The type of tables that ``RandomTables`` generates.
public typealias SampleTable = TableSnapshot<SampleSection, SampleRow>
