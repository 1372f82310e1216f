/// A submitted table.
///
/// If its rows are objects, it also stores their identities at the time of submission.
@usableFromInline package struct CapturedTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline package var table: TableSnapshot<Section, Row>

  /// The table with captured identities, or `nil` if the rows are values.
  @usableFromInline package let captured: TableSnapshot<Section, CapturedRow<Row>>?

  @usableFromInline package var value: (any Sendable)?

  /// The changeset to this table that the table's source has computed, or `nil`.
  @usableFromInline package var knownChangeset: KnownChangeset<Section, Row>?

  /// Whether the rows are objects.
  ///
  /// A type whose size differs from the size of a reference is not a class. For such types, the compiler omits the code
  /// for objects, which is half of the generated code. It must know the type's size before it specializes code, so this
  /// property is transparent.
  @_transparent @inlinable static var holdsObjects: Bool {
    MemoryLayout<Row>.size == MemoryLayout<AnyObject>.size && Row.self is any AnyObject.Type
  }

  /// - Complexity: O(1), or O(*n*) if the rows are objects.
  @inlinable package init(_ table: TableSnapshot<Section, Row>) {
    self.table = table
    captured = Self.holdsObjects ? table.mapRows { CapturedRow($0) } : nil
  }

  @inlinable package init(
    _ table: TableSnapshot<Section, Row>, captured: TableSnapshot<Section, CapturedRow<Row>>?, value: (any Sendable)?
  ) {
    self.table = table
    self.captured = captured
    self.value = value
  }
}
