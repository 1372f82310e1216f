/// The reason why a view must reload a table instead of performing batch updates.
public struct ReloadReason: Hashable, Sendable, CustomStringConvertible {
  /// A human-readable description of the reason.
  public let description: String

  package init(_ description: String) { self.description = description }

  @usableFromInline package static let notComparable = ReloadReason("the rows cannot be compared")
  /// The hashes of identities collide too often to match the rows at an acceptable cost.
  @usableFromInline package static let tooManyCollisions = ReloadReason("the hashes of identities collide too often")
  @usableFromInline package static let tooLarge = ReloadReason("the table is too large to be diffed")
}

/// The difference between two tables, as a series of batch updates that every view accepts.
///
/// - Rows and sections that both tables contain are never deleted and inserted again. However, the rows of a deleted or
///   inserted section are deleted or inserted together with the section.
/// - The number of moves of rows, and of sections with unique identities, is minimal.
/// - A row whose content has changed is updated exactly once, whether or not it has moved.
///
/// A changeset stores only indices. The tables between its batch updates are computed on access.
public struct Changeset<Section: Diffable, Row: Diffable> {
  /// The table before the changes.
  public let source: TableSnapshot<Section, Row>

  /// The table after the changes.
  public let target: TableSnapshot<Section, Row>

  /// The reason for a reload, or `nil` if the changeset contains batch updates.
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

  /// Creates a changeset with the indices of another changeset, whose tables must have corresponding rows.
  @inlinable package init<OtherSection: Diffable, OtherRow: Diffable>(
    source: TableSnapshot<Section, Row>, target: TableSnapshot<Section, Row>,
    indicesOf other: Changeset<OtherSection, OtherRow>
  ) {
    self.source = source
    self.target = target
    plan = other.plan
    reload = other.reload
  }

  /// Whether the two tables have no differences.
  @inlinable public var isEmpty: Bool { reload == nil && operationCount == 0 }

  /// The total number of operations in all batch updates.
  @inlinable public var operationCount: Int { plan.operationCount }

  /// The batch updates that change ``source`` to ``target``, in order.
  ///
  /// There are at most three batch updates, and none of them is empty:
  ///
  /// 1. Content updates. The resulting table has the structure of the source and the content of the target.
  /// 2. Structural changes: insertions, deletions and moves.
  /// 3. Section moves that cannot be combined with the row operations in these sections.
  @inlinable public var stages: [BatchUpdate<Section, Row>] {
    if plan.operationCount == 0 { return [] }
    var stages: [BatchUpdate<Section, Row>] = []
    stages.reserveCapacity(2)
    if plan.hasUpdates { stages.append(BatchUpdate(.updates, of: plan, from: source, to: target)) }
    if plan.hasStructure { stages.append(BatchUpdate(.structure, of: plan, from: source, to: target)) }
    if !plan.movedSections.isEmpty { stages.append(BatchUpdate(.sectionMoves, of: plan, from: source, to: target)) }
    return stages
  }
}

extension Changeset: Sendable where Section: Sendable, Row: Sendable {}

extension Changeset: CustomStringConvertible {
  /// A textual representation of the batch updates.
  public var description: String {
    if let reload { return "reload: \(reload)" }
    if isEmpty { return "no change" }
    return stages.map { "\($0.operations)" }.joined(separator: "; ")
  }
}
