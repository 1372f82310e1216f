/// Batches that a view would not accept, or that are not the smallest.
extension Mutant {
  static let batches: [Mutant] = [
    .rewrite(
      "stages-merged", [1], .tests("SmallTablesTests|ExhaustiveStageTests"), quick: true, in: File.changeset,
      (
        "let batches = [plan.updates, plan.structure, plan.sectionMoves]",
        """
        var merged = plan.structure
        merged.updatedRows = plan.updates.updatedRows
        merged.updatedSections = plan.updates.updatedSections
        let batches =
          PLANTED && !plan.structure.isEmpty
          ? [BatchOperations(), merged, plan.sectionMoves] : [plan.updates, plan.structure, plan.sectionMoves]
        """
      )),
    .expression(
      "update-index-in-the-wrong-space", [10], .tests("SmallTablesTests|ExhaustiveStageTests"), quick: true,
      in: File.planner, "rows.old", "rows.new",
      within: "plan.updates.updatedRows.append(RowPath(section: Int(source.old), row: Int(rows.old)))"),
    .expression(
      "moved-sections-not-staged", [2], .tests("SmallTablesTests|ExhaustiveStageTests|HazardTests"), quick: true,
      in: File.planner, "sections.moves.contains(where: { touched[Int($0.old)] })", "false"),
    .expression(
      "everything-moves", [11], .tests("OrderingTests|SmallTablesTests"), quick: true, in: File.ordering,
      "kept[index]", "0", within: "for offset in kept[index]..<block.count"),
    .rewrite(
      "index-named-twice", [11], .tests("SmallTablesTests|ExhaustiveStageTests|StagePropertyTests"), in: File.planner,
      (
        "    plan.structure.deletedSections = sections.deleted\n",
        "    plan.structure.deletedSections = PLANTED ? sections.deleted + sections.deleted : sections.deleted\n"
      )),
  ]
}
