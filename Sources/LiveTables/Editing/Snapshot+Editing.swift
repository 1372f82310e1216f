extension Snapshot {
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
    if effect != .notFound { self = Snapshot(captured.mapRows(\.row), captured: captured, value: value) }
    return effect
  }
}
