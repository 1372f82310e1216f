/// One change of what a view shows, as those hear of it who follow the rows that they have an interest in.
@MainActor final class ShownChange<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  /// How the view was told.
  enum Kind {
    /// It was not: every row is where it was.
    case unseen
    /// By a batch.
    case batch(BatchOperations)
    /// To show everything anew.
    case reload
  }

  let source: CapturedTable<Section, Row>
  let target: CapturedTable<Section, Row>
  let kind: Kind
  private lazy var map: PathMap? = if case .batch(let operations) = kind { PathMap(operations) } else { nil }

  init(source: CapturedTable<Section, Row>, target: CapturedTable<Section, Row>, kind: Kind) {
    self.source = source
    self.target = target
    self.kind = kind
  }

  /// Where rows are afterwards: through a batch by its operations, through a reload by identity and occurrence.
  ///
  /// - Parameter paths: Places before.
  /// - Returns: For each its place after, or `nil` if it is gone.
  /// - Complexity: O(*k* log *k* + *m* log *k*) for *m* paths through *k* operations; O(*n*) through a reload.
  func targets(of paths: [RowPath]) -> [RowPath?] {
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

  /// The places afterwards of the rows that came into being with this batch: a row that leaves a section which goes, or
  /// enters one which comes, is deleted and inserted although it survives.
  var arrivals: [RowPath] {
    guard case .batch(let operations) = kind else { return [] }
    let sections = target.table.sections
    let inSections = operations.insertedSections.lazy.filter { $0 < sections.count }.flatMap { section in
      (0..<sections[section].rows.count).map { RowPath(section: section, row: $0) }
    }
    return operations.insertedRows + inSections
  }
}

/// Follows what a view shows: told by the view's link, on the main actor, in the order in which things happen.
@MainActor protocol LinkFollower<Section, Row>: AnyObject {
  associatedtype Section: Diffable & Sendable
  associatedtype Row: Diffable & Sendable

  /// What is shown is another table from now on.
  ///
  /// The view may be in the middle of a batch: it must not be told anything. The change is not to be kept.
  func follow(_ change: ShownChange<Section, Row>)

  /// All of a change is on screen, and the view is at rest.
  func rest()

  /// What was bound to the view is not any more.
  func end()
}
