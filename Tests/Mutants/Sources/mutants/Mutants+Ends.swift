/// Faults in the end of a binding: cancellation, a released view, an error, a finished stream.
extension Mutant {
  static let ends: [Mutant] = [
    .rewrite(
      "applied-after-the-task-is-cancelled", [23], .schedules(["display-cancelled-on-the-main-actor"]), quick: true,
      in: File.applier,
      (
        "if Task.isCancelled { end(.cancelled) }\n      if case",
        "if !PLANTED, Task.isCancelled { end(.cancelled) }\n      if case"
      ),
      (
        "if order != nil, Task.isCancelled { end(.cancelled) }",
        "if !PLANTED, order != nil, Task.isCancelled { end(.cancelled) }"
      )),
    .rewrite(
      "cancel-does-nothing", [23], .schedules(["binding-cancelled"]), quick: true, in: File.binding,
      (
        "    applier.end(.cancelled)\n    task.cancel()",
        "    if !PLANTED { applier.end(.cancelled) }\n    if !PLANTED { task.cancel() }"
      )),
    .rewrite(
      "view-kept-alive", [26], .schedules(["view-released"]), quick: true, in: File.applier,
      (
        "  private(set) weak var view: (any TableView<Section, Row>)?",
        "  private(set) weak var view: (any TableView<Section, Row>)?\n  private var kept: AnyObject?"
      ),
      ("    self.view = view\n", "    self.view = view\n    if PLANTED { kept = view }\n")),
    .rewrite(
      "silent-stream-keeps-everything", [26, 33], .schedules(["view-released"]), in: File.signals,
      ("deinit { signals.finish() }", "deinit { if !PLANTED { signals.finish() } }")),
    .statement(
      "error-lost", [28], .schedules(["upstream-fails"]), quick: true, in: File.store,
      "if machine.isOpen { self.failure = failure }"),
    .rewrite(
      "doorbell-closed-on-finish", [13, 21], .schedules(["drag-while-the-stream-finishes"]), quick: true,
      in: File.store,
      (
        "    machine.finish()\n    waker?.send()",
        "    machine.finish()\n    if PLANTED { waker?.finish() } else { waker?.send() }"
      )),
    .expression(
      "finish-drops-the-last-table", [21], .schedules(["display-finishes"]), in: File.machine,
      "version > shownVersion", "isOpen && version > shownVersion", within: "if let target, version > shownVersion {"),
    .rewrite(
      "ended-screen-shows-more", [23], .schedules(["binding-cancelled", "cells-cancel"]), in: File.bindingMachine,
      (
        "    guard case .open(let open) = phase else { return false }\n    phase = .ended(reason, unmerged: open.unmerged)\n",
        """
            guard case .open(let open) = phase else { return false }
            if !PLANTED { phase = .ended(reason, unmerged: open.unmerged) }

        """
      )),
    .statement(
      "caller-waits-for-ever", [30], .schedules(["binding-cancelled", "view-released"]), in: File.loop,
      "send(machine.close(reason, of: bindingNumber, lastBound: lastBound), nil)",
      "_ = machine.close(reason, of: bindingNumber, lastBound: lastBound)"),
    .expression(
      "late-submission-waits-for-nobody", [30], .schedules(["bound-store-cancelled"]), quick: true, in: File.store,
      "machine.closedBindingCount == closedBindingCount", "true"),
    .expression(
      "late-view-answers-nobody", [30], .schedules(["two-views-bound-to-one-store-and-cancelled"]), in: File.machine,
      "phase == .detached", "false", within: "bindingNumber == self.bindingNumber || phase == .detached"),
    .rewrite(
      "the-end-takes-long", [26, 30], .schedules(["display-of-silent-stream-released"]), quick: true, in: File.loop,
      (
        "    let (reason, unmerged, lastBound) = await applier.close(ending)\n",
        """
            let (reason, unmerged, lastBound) = await applier.close(ending)
            if PLANTED { for _ in 0..<40 { await Task.yield() } }

        """
      )),
    .rewrite(
      "producer-not-told-of-the-end", [26], .schedules(["view-released", "view-released-off-the-main-actor"]),
      in: File.boundView,
      (
        "        isWanted = await store.offer(state(element), at: .now)\n",
        "        isWanted = await store.offer(state(element), at: .now)\n        if PLANTED, !isWanted { return }\n"
      )),
    .rewrite(
      "data-swapped-after-the-end", [24], .schedules(["display-cancelled-on-the-main-actor", "binding-cancelled"]),
      in: File.applier,
      (
        "    switch begin(from: stage.stamp, for: order) {\n",
        """
            if PLANTED, Task.isCancelled { self.view?.link.commit(update.target, .unseen) }
            switch begin(from: stage.stamp, for: order) {

        """
      )),
  ]
}
