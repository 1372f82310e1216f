/// Faults in handling views that are not ready or misbehave.
extension Mutant {
  static let views: [Mutant] = [
    .rewrite(
      "commit-outside-the-batch", [4], .schedules(["two-submissions"]), quick: true, in: File.updating,
      (
        "    do {\n      try callView(stage.batch",
        "    if PLANTED { link.commit(stage.target, .batch(stage.batch.operations)) }\n    do {\n      try callView(stage.batch"
      )),
    .expression(
      "window-not-asked-for", [5], .schedules(["window-comes-and-goes"]), in: File.updating,
      "!view.isReady", "false", within: "if !view.isReady { return .viewNotReady }"),
    .expression(
      "counts-not-compared", [16], .schedules(["view-lies-about-its-counts"]), in: File.updating,
      "found == counts", "true"),
    .expression(
      "batches-not-checked", [15], .tests("BatchTests"), in: File.updating,
      "stage.fault", "nil as BatchError?", within: "if let fault = stage.fault {"),
    .rewrite(
      "refusal-ignored", [15], .schedules(["view-refuses", "view-throws-after-committing"]), in: File.updating,
      (
        "      report(.refused(error), on: link)\n",
        "      if PLANTED { return nil }\n      report(.refused(error), on: link)\n"
      )),
    .expression(
      "budget-ignored", [9], .tests("BatchTests"), quick: true, in: File.prepared,
      "changeset.operationCount > limit", "false"),
    .statement(
      "first-table-comes-later", [38], .tests("DisplayTests"), in: File.boundView,
      "if let first { applier.showFirst(store.differencer.capture(first)) }"),
    .expression(
      "identities-not-captured", [47], .tests("CapturedRowTests"), in: File.captured,
      "Row.self is any AnyObject.Type", "false"),
  ]
}
