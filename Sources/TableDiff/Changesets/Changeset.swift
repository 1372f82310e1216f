/// Why a table has to be shown by reloading instead of by batches.
public struct ReloadReason: Hashable, Sendable, CustomStringConvertible {
  /// What happened, for people.
  public let description: String

  /// Creates a custom reason.
  ///
  /// - Parameter description: What happened, for people.
  package init(_ description: String) { self.description = description }

  /// The rows cannot be compared (``Opaque``).
  @usableFromInline package static let notComparable = ReloadReason("the rows cannot be compared")
  /// Hashes of identities collide too often to tell rows apart within the budget.
  @usableFromInline package static let tooManyCollisions = ReloadReason("the hashes of identities collide too often")
  /// A table has more rows or sections than indices of 32 bits can name.
  @usableFromInline package static let tooLarge = ReloadReason("the table is too large to be diffed")
}

/// How to get from one table to another: stages, each of which is a batch that every view accepts.
///
/// - Rows and sections on both sides survive: what `source` and `target` have in common is never deleted or inserted,
///   with one exception: rows of a section that goes, go with it, and rows of a new section come with it.
/// - Moves are the fewest possible, for rows and for sections with unique identities.
/// - A row whose content changed is updated exactly once, moved or not.
///
/// A changeset holds indices; the tables between its stages are made when they are asked for.
public struct Changeset<Section: Diffable, Row: Diffable> {
  /// The table before.
  public let source: TableSnapshot<Section, Row>

  /// The table after.
  public let target: TableSnapshot<Section, Row>

  /// Why there are no stages although the tables may differ; `nil` for a true difference.
  public let reload: ReloadReason?

  @usableFromInline package let plan: StagePlan

  @inlinable package init(source: TableSnapshot<Section, Row>, target: TableSnapshot<Section, Row>, plan: StagePlan) {
    self.source = source
    self.target = target
    self.plan = plan
    reload = nil
  }

  /// A changeset that shows its target by reloading.
  ///
  /// - Parameters:
  ///   - target: The table after.
  ///   - source: The table before.
  ///   - reason: Why there are no stages.
  @inlinable package init(
    reloading target: TableSnapshot<Section, Row>, from source: TableSnapshot<Section, Row>,
    because reason: ReloadReason
  ) {
    self.source = source
    self.target = target
    plan = .empty
    reload = reason
  }

  /// A changeset of one batch.
  ///
  /// - Parameters:
  ///   - source: The table before.
  ///   - target: The table after.
  ///   - structure: What leads from one to the other: rows and sections that come, go and move.
  package init(
    source: TableSnapshot<Section, Row>, target: TableSnapshot<Section, Row>, structure: BatchOperations
  ) {
    self.init(source: source, target: target, plan: StagePlan(structure: structure))
  }

  /// A changeset with the indices of another one, whose tables have rows in the same places.
  @inlinable package init<OtherSection: Diffable, OtherRow: Diffable>(
    source: TableSnapshot<Section, Row>, target: TableSnapshot<Section, Row>,
    indicesOf other: Changeset<OtherSection, OtherRow>
  ) {
    self.source = source
    self.target = target
    plan = other.plan
    reload = other.reload
  }

  /// Whether there is nothing to do.
  @inlinable public var isEmpty: Bool { reload == nil && operationCount == 0 }

  /// How many operations all stages have together.
  @inlinable public var operationCount: Int { plan.operationCount }

  /// Batches, to be applied in order.
  ///
  /// At most three; none of them is empty.
  ///
  /// 1. Content updates: the source's structure, the target's content.
  /// 2. Structure: everything appears, goes and moves, in the indices of its own tables before and after.
  /// 3. Moves of sections, where they cannot share a stage with the rows that change in them.
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
  /// The stages in words.
  public var description: String {
    if let reload { return "reload: \(reload)" }
    if isEmpty { return "no change" }
    return stages.map { "\($0.operations)" }.joined(separator: "; ")
  }
}
