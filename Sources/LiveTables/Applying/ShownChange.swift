/// A change to the shown table, which observers use to update stored row paths.
@MainActor package final class ShownChange<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  package enum Kind {
    /// The view was not updated, and every row keeps its path.
    case unseen
    /// The view performed a batch update.
    case batch(BatchOperations)
    /// The view was reloaded.
    case reload
  }

  package let source: CapturedTable<Section, Row>
  package let target: CapturedTable<Section, Row>
  package let kind: Kind
  private lazy var map: PathMap? = if case .batch(let operations) = kind { PathMap(operations) } else { nil }

  init(source: CapturedTable<Section, Row>, target: CapturedTable<Section, Row>, kind: Kind) {
    self.source = source
    self.target = target
    self.kind = kind
  }

  /// Maps paths from the table before the change to the table after it.
  ///
  /// After a reload, rows are matched by identity and occurrence.
  ///
  /// - Returns: `nil` for a row that was deleted.
  /// - Complexity: O(*k* log *k* + *m* log *k*) for *m* paths and *k* operations, or O(*n*) after a reload of *n* rows.
  package func targets(of paths: [RowPath]) -> [RowPath?] {
    if paths.isEmpty { return [] }
    switch kind {
    case .unseen: return paths
    case .batch: return paths.map { map?.target(of: $0) }
    case .reload:
      guard let old = source.captured, let new = target.captured else {
        return source.table.places(of: paths, in: target.table)
      }
      return old.places(of: paths, in: new)
    }
  }

  /// The paths before the batch update of the rows that it deletes.
  package var departures: [RowPath] {
    guard case .batch(let operations) = kind else { return [] }
    return operations.deletedRows + source.table.paths(inSections: operations.deletedSections)
  }

  /// The ascending paths after the batch update of the rows that it inserts.
  ///
  /// The paths include existing rows that move out of a deleted section or into an inserted section.
  package var arrivals: [RowPath] {
    guard case .batch(let operations) = kind else { return [] }
    return (operations.insertedRows + target.table.paths(inSections: operations.insertedSections)).ascending()
  }
}
