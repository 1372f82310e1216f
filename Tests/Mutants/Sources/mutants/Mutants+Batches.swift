/// Faults that produce batches which a view rejects or which are not minimal.
extension Mutant {
  static let batches: [Mutant] = [
    .rewrite(
      "stages-merged", [1], .tests("ExhaustiveStageTests"), quick: true, in: File.changeset,
      ("if plan.hasUpdates {", "if plan.hasUpdates, !(PLANTED && !plan.structure.isEmpty) {"),
      (
        "stages.append(BatchUpdate(.structure, of: plan, from: source, to: target))",
        """
        var structure = plan.structure
        if PLANTED {
          structure.updatedRows = plan.updates.updatedRows
          structure.updatedSections = plan.updates.updatedSections
        }
        let merged = BatchUpdate(unchecked: structure, source: source, target: target)
        stages.append(PLANTED ? merged : BatchUpdate(.structure, of: plan, from: source, to: target))
        """
      )),
    .expression(
      "update-index-in-the-wrong-space", [10], .tests("StagePlannerTests|RandomChangesetTests"), quick: true,
      in: File.planner, "rows.updates[index]", "Pair(old: rows.updates[index].new, new: rows.updates[index].new)"),
    .expression(
      "moved-sections-not-staged", [2], .tests("ExhaustiveStageTests|HazardTests"), quick: true,
      in: File.planner, "sections.moves.contains(where: { touched[Int($0.old)] })", "false"),
    .expression(
      "everything-moves", [11], .tests("OrderingTests"), quick: true, in: File.ordering,
      "kept[index]", "0", within: "var offset = kept[index]"),
    .rewrite(
      "index-named-twice", [11], .tests("ExhaustiveStageTests|StagePropertyTests"), in: File.planner,
      (
        "    structure.deletedSections = sections.deleted\n",
        "    structure.deletedSections = PLANTED ? sections.deleted + sections.deleted : sections.deleted\n"
      )),
    .rewrite(
      "row-of-a-deleted-section-named", [3], .tests("ExhaustiveStageTests"), in: File.planner,
      (
        "    structure.insertedSections = sections.inserted\n",
        """
            structure.insertedSections = sections.inserted
            if PLANTED, let gone = sections.deleted.first {
              structure.deletedRows.append(RowPath(section: gone, row: 0))
            }

        """
      )),
    .expression(
      "script-deletes-from-the-front", [12], .tests("ChangesetStepsTests"), in: File.sequencer,
      "batch.deletedRows.ascending().reversed()", "batch.deletedRows.ascending()"),
    .rewrite(
      "view-kept-between-stages", [14], .tests("BatchTests/diesBetweenStages"), in: File.applier,
      (
        "  private var loggedStamp: Int\n",
        "  private var loggedStamp: Int\n  private var held: AnyObject?\n"
      ),
      (
        "      let next = stage.index + 1\n",
        "      let next = stage.index + 1\n      if PLANTED { held = view }\n"
      )),
    .rewrite(
      "all-stages-in-one-turn", [32], .tests("ReentrancyTests/turnsBetweenStages"), in: File.applier,
      (
        "      if next < update.stages.count {\n",
        """
              if PLANTED {
                for stage in update.stages.dropFirst(next) { _ = perform(stage, isAnimated: isAnimated, on: view) }
              }
              if !PLANTED, next < update.stages.count {

        """
      )),
  ]
}
