/// A changeset for views that perform one call at a time, and for models that have to be consistent after each step.
///
/// `NSTableView` between `beginUpdates` and `endUpdates`, `GListModel` and plain arrays know no batches: each call acts
/// on what the calls before it have left. A script is a list of such calls, each in range when its turn comes.
///
/// - What survives is never deleted and inserted again: it stays, or is moved by one step.
/// - There are as many steps as the changeset has operations.
/// - Content is updated first; then rows go, arrive and move; then sections.
/// - A reload has no steps: where ``reload`` says why, show ``target`` by reloading.
public struct SequentialScript<Section: Diffable, Row: Diffable> {
  /// The table before the first step.
  public let source: TableSnapshot<Section, Row>
  /// The table after the last step; what steps insert and update is found there.
  public let target: TableSnapshot<Section, Row>
  /// Why there are no steps although the tables may differ.
  public let reload: ReloadReason?
  /// What to do, in this order.
  public let steps: [SequentialStep]

  /// Creates the script of a changeset.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations; the size of the table does not matter.
  init(_ changeset: Changeset<Section, Row>) {
    source = changeset.source
    target = changeset.target
    reload = changeset.reload
    steps = changeset.plan.sequentialSteps
  }

  /// Creates a custom script, which has not been checked.
  ///
  /// - Parameters:
  ///   - steps: What to do, in this order, in the indices of each moment.
  ///   - source: The table before the first step.
  ///   - target: The table after the last step, in which everything is found that steps insert or update.
  public init(
    _ steps: [SequentialStep], from source: TableSnapshot<Section, Row>, to target: TableSnapshot<Section, Row>
  ) {
    self.source = source
    self.target = target
    self.steps = steps
    reload = nil
  }

  /// Performs the steps on plain arrays, to check them.
  ///
  /// - Parameter sections: The ``source``: section values with their rows.
  /// - Returns: The ``target``, made of `sections` and of what the steps insert and update. A ``reload`` replaces all.
  /// - Throws: ``BatchRule/r0`` if `sections` has another shape than ``source``, else the rule that the first step out
  ///   of range breaks.
  /// - Complexity: O(*k* (*n* + *s*)), as arrays have it.
  public func apply(
    to sections: [(value: Section, rows: [Row])]
  ) throws(BatchError) -> [(value: Section, rows: [Row])] {
    try BatchUpdate<Section, Row>.checkShape(of: sections.map(\.rows.count), is: source.rowCounts)
    if reload != nil { return target.sections.map { ($0.value, Array($0.rows)) } }
    var result = sections
    for step in steps { try step.apply(to: &result, target: target) }
    return result
  }
}

extension SequentialScript: Sendable where Section: Sendable, Row: Sendable {}

extension Changeset {
  /// The changeset for views that perform one call at a time.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations.
  public var script: SequentialScript<Section, Row> { SequentialScript(self) }
}

extension BatchOperations {
  /// The batch for views that perform one call at a time: each step in range when its turn comes, for a legal batch.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations.
  package var sequentialSteps: [SequentialStep] {
    var sequencer = Sequencer(self)
    sequencer.update(sections: updatedSections, rows: updatedRows)
    sequencer.restructure { $0 }
    return sequencer.steps
  }
}

extension StagePlan {
  var sequentialSteps: [SequentialStep] {
    var content = Sequencer(updates)
    content.update(sections: updatedSectionTargets, rows: updatedRowTargets)
    var structure = Sequencer(self.structure)
    structure.restructure { sectionMoves.isEmpty ? $0 : intermediateOrder[$0] }
    return content.steps + structure.steps + sectionMoves.sequentialSteps
  }
}
