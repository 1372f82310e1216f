/// A section of a table, which consists of a value and rows.
public struct TableSection<Section: Diffable, Row: Diffable> {
  /// The value of the section, which provides the section's identity and the content of its header.
  public var value: Section

  /// The rows of the section, in order.
  public var rows: SectionRows<Row>

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - value: The value of the section.
  ///   - rows: The rows of the section, in order.
  /// - Complexity: O(1) for an array or the rows of another section, otherwise O(*n*).
  @inlinable public init(_ value: Section, rows: some Sequence<Row>) {
    self.value = value
    self.rows = SectionRows(rows)
  }
}

extension TableSection {
  @inlinable package var identity: Section.Identity { value.identity }
}

extension TableSection: Sendable where Section: Sendable, Row: Sendable {}
extension TableSection: Equatable where Section: Equatable, Row: Equatable {}
extension TableSection: Hashable where Section: Hashable, Row: Hashable {}

/// A collection of the sections of a table, in order.
public struct TableSections<Section: Diffable, Row: Diffable>: RandomAccessCollection {
  @usableFromInline package let rope: SectionList<Section, Row>

  @inlinable package init(_ rope: SectionList<Section, Row>) { self.rope = rope }

  /// The index of the first section, which is zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of sections in the table.
  @inlinable public var endIndex: Int { rope.count }

  /// The section at an index.
  ///
  /// - Complexity: O(log *n*).
  @inlinable public subscript(position: Int) -> TableSection<Section, Row> {
    precondition(position >= 0 && position < rope.count, "the index is out of range")
    return rope[position]
  }
}

extension TableSections: Sendable where Section: Sendable, Row: Sendable {}

extension TableSection: CustomStringConvertible {
  /// A textual representation of the section's value and rows.
  public var description: String { "\(value): \(rows)" }
}

extension TableSections: CustomStringConvertible {
  /// A textual representation of the sections and their rows.
  public var description: String { "[\(map(\.description).joined(separator: "; "))]" }
}
