/// One change of what a view shows, for followers that keep paths of rows.
@MainActor package final class ShownChange<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// How the view was updated.
  package enum Kind {
    /// Not at all: every row keeps its path.
    case unseen
    /// By a batch update.
    case batch(BatchOperations)
    /// By reloading.
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

  /// Maps paths through the change: by the operations of a batch, by identity and occurrence through a reload.
  ///
  /// - Parameter paths: Paths before the change.
  /// - Returns: The path of each row after the change, or `nil` if the row is gone.
  /// - Complexity: O(*k* log *k* + *m* log *k*) for *m* paths through *k* operations; O(*n*) through a reload.
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

  /// The paths of the rows that this batch deleted, before it.
  package var departures: [RowPath] {
    guard case .batch(let operations) = kind else { return [] }
    return operations.deletedRows + source.table.paths(inSections: operations.deletedSections)
  }

  /// The paths of the rows that this batch inserted, in order.
  ///
  /// They include rows that survive: one that leaves a deleted section or enters an inserted one is deleted and inserted.
  package var arrivals: [RowPath] {
    guard case .batch(let operations) = kind else { return [] }
    return (operations.insertedRows + target.table.paths(inSections: operations.insertedSections)).ascending()
  }
}

/// Follows what a view shows; the view's link calls it on the main actor, in the order of events.
@MainActor package protocol LinkFollower<Section, Row>: AnyObject {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable

  /// Another table is shown from now on.
  ///
  /// The view may be in the middle of a batch: do not update it here, and do not keep the change.
  func follow(_ change: ShownChange<Section, Row>)

  /// All of a change is on screen, and the view is idle.
  func rest()

  /// The binding has ended.
  func end()
}
