/// The rows of a section, in order.
///
/// A collection that adopts an array without a copy, and shares what an edit leaves alone with its earlier versions.
public struct SectionRows<Row> {
  @usableFromInline typealias Storage = Rope<Row, Weightless<Row>>

  @usableFromInline var rope: Storage

  @inlinable init(_ rope: Storage) { self.rope = rope }

  /// Creates a collection without rows.
  @inlinable public init() { rope = Storage() }

  /// Takes rows as they are.
  ///
  /// - Complexity: O(1) for an array, else O(*n*).
  @inlinable public init(_ rows: some Sequence<Row>) { rope = Storage(Array(rows)) }
}

extension SectionRows: RandomAccessCollection {
  /// Runs through the rows as fast as through an array.
  public struct Iterator: IteratorProtocol {
    @usableFromInline var base: Storage.Iterator
    @inlinable init(_ base: Storage.Iterator) { self.base = base }

    /// The next row.
    @inlinable public mutating func next() -> Row? { base.next() }
  }

  /// Starts before the first row.
  @inlinable public func makeIterator() -> Iterator { Iterator(rope.makeIterator()) }

  /// Zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of rows.
  @inlinable public var endIndex: Int { rope.count }

  /// The row at an index.
  ///
  /// - Complexity: O(1) for rows that came as one array; O(log *n*) after edits. Iterate rather than count upwards.
  @inlinable public subscript(position: Int) -> Row {
    precondition(position >= 0 && position < rope.count, "the index is out of range")
    return rope[position]
  }
}

extension SectionRows: Sendable where Row: Sendable {}

extension SectionRows: Equatable where Row: Equatable {
  /// Whether both have equal rows in the same order.
  ///
  /// - Complexity: O(1) where both are the same storage, else O(*n*).
  @inlinable public static func == (one: SectionRows, two: SectionRows) -> Bool {
    one.rope.isIdentical(to: two.rope) || (one.count == two.count && one.elementsEqual(two))
  }
}

extension SectionRows: Hashable where Row: Hashable {
  /// Hashes the rows in order.
  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for row in self { hasher.combine(row) }
  }
}
