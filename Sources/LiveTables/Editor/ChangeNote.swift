/// Information about an edit that is reported once the view shows the edit.
@usableFromInline enum ChangeNote<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The table did not contain the edit's rows, section or destination.
  case notFound(TableEdit<Section, Row>)
  /// These rows must be refreshed although their content compares equal.
  case refreshed(Set<Row.Identity>)
  /// These rows have received a new identity.
  case renamed([Row.Identity: Row.Identity])
  /// The new rows must not be diffed with the old rows.
  case undiffed
}

/// A note that can be merged with other notes of the same kind.
protocol MergeableNote {
  /// Merges a later note of the same kind, or returns `false` if notes of this kind cannot be merged.
  mutating func merge(_ later: Self) -> Bool
}

extension ChangeNote: MergeableNote {
  mutating func merge(_ later: ChangeNote) -> Bool {
    switch (self, later) {
    case (.refreshed(var ids), .refreshed(let others)):
      self = .undiffed  // so that the set is not copied
      ids.formUnion(others)
      self = .refreshed(ids)
      return true
    case (.undiffed, .undiffed): return true
    default: return false
    }
  }
}

extension Array {
  func notFound<Section, Row>() -> [TableEdit<Section, Row>] where Element == ChangeNote<Section, Row> {
    isEmpty ? [] : compactMap { if case .notFound(let edit) = $0 { edit } else { nil } }
  }

  func refreshed<Section, Row>() -> Set<Row.Identity> where Element == ChangeNote<Section, Row> {
    isEmpty ? [] : reduce(into: []) { if case .refreshed(let ids) = $1 { $0.formUnion(ids) } }
  }

  func hints<Section, Row>() -> DiffHints<Row.Identity> where Element == ChangeNote<Section, Row> {
    var hints = DiffHints(refreshed: refreshed())
    for case .renamed(let ids) in self { hints.renamed.chain(ids) }
    return hints
  }
}

extension Dictionary where Key == Value {
  /// Adds later renames.
  ///
  /// If a row was renamed twice, its last identity is kept.
  package mutating func chain(_ later: Self) {
    if later.isEmpty { return }
    for (old, name) in self { if let newer = later[name] { self[old] = newer } }
    merge(later) { _, newer in newer }
  }
}
