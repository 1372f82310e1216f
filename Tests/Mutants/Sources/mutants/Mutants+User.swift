/// Edits, drags, and what cells do while they are configured.
extension Mutant {
  static let user: [Mutant] = [
    .expression(
      "edit-not-carried-to-the-waiting-table", [49],
      .schedules(["user-edit-against-submission", "two-user-edits-against-submission"]), quick: true, in: File.loop,
      "wanted", "machine.wanted", within: "machine.merge(wanted,"),
    .rewrite(
      "stale-drops-untold-edits", [22, 49],
      .schedules(["user-edit-against-submission", "user-edit-against-two-submissions"]),
      quick: true, in: File.screen,
      (
        "    untold.removeAll { $0.serial <= told }\n",
        "    untold.removeAll { PLANTED || $0.serial <= told }\n"
      )),
    .rewrite(
      "batch-inside-a-batch", [6, 7], .schedules(["cells-edit"]), in: File.screen,
      (
        "    case .performing:\n      queued",
        "    case .performing:\n      if PLANTED { admit(edit) }\n      if PLANTED { return .show }\n      queued"
      )),
    .statement(
      "edit-lost-during-a-batch", [7], .schedules(["cells-edit"]), quick: true, in: File.screen,
      "queued.append(edit)"),
    .expression(
      "drag-ignored", [13], .schedules(["drag"]), quick: true, in: File.screen, "isInteracting", "false",
      within: "(phase == .idle && isInteracting)"),
    .expression(
      "not-woken-after-a-drag", [13, 21], .schedules(["drag", "drag-while-the-stream-finishes"]), in: File.screen,
      "wasPutOff", "false", within: "guard wasPutOff, !isInteracting else"),
    .statement(
      "missing-row-unlisted", [49], .schedules(["edit-against-two-submissions"]), in: File.editor,
      "notes.append(.notFound(edit))"),
    .statement(
      "update-that-looks-the-same-lost", [49], .tests("TableEditTests|EditOrderTests|TableStoreTests"), in: File.editor,
      "notes.append(.refreshed([id]))"),
    .expression(
      "edit-of-a-stale-table", [49], .schedules(["edits-compose"]), in: File.store,
      "machine.wanted", "CapturedTable(TableSnapshot())", within: "TableEditor(machine.wanted)"),
    .rewrite(
      "busy-while-reporting", [29], .schedules(["reports-call-back"]), in: File.telling,
      (
        "    for report in reports { options.onReport?(report) }\n",
        """
            if PLANTED, !reports.isEmpty { _ = machine.edited(.append(view.link.table[0])) }
            for report in reports { options.onReport?(report) }

        """
      )),
  ]
}
