public import LiveTables

extension Changeset {
  /// The changeset as consecutive steps, for views and models that apply one change at a time.
  ///
  /// `NSTableView` between `beginUpdates` and `endUpdates`, `GListModel` and arrays do not support batches: each call
  /// acts on the result of the previous calls. The indices of each step are valid when it is applied.
  ///
  /// - Surviving rows and sections are never deleted and inserted again. They stay, or move in one step.
  /// - The number of steps is the number of operations in the changeset.
  /// - Content is updated first, then rows are deleted, inserted and moved, and finally sections.
  /// - If the changeset is a reload (`reload`), there are no steps: show `target` by reloading.
  ///
  /// - Complexity: O(*k* log *k*) for *k* operations, independent of the size of the table.
  public var steps: [SequentialStep] { plan.sequentialSteps }
}

extension BatchOperations {
  /// The batch as consecutive steps, whose indices are valid if the batch is legal.
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
