/// Faults in live tables, derived tables, trees and pending edits.
extension Mutant {
  static let live: [Mutant] = liveTables + operators + trees + pending

  private static let liveTables: [Mutant] = [
    .rewrite(
      "live-edit-signals-nobody", [56], .schedules(["live-table-in-a-view"]), quick: true, in: File.liveTable,
      (
        "subscribers.notify()\n    return TableChange(",
        "if !PLANTED { subscribers.notify() }\n    return TableChange("
      )),
    .expression(
      "late-reader-gets-the-last-step", [56], .tests("LiveTableTests/late|LiveTableTests/readers"), quick: true,
      in: File.state, "version == seen.version + 1", "version > seen.version"),
    .expression(
      "refreshed-rows-lost-in-a-merge", [59], .tests("RefreshTests"), in: File.state,
      "refreshes.ids(after: seen?.version ?? version)", "[]"),
    .expression(
      "refreshed-rows-lost-in-operators", [59], .tests("RefreshTests/late"), in: File.state,
      "DiffHints(refreshed: refreshed, renamed: renamed)", "DiffHints(refreshed: [], renamed: renamed)",
      within: "let hints = DiffHints(refreshed: refreshed, renamed: renamed)"),
    .expression(
      "gone-readers-pile-up", [56], .tests("SubscribersTests/added"), in: File.subscribers, "signals.count > limit",
      "false"),
    .expression(
      "refresh-log-grows", [59], .tests("RefreshLogTests"), in: File.refreshLog, "revisions.count <= limit", "true"),
    .statement(
      "transaction-not-rolled-back", [57], .tests("LiveTableTests/nested"), in: File.editor,
      "snapshot = before.snapshot"),
    .expression(
      "undo-overwrites-what-came-after", [58], .tests("UndoTests/conflicts"), quick: true, in: File.rebase,
      "!now.hasSameContent(as: before)", "before.identity != before.identity"),
    .expression(
      "undone-rows-come-back-first", [58], .tests("UndoTests/newest|UndoTests/commutes"), in: File.rebase,
      "found.section == section", "found.section != section"),
    .expression(
      "set-has-two-of-one-identity", [60], .tests("LiveCollectionTests/set"), in: File.editable,
      "_path(of: row.identity) == nil", "table.count >= 0",
      within: "_path(of: row.identity) == nil && append(row)"),
    .statement(
      "finder-remembers-old-places", [57], .tests("RowIndexTests"), in: File.finder,
      "if !isCurrent { index?.follow(to: table) }"),
    .statement(
      "finder-is-not-told-of-removals", [57], .tests("RowIndexTests"), in: File.finder,
      "if isCurrent { index?.remove(at: paths) }"),
    .statement(
      "move-without-a-place-leaves-the-index-wrong", [57], .tests("RowIndexTests"), in: File.edits,
      "finder.noteStructure(in: moved)"),
  ]

  private static let pending: [Mutant] = [
    .expression(
      "newer-table-hides-edits-that-wait", [67], .schedules(["all-of-edits-that-wait-refused-and-refused"]),
      quick: true, in: File.pending, "entries.isEmpty", "revision > 0", within: "if isStale, entries.isEmpty {"),
    .rewrite(
      "refused-edit-stays-on-screen", [67], .schedules(["all-of-edits-that-wait-refused-and-refused"]),
      in: File.optimistic,
      (
        "show(refreshed: settled.reduce(into: refreshed) { $0.formUnion($1.refreshed) })",
        "if PLANTED, case .failure = result {} else { show(refreshed: refreshed) }"
      )),
    .expression(
      "inserted-row-is-there-twice", [67], .schedules(["all-of-edits-that-wait-confirmed-and-refused"]),
      in: File.replay, "path(of: id) != nil", "id != id",
      within: "if twins == nil { return going[id] == nil && path(of: id) != nil }"),
  ]

  private static let operators: [Mutant] = [
    .expression(
      "filter-asks-once-and-for-all", [61], .tests("OperatorTests"), quick: true, in: File.filter,
      "rows.lend(Int($0.new), to: isKept)", "flags[Int($0.old)]",
      within: "let updated = section.updates.map { rows.lend(Int($0.new), to: isKept) }"),
    .expression(
      "map-keeps-what-it-made", [61], .tests("OperatorTests"), in: File.map,
      "transform(rows[Int(section.updates[rank].new)])", "row",
      within: "row = transform(rows[Int(section.updates[rank].new)])"),
    .statement(
      "sorted-arrivals-unsorted", [61], .tests("OperatorTests"), in: File.sort,
      "entries.sort { precedes($0.row, $0.token, $1.row, $1.token) }"),
    .expression(
      "group-keeps-the-first-value", [61], .tests("OperatorTests|ParameterTests"), in: File.group,
      "parameter.section(edited.all[index].section.rows.rope[0])", "edited.all[index].section.value"),
    .expression(
      "group-stays-though-another-row-comes-first", [61], .tests("OperatorTests"), in: File.group,
      "list.precedes(first.token, groupTokens[group][0])", "false"),
    .expression(
      "flattened-forgets-moved-sections", [61], .tests("OperatorTests"), in: File.flatten,
      "change.deletedSections + change.movedSections.map(\\.from)", "change.deletedSections",
      within: "for index in change.deletedSections + change.movedSections.map(\\.from) {"),
    .expression(
      "join-ends-with-the-caller", [61], .tests("JoinedTablesTests/sources"), in: File.outlet,
      "isClosed && tasks.isEmpty", "isClosed"),
    .expression(
      "join-forgets-new-identities", [68], .tests("JoinedTablesTests/renames"), in: File.outlet,
      "now.renamed(since: part.seen)", "[:]",
      within: "composed.note(refreshed: now.refreshed(since: part.seen), renamed: now.renamed(since: part.seen))"),
    .expression(
      "join-follows-a-stale-moment", [70], .tests("ReadMomentTests"), in: File.join, "!moment.isStale", "true",
      within: "if !moment.isStale { follow(left, right) }"),
    .expression(
      "parts-follow-a-stale-moment", [70], .tests("ReadMomentTests"), in: File.outlet, "moment.isStale", "false",
      within: "if moment.isStale { return composed }"),
    .rewrite(
      "half-a-join", [61], .tests("EndTests/halfJoined"), in: File.join,
      ("if left.version >= 0, right.version >= 0 {", "if PLANTED || left.version >= 0 && right.version >= 0 {")),
    .rewrite(
      "join-ends-with-either", [56], .tests("CustomSourceTests/joins"), in: File.join,
      (
        "if left.isFinished, right.isFinished { derived.finish() }",
        "if left.isFinished && right.isFinished || PLANTED && (left.isFinished || right.isFinished) { derived.finish() }"
      )),
    .expression(
      "search-finds-any-word", [61], .tests("ParameterTests"), in: File.search,
      "old.narrows(new)", "true", within: "let (isNarrower, isWider) = (new.narrows(old), old.narrows(new))"),
    .expression(
      "inverse-moves-the-same-way", [58], .tests("InvertingTests|UndoTests"), in: File.inverting,
      "BatchMove(from: before($0.to), to: after($0.from))", "BatchMove(from: before($0.from), to: after($0.to))"),
  ]

  private static let trees: [Mutant] = [
    .expression(
      "subtree-moves-for-nothing", [62], .tests("TreeDifferenceTests"), quick: true, in: File.treePlan,
      "segments.new(ofOld: parents.old) == parents.new", "parents.new < 0"),
    .expression(
      "tree-deletes-inner-nodes-too", [62], .tests("TreeDifferenceTests"), in: File.treePlan,
      "parent < 0 || segments.new(ofOld: parent) != nil", "true"),
    .expression(
      "tree-steps-from-below", [62], .tests("TreeDifferenceTests"), in: File.treeSequencer, "$0.new < $1.new",
      "$0.new > $1.new"),
    .statement(
      "outline-remembers-the-dead", [63], .tests("OutlineTests"), in: File.outlineFollowing,
      "if isExpanded(id), !tree.contains(id) { expanded.set(id, false) }"),
    .expression(
      "sorted-siblings-all-move-first", [62], .tests("TreeSortingTests"), in: File.treeSorting,
      "place == 0", "true", within: "if place == 0 {"),
    .expression(
      "parents-must-come-first", [62], .tests("TreeBuildingTests/parents"), in: File.treeBuilding,
      "number < known.count", "number < child", within: "if !isNew, number < known.count {"),
  ]
}
