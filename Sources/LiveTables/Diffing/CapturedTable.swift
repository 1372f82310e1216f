/// A table on its way through the pipeline.
///
/// If its rows are objects, their identities are captured when it is submitted.
@usableFromInline package struct CapturedTable<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline package var table: TableSnapshot<Section, Row>

  /// The same rows with the identities they had; `nil` for rows that are values, which cannot change.
  @usableFromInline package let captured: TableSnapshot<Section, CapturedRow<Row>>?

  /// The data source's own value that belongs to the table.
  @usableFromInline package var value: (any Sendable)?

  /// Whether rows are objects.
  ///
  /// A type of another size than a reference's is never a class. The compiler sees that, and does not make the code for
  /// objects, which is half of what it would make for a type of rows. It has to see it before it specialises anything, so
  /// this is transparent.
  @_transparent @inlinable static var holdsObjects: Bool {
    MemoryLayout<Row>.size == MemoryLayout<AnyObject>.size && Row.self is any AnyObject.Type
  }

  /// Takes a table as it is now.
  ///
  /// - Complexity: O(1); O(*n*) for rows that are objects.
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
