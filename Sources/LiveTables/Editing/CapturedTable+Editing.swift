extension CapturedTable {
  /// Edits the table, and tells rows apart by the identities that were captured.
  ///
  /// - Parameter edit: The edit.
  /// - Returns: What happened.
  mutating func apply(_ edit: TableEdit<Section, Row>) -> TableEdit<Section, Row>.Effect {
    var finder = RowFinder<Section, Row>()
    return apply(edit, with: &finder)
  }

  /// Edits the table, with a finder for rows that are named by identity.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - finder: Looks for rows by identity, unless they are objects.
  /// - Returns: What happened.
  /// - Complexity: That of the edit; O(*n*) for rows that are objects.
  @inlinable mutating func apply(
    _ edit: TableEdit<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> TableEdit<Section, Row>.Effect {
    if captured == nil { return edit.apply(to: &table, with: &finder) }
    // The finder takes no part in what follows.
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

  /// The paths of rows, by the identities that were captured.
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
