/// A table as it goes through the pipeline.
///
/// If its rows are objects, their identities were captured when it came in.
@usableFromInline struct Snapshot<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline var table: Table<Section, Row>

  /// The same rows with the identities they had; `nil` for rows that are values, which cannot change.
  @usableFromInline let captured: Table<Section, CapturedRow<Row>>?

  /// Takes a table as it is now.
  ///
  /// - Complexity: O(1); O(*n*) for rows that are objects.
  @inlinable init(_ table: Table<Section, Row>) {
    self.table = table
    captured = Row.self is AnyObject.Type ? table.mapRows { CapturedRow($0) } : nil
  }

  @inlinable init(_ table: Table<Section, Row>, captured: Table<Section, CapturedRow<Row>>?) {
    self.table = table
    self.captured = captured
  }
}
