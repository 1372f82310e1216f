/// Faults in passing on rows whose only changes are ignored by `==`.
extension Mutant {
  static let otherRows: [Mutant] = [
    .expression(
      "derived-tables-keep-old-rows", [56], .tests("CustomSourceTests/ignoredContent"), in: File.state,
      "hasOtherRows", "false", within: "} else if hasOtherRows || content.value != nil || self.content.value != nil {"),
    .rewrite(
      "replaced-rows-uncounted", [56], .tests("CustomSourceTests/ignoredContent|EndTests/otherRows"), in: File.state,
      ("    version += 1\n    otherRowsCount += 1\n", "    version += 1\n    if !PLANTED { otherRowsCount += 1 }\n")),
    .statement(
      "visible-change-hides-other-rows", [56], .tests("CustomSourceTests/ignoredContentBesides"), in: File.state,
      "if hasOtherRows { otherRowsCount += 1 }"),
    .expression(
      "finder-forgets-other-rows", [56], .tests("CustomSourceTests/ignoredContentBesides"), in: File.finder,
      "hasReplaced || hasInserted && hasRemoved || updates?.hasRepeats == true", "updates?.hasRepeats == true"),
    .expression(
      "finder-takes-what-comes-back-for-another", [56], .tests("UnseenUndoTests/steps"), in: File.finder,
      "hasReplaced || hasInserted && hasRemoved || updates?.hasRepeats == true", "hasReplaced"),
    .expression(
      "tree-stores-only-visible-changes", [56], .tests("CustomSourceTests/ignoredContentOfTrees"), in: File.liveTree,
      "!tree.isIdentical(to: newest.tree)", "!changeset.isEmpty"),
    .expression(
      "operators-do-not-pass-other-rows-on", [56], .tests("CustomSourceTests/ignoredContent"), quick: true,
      in: File.node, "seen.map(source.hasOtherRows) ?? false", "false"),
    .expression(
      "join-sees-other-rows-on-the-left-only", [56], .tests("OperatorNodeTests/unseenInJoins"), in: File.join,
      "left.hasOtherRows(than: $0.left) || right.hasOtherRows(than: $0.right)", "left.hasOtherRows(than: $0.left)"),
    .statement(
      "parts-keep-old-rows", [56], .tests("CustomSourceTests/ignoredContentOfParts"), in: File.outlet,
      "if hasOtherRows { self.hasOtherRows = true }"),
  ]
}
