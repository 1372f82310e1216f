/// Faults in edits, drags, and calls from cells that are being configured.
extension Mutant {
  static let user: [Mutant] = [
    .expression(
      "edit-not-carried-to-the-waiting-table", [49],
      .schedules(["user-edit-against-submission", "two-user-edits-against-submission"]), quick: true, in: File.loop,
      "editor.snapshot", "target", within: "machine.merge(editor.snapshot,"),
    .rewrite(
      "stale-drops-untold-edits", [22, 49],
      .schedules(["user-edit-against-submission", "user-edit-against-two-submissions"]),
      quick: true, in: File.bindingMachine,
      (
        "      open.unmerged.removeAll { $0.number <= lastMergedEdit || $0.isReplaced(at: replacementTime, with: marks) }\n",
        "      open.unmerged.removeAll { PLANTED || $0.number <= lastMergedEdit }\n"
      )),
    .rewrite(
      "batch-inside-a-batch", [6, 7], .schedules(["cells-edit"]), in: File.bindingMachine,
      (
        "    let isShownNow = screen.begin()\n",
        "    let isShownNow = screen.begin() || PLANTED\n"
      )),
    .statement(
      "edit-lost-during-a-batch", [7], .schedules(["cells-edit"]), quick: true, in: File.bindingMachine,
      "open.queued.append((change, time, marks))"),
    .expression(
      "drag-ignored", [13], .schedules(["drag"]), quick: true, in: File.screen, "isInteracting", "false",
      within: "isUpdating || isInteracting }"),
    .expression(
      "not-woken-after-a-drag", [13, 21], .schedules(["drag", "drag-while-the-stream-finishes"]),
      in: File.bindingMachine,
      "open.isDeferred", "false", within: "phase, open.isDeferred, !screen.isBusy else"),
    .statement(
      "missing-row-unlisted", [49], .schedules(["edit-against-two-submissions"]), in: File.editor,
      "notes.append(.notFound(edit))"),
    .statement(
      "update-that-looks-the-same-lost", [49], .tests("TableEditTests|EditOrderTests|TableStoreTests"), in: File.editor,
      "notes.append(.refreshed(Set(ids)))"),
    .expression(
      "edit-of-a-stale-table", [49], .schedules(["edits-compose"]), in: File.store,
      "target", "CapturedTable(TableSnapshot())", within: "TableEditor(target)\n    try body(&editor)"),
    .rewrite(
      "busy-while-reporting", [29], .schedules(["reports-call-back"]), in: File.link,
      (
        "    for report in reports { report.deliver() }\n",
        """
            if PLANTED, !reports.isEmpty { _ = screen.begin() }
            for report in reports { report.deliver() }

        """
      )),
  ]
}
