/// What is to be said of an edit once it is on screen.
@usableFromInline enum EditNote<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The edit named something that is not there.
  case notFound(TableEdit<Section, Row>)
  /// These rows are to be shown anew although their content compares equal.
  case refreshed(Set<Row.Identity>)
  /// Nobody is to look for what has stayed.
  case undifferenced
}

extension Sequence {
  /// The edits that found nothing.
  func notFound<Section, Row>() -> [TableEdit<Section, Row>] where Element == EditNote<Section, Row> {
    compactMap { if case .notFound(let edit) = $0 { edit } else { nil } }
  }

  /// The rows to be shown anew.
  func refreshed<Section, Row>() -> Set<Row.Identity> where Element == EditNote<Section, Row> {
    reduce(into: []) { if case .refreshed(let ids) = $1 { $0.formUnion(ids) } }
  }
}
