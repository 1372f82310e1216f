@_spi(Adapters) public import LiveTablesCells

/// A row of random tables: an identity, and content that may change.
public struct SampleRow: Diffable, Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// Who this is.
  public var id: Int
  /// What it shows.
  public var content: Int

  /// Creates a row.
  public init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
  }

  /// The identity, with one prime for each step of the content: `7''`.
  public var description: String {
    content >= 0 && content < 4 ? "\(id)" + String(repeating: "'", count: content) : "\(id)'\(content)"
  }
}

/// A section of random tables: an identity, and content that may change.
public struct SampleSection: Diffable, Identifiable, Hashable, Sendable, CustomStringConvertible {
  /// Who this is.
  public var id: Int
  /// What its header shows.
  public var content: Int

  /// Creates a section.
  public init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
  }

  /// The identity as a letter, if it is one of the first 26, with one prime for each step of the content: `A'`.
  public var description: String {
    let name = id >= 0 && id < 26 ? String(Character(Unicode.Scalar(UInt8(65 + id)))) : "S\(id)"
    return content >= 0 && content < 4 ? name + String(repeating: "'", count: content) : "\(name)'\(content)"
  }
}

/// A table of the kind that ``RandomTables`` makes.
public typealias SampleTable = TableSnapshot<SampleSection, SampleRow>
