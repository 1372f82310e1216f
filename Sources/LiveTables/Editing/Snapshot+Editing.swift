extension CapturedTable {
  /// Edits the table, and tells rows apart by the identities that were captured.
  mutating func apply(_ edit: TableEdit<Section, Row>) -> TableEdit<Section, Row>.Effect {
    var finder = RowFinder<Section, Row>()
    return apply(edit, with: &finder)
  }

  /// Edits the table, with a finder for rows that are named by identity.
  ///
  /// - Complexity: That of the edit; O(*n*) for rows that are objects.
  @inlinable mutating func apply(
    _ edit: TableEdit<Section, Row>, with finder: inout RowFinder<Section, Row>
  ) -> TableEdit<Section, Row>.Effect {
    captured == nil ? edit.apply(to: &table, with: &finder) : applyCaptured(edit)
  }

  @usableFromInline mutating func applyCaptured(
    _ edit: TableEdit<Section, Row>
  ) -> TableEdit<Section, Row>.Effect {
    guard var captured else { return .notFound }
    let effect: TableEdit<Section, Row>.Effect =
      switch edit.mapRows({ CapturedRow($0) }, back: { $0.row }).apply(to: &captured) {
      case .done: .done
      case .refreshed(let id): .refreshed(id)
      case .undifferenced: .undifferenced
      case .notFound: .notFound
      }
    if effect != .notFound { self = CapturedTable(captured.mapRows(\.row), captured: captured, value: value) }
    return effect
  }
}
