/// What is reported of an edit once it is on screen.
@usableFromInline enum EditNote<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The table lacked what the edit named.
  case notFound(TableEdit<Section, Row>)
  /// These rows are to be shown again although their content compares equal.
  case refreshed(Set<Row.Identity>)
  /// These rows have another identity from now on.
  case renamed([Row.Identity: Row.Identity])
  /// Rows that stay are not to be looked for.
  case undiffed
}

/// What is to be told once, perhaps with others of its kind.
protocol MergeableNote {
  /// Takes in a later one of the same kind, which then is told with it.
  ///
  /// - Returns: Whether it did; not all kinds do.
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
  /// The edits that found nothing.
  func notFound<Section, Row>() -> [TableEdit<Section, Row>] where Element == EditNote<Section, Row> {
    isEmpty ? [] : compactMap { if case .notFound(let edit) = $0 { edit } else { nil } }
  }

  /// The rows to be shown again.
  func refreshed<Section, Row>() -> Set<Row.Identity> where Element == EditNote<Section, Row> {
    isEmpty ? [] : reduce(into: []) { if case .refreshed(let ids) = $1 { $0.formUnion(ids) } }
  }

  /// What the diff cannot see of rows.
  func marks<Section, Row>() -> RowMarks<Row.Identity> where Element == EditNote<Section, Row> {
    var marks = RowMarks(refreshed: refreshed())
    for case .renamed(let ids) in self { marks.renamed.chain(ids) }
    return marks
  }
}

extension Dictionary where Key == Value {
  /// Adds later names to earlier ones: what was renamed twice has the last name.
  package mutating func chain(_ later: Self) {
    if later.isEmpty { return }
    for (old, name) in self { if let newer = later[name] { self[old] = newer } }
    merge(later) { _, newer in newer }
  }
}
