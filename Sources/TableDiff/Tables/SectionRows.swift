/// The rows of a section, in order.
///
/// A collection that adopts an array without a copy, and shares what an edit leaves alone with its earlier versions.
public struct SectionRows<Row> {
  @usableFromInline package typealias Storage = Rope<Row, Weightless<Row>>

  @usableFromInline package var rope: Storage

  @inlinable package init(_ rope: Storage) { self.rope = rope }

  /// Takes rows as they are.
  ///
  /// - Complexity: O(1) for an array and for the rows of another section, else O(*n*).
  @inlinable public init(_ rows: some Sequence<Row>) { rope = (rows as? SectionRows)?.rope ?? Storage(Array(rows)) }
}

extension SectionRows: RandomAccessCollection {
  /// Runs through the rows as fast as through an array.
  @inlinable public func makeIterator() -> some IteratorProtocol<Row> { rope.makeIterator() }

  /// Zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of rows.
  @inlinable public var endIndex: Int { rope.count }

  /// The row at an index.
  ///
  /// - Complexity: O(1) for rows that came as one array; O(log *n*) after edits. Iterate rather than count upwards.
  @inlinable public subscript(position: Int) -> Row {
    _read {
      precondition(position >= 0 && position < rope.count, "the index is out of range")
      yield rope[position]
    }
  }
}

extension SectionRows: Sendable where Row: Sendable {}

extension SectionRows: CustomStringConvertible {
  /// The rows, as Swift would print them.
  public var description: String { "[\(map { "\($0)" }.joined(separator: ", "))]" }
}

extension SectionRows: Equatable where Row: Equatable {}
extension SectionRows: Hashable where Row: Hashable {}
