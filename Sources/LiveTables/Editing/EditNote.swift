/// Information about an edit that is reported when the edit is on screen.
@usableFromInline enum EditNote<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The table lacked the rows, section or place of the edit.
  case notFound(TableEdit<Section, Row>)
  /// These rows must be shown again although their content compares equal.
  case refreshed(Set<Row.Identity>)
  /// These rows have a new identity.
  case renamed([Row.Identity: Row.Identity])
  /// The new rows must not be compared with the old ones.
  case undiffed
}

/// A note that is reported once, perhaps merged with other notes of its kind.
protocol MergeableNote {
  /// Merges a later note of the same kind.
  ///
  /// - Returns: Whether the notes were merged, which not all kinds support.
  mutating func merge(_ later: Self) -> Bool
}

extension EditNote: MergeableNote {
  mutating func merge(_ later: EditNote) -> Bool {
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
  func notFound<Section, Row>() -> [TableEdit<Section, Row>] where Element == EditNote<Section, Row> {
    isEmpty ? [] : compactMap { if case .notFound(let edit) = $0 { edit } else { nil } }
  }

  func refreshed<Section, Row>() -> Set<Row.Identity> where Element == EditNote<Section, Row> {
    isEmpty ? [] : reduce(into: []) { if case .refreshed(let ids) = $1 { $0.formUnion(ids) } }
  }

  /// Returns the changes of rows that a diff cannot detect.
  func marks<Section, Row>() -> RowMarks<Row.Identity> where Element == EditNote<Section, Row> {
    var marks = RowMarks(refreshed: refreshed())
    for case .renamed(let ids) in self { marks.renamed.chain(ids) }
    return marks
  }
}

extension Dictionary where Key == Value {
  /// Adds later names, so that a row that was renamed twice has the last name.
  package mutating func chain(_ later: Self) {
    if later.isEmpty { return }
    for (old, name) in self { if let newer = later[name] { self[old] = newer } }
    merge(later) { _, newer in newer }
  }
}
