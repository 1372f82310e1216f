public import LiveTables

extension Changeset {
  /// The changeset for views that perform one call at a time, and for models that have to be consistent after each step.
  ///
  /// `NSTableView` between `beginUpdates` and `endUpdates`, `GListModel` and plain arrays know no batches: each call acts
  /// on what the calls before it have left. Here is a list of such calls, each in range when its turn comes.
  ///
  /// - What survives is never deleted and inserted again: it stays, or is moved by one step.
  /// - There are as many steps as the changeset has operations.
  /// - Content is updated first; then rows go, arrive and move; then sections.
  /// - A reload has no steps: where `reload` says why, show `target` by reloading.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations; the size of the table does not matter.
  public var steps: [SequentialStep] { plan.sequentialSteps }
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
    content.update(sections: updatedSections.map(\.to), rows: updatedRows.map(\.to))
    var structure = Sequencer(self.structure)
    structure.restructure { movedSections.isEmpty ? $0 : intermediateOrder[$0] }
    return content.steps + structure.steps + sectionMoves.sequentialSteps
  }
}
