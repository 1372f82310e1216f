/// A collection of the rows of a section, in order.
///
/// The collection adopts an array without copying it, and an edited copy shares unchanged parts with the original.
public struct SectionRows<Row> {
  @usableFromInline package typealias Storage = Rope<Row, Weightless<Row>>

  @usableFromInline package var rope: Storage

  @inlinable package init(_ rope: Storage) { self.rope = rope }

  @inlinable package init(_ rows: some Sequence<Row>) { rope = (rows as? SectionRows)?.rope ?? Storage(Array(rows)) }
}

extension SectionRows: RandomAccessCollection {
  /// Returns an iterator over the rows of the section, which is as fast as an array iterator.
  @inlinable public func makeIterator() -> some IteratorProtocol<Row> { rope.makeIterator() }

  /// The index of the first row, which is zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of rows in the section.
  @inlinable public var endIndex: Int { rope.count }

  /// The row at an index.
  ///
  /// - Complexity: O(1) for rows created from an array, or O(log *n*) after edits. Iterating is faster than indexing.
  @inlinable public subscript(position: Int) -> Row {
    _read {
      precondition(position >= 0 && position < rope.count, "the index is out of range")
      yield rope[position]
    }
  }
}

extension SectionRows: Sendable where Row: Sendable {}

extension SectionRows: CustomStringConvertible {
  /// A textual representation of the section's rows.
  public var description: String { "[\(map { "\($0)" }.joined(separator: ", "))]" }
}

extension SectionRows: Equatable where Row: Equatable {}
extension SectionRows: Hashable where Row: Hashable {}
