public import LiveTablesCells

/// A row in a random table.
public struct SampleRow: Diffable, Identifiable, Hashable, Sendable {
  /// The identity of the row.
  public var id: Int
  /// The content of the row.
  public var content: Int

  /// Creates a row with an identity and content.
  public init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
  }
}

/// A section in a random table.
public struct SampleSection: Diffable, Identifiable, Hashable, Sendable {
  /// The identity of the section.
  public var id: Int
  /// The content of the section.
  public var content: Int

  /// Creates a section with an identity and content.
  public init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
  }
}

/// The type of tables that ``RandomTables`` generates.
public typealias SampleTable = TableSnapshot<SampleSection, SampleRow>
