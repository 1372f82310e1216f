/// Views that are not ready, or not what they should be.
extension Mutant {
  static let views: [Mutant] = [
    .rewrite(
      "commit-outside-the-batch", [4], .schedules(["two-submissions"]), quick: true, in: File.telling,
      (
        "    do {\n      try link.turn {",
        "    if PLANTED { link.commit(stage.target, .batch(stage.update.operations)) }\n    do {\n      try link.turn {"
      )),
    .expression(
      "window-not-asked-for", [5], .schedules(["window-comes-and-goes"]), in: File.telling,
      "!view.isReady", "false", within: "if !view.isReady { return .viewNotReady }"),
    .expression(
      "counts-not-compared", [16], .schedules(["view-lies-about-its-counts"]), in: File.telling,
      "found == counts", "true"),
    .expression(
      "batches-not-checked", [15], .tests("BatchTests"), in: File.telling,
      "stage.fault", "nil as BatchError?", within: "if let fault = stage.fault {"),
    .rewrite(
      "refusal-ignored", [15], .schedules(["view-refuses", "view-throws-after-committing"]), in: File.telling,
      (
        "      report(.refused(error))\n",
        "      if PLANTED {\n        machine.performed(stage.target)\n        return nil\n      }\n      report(.refused(error))\n"
      )),
    .expression(
      "budget-ignored", [9], .tests("BatchTests"), quick: true, in: File.prepared,
      "changeset.operationCount > budget", "false"),
    .statement(
      "first-table-comes-later", [38], .tests("DisplayTests"), in: File.session,
      "if let first { applier.showFirst(store.differencer.capture(first)) }"),
    .expression(
      "identities-not-captured", [47], .tests("CapturedRowTests"), in: File.captured,
      "Row.self is AnyObject.Type", "false"),
  ]
}
