/// The reason why a view must reload a table instead of performing batches.
public struct ReloadReason: Hashable, Sendable, CustomStringConvertible {
  /// A human-readable description.
  public let description: String

  package init(_ description: String) { self.description = description }

  @usableFromInline package static let notComparable = ReloadReason("the rows cannot be compared")
  /// The hashes of identities collide too often to match the rows within the budget.
  @usableFromInline package static let tooManyCollisions = ReloadReason("the hashes of identities collide too often")
  @usableFromInline package static let tooLarge = ReloadReason("the table is too large to be diffed")
}

/// The difference between two tables, as a series of batches that every view accepts.
///
/// - Rows and sections that both tables contain are never deleted and inserted again. However, rows in a deleted or
///   inserted section are deleted or inserted together with the section.
/// - The number of moves is minimal, for rows and for sections with unique identities.
/// - A row whose content has changed is updated exactly once, whether or not it has moved.
///
/// A changeset stores indices. The tables between its stages are computed on access.
public struct Changeset<Section: Diffable, Row: Diffable> {
  /// The table before the changes.
  public let source: TableSnapshot<Section, Row>

  /// The table after the changes.
  public let target: TableSnapshot<Section, Row>

  /// The reason for a reload, or `nil` if the changeset contains stages.
  public let reload: ReloadReason?

  @usableFromInline package let plan: StagePlan

  @inlinable package init(source: TableSnapshot<Section, Row>, target: TableSnapshot<Section, Row>, plan: StagePlan) {
    self.source = source
    self.target = target
    self.plan = plan
    reload = nil
  }

  @inlinable package init(
    reloading target: TableSnapshot<Section, Row>, from source: TableSnapshot<Section, Row>,
    because reason: ReloadReason
  ) {
    self.source = source
    self.target = target
    plan = .empty
    reload = reason
  }

  package init(
    source: TableSnapshot<Section, Row>, target: TableSnapshot<Section, Row>, structure: BatchOperations
  ) {
    self.init(source: source, target: target, plan: StagePlan(structure: structure))
  }

  /// Creates a changeset with the indices of another changeset.
  ///
  /// The tables of both changesets must have corresponding rows.
  @inlinable package init<OtherSection: Diffable, OtherRow: Diffable>(
    source: TableSnapshot<Section, Row>, target: TableSnapshot<Section, Row>,
    indicesOf other: Changeset<OtherSection, OtherRow>
  ) {
    self.source = source
    self.target = target
    plan = other.plan
    reload = other.reload
  }

  /// Whether the tables have no differences.
  @inlinable public var isEmpty: Bool { reload == nil && operationCount == 0 }

  /// The total number of operations in all stages.
  @inlinable public var operationCount: Int { plan.operationCount }

  /// The batches that lead from ``source`` to ``target``, in order.
  ///
  /// There are at most three stages, and none of them is empty:
  ///
  /// 1. Content updates. The result has the structure of the source and the content of the target.
  /// 2. Structural changes: insertions, deletions and moves.
  /// 3. Section moves that cannot be combined with the row operations in these sections.
  @inlinable public var stages: [BatchUpdate<Section, Row>] {
    if plan.operationCount == 0 { return [] }
    var stages: [BatchUpdate<Section, Row>] = []
    stages.reserveCapacity(2)
    if plan.hasUpdates { stages.append(BatchUpdate(.updates, of: plan, from: source, to: target)) }
    if !plan.structure.isEmpty { stages.append(BatchUpdate(.structure, of: plan, from: source, to: target)) }
    if !plan.movedSections.isEmpty { stages.append(BatchUpdate(.sectionMoves, of: plan, from: source, to: target)) }
    return stages
  }
}

extension Changeset: Sendable where Section: Sendable, Row: Sendable {}

extension Changeset: CustomStringConvertible {
  /// A textual representation of the stages.
  public var description: String {
    if let reload { return "reload: \(reload)" }
    if isEmpty { return "no change" }
    return stages.map { "\($0.operations)" }.joined(separator: "; ")
  }
}
