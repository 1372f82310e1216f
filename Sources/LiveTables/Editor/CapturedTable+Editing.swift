extension CapturedTable {
  mutating func apply(_ edit: TableEdit<Section, Row>) -> TableEdit<Section, Row>.Effect {
    var finder = RowFinder<Section, Row>()
    return apply(edit, with: &finder)
  }

  /// Applies an edit to the table, using a finder for rows that are specified by identity.
  ///
  /// - Complexity: The complexity of the edit, or O(*n*) if the rows are objects.
  @inlinable mutating func apply(
    _ edit: TableEdit<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> TableEdit<Section, Row>.Effect {
    if captured == nil { return edit.apply(to: &table, with: &finder) }
    // The finder is not used for the edit below.
    finder.noteStructure(in: table)
    return applyCaptured(edit)
  }

  @usableFromInline mutating func applyCaptured(
    _ edit: TableEdit<Section, Row>
  ) -> TableEdit<Section, Row>.Effect {
    guard var captured else { return .notFound }
    var finder = RowFinder<Section, CapturedRow<Row>>()
    let effect: TableEdit<Section, Row>.Effect
    switch edit.unanchored(in: table).captured().apply(to: &captured, with: &finder) {
    case .done: effect = .done
    case .refreshed(let ids): effect = .refreshed(ids)
    case .undiffed: effect = .undiffed
    case .notFound: return .notFound
    }
    self = CapturedTable(captured.mapRows(\.row), captured: captured, value: value)
    return effect
  }

  @inlinable func paths(
    of rows: TableEdit<Section, Row>.Rows, with finder: inout RowFinder<Section, Row>
  ) -> [RowPath] {
    captured == nil ? rows.paths(in: table, with: &finder) ?? [] : capturedPaths(of: rows)
  }

  @usableFromInline func capturedPaths(of rows: TableEdit<Section, Row>.Rows) -> [RowPath] {
    var finder = RowFinder<Section, CapturedRow<Row>>()
    return captured.flatMap { rows.captured().paths(in: $0, with: &finder) } ?? []
  }
}
