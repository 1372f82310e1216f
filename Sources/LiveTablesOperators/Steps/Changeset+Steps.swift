public import LiveTables

extension Changeset {
  /// The changeset as consecutive steps, for views and models that apply one change at a time.
  ///
  /// `NSTableView` (between `beginUpdates` and `endUpdates`), `GListModel` and arrays do not support batches. Each call
  /// acts on the result of the previous calls. The indices of each step are valid when the step is applied.
  ///
  /// - Rows and sections that both tables contain are never deleted and inserted again. Each moves in a single step, if
  ///   at all.
  /// - The number of steps equals the number of operations in the changeset.
  /// - Content updates are applied first, then row deletions, insertions and moves, and finally section changes.
  /// - If the changeset is a `reload`, there are no steps. To show `target`, reload the view.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations, independent of the size of the table.
  public var steps: [SequentialStep] { plan.sequentialSteps }
}

extension BatchOperations {
  /// The batch as consecutive steps.
  ///
  /// If the batch is legal, the indices of the steps are valid.
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
