/// A table as it goes through the pipeline.
///
/// If its rows are objects, their identities were captured when it came in.
@usableFromInline struct Snapshot<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  @usableFromInline private(set) var table: Table<Section, Row>

  /// The same rows with the identities they had; `nil` for rows that are values, which cannot change.
  @usableFromInline private(set) var captured: Table<Section, CapturedRow<Row>>?

  /// Takes a table as it is now.
  ///
  /// - Complexity: O(1); O(*n*) for rows that are objects.
  @inlinable init(_ table: Table<Section, Row>) {
    self.table = table
    captured = Row.self is AnyObject.Type ? table.mapRows { CapturedRow($0) } : nil
  }

  @usableFromInline init(_ table: Table<Section, Row>, captured: Table<Section, CapturedRow<Row>>?) {
    self.table = table
    self.captured = captured
  }

  /// Edits the table, and tells rows apart by the identities that were captured.
  ///
  /// - Complexity: That of the edit; O(*n*) for rows that are objects.
  mutating func apply(_ edit: TableEdit<Section, Row>) -> TableEdit<Section, Row>.Effect {
    guard var captured else { return edit.apply(to: &table) }
    let effect: TableEdit<Section, Row>.Effect =
      switch edit.mapRows({ CapturedRow($0) }).apply(to: &captured) {
      case .done: .done
      case .refreshed(let id): .refreshed(id)
      case .notFound: .notFound
      }
    if effect != .notFound { self = Snapshot(captured.mapRows(\.row), captured: captured) }
    return effect
  }
}
