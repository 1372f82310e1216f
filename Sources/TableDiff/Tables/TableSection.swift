/// A section: a value, and the rows under it.
public struct TableSection<Section: Diffable, Row: Diffable> {
  /// What the section is: its identity, and what its header shows.
  public var value: Section

  /// The rows, in order.
  public var rows: SectionRows<Row>

  /// Creates a section.
  ///
  /// - Parameters:
  ///   - value: What the section is.
  ///   - rows: Its rows, in order.
  /// - Complexity: O(1) for an array and for the rows of another section, else O(*n*).
  @inlinable public init(_ value: Section, rows: some Sequence<Row>) {
    self.value = value
    self.rows = SectionRows(rows)
  }
}

extension TableSection {
  /// The identity of the section's value.
  @inlinable public var identity: Section.Identity { value.identity }
}

extension TableSection: Sendable where Section: Sendable, Row: Sendable {}
extension TableSection: Equatable where Section: Equatable, Row: Equatable {}
extension TableSection: Hashable where Section: Hashable, Row: Hashable {}

/// The sections of a table, in order.
public struct TableSections<Section: Diffable, Row: Diffable>: RandomAccessCollection {
  @usableFromInline package let rope: SectionList<Section, Row>

  @inlinable package init(_ rope: SectionList<Section, Row>) { self.rope = rope }

  /// Zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of sections.
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
  /// The value and the rows, as Swift would print them.
  public var description: String { "\(value): \(rows)" }
}

extension TableSections: CustomStringConvertible {
  /// The sections with their rows, as Swift would print them.
  public var description: String { "[\(map(\.description).joined(separator: "; "))]" }
}
