public import LiveTablesCells

/// A row in a random table.
public struct SampleRow: Diffable, Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// The identity of the row.
  public var id: Int
  /// The content of the row.
  public var content: Int

  /// Creates a row with an identity and content.
  public init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
  }

  /// The identity, followed by one prime for each unit of content, such as `7''`.
  public var description: String {
    content >= 0 && content < 4 ? "\(id)" + String(repeating: "'", count: content) : "\(id)'\(content)"
  }
}

/// A section in a random table.
public struct SampleSection: Diffable, Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// The identity of the section.
  public var id: Int
  /// The content of the section.
  public var content: Int

  /// Creates a section with an identity and content.
  public init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
  }

  /// The identity as a letter if it is less than 26, followed by one prime for each unit of content, such as `A'`.
  public var description: String {
    let name = id >= 0 && id < 26 ? String(Character(Unicode.Scalar(UInt8(65 + id)))) : "S\(id)"
    return content >= 0 && content < 4 ? name + String(repeating: "'", count: content) : "\(name)'\(content)"
  }
}

/// The type of tables that ``RandomTables`` generates.
public typealias SampleTable = TableSnapshot<SampleSection, SampleRow>
