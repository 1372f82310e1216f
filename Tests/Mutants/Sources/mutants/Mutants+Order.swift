/// Faults in the order of presented tables and in the answers to callers.
extension Mutant {
  static let order: [Mutant] = [
    .expression(
      "base-not-checked", [17], .schedules(["user-edit-against-submission", "user-edit-against-two-submissions"]),
      quick: true, in: File.bindingMachine, "stamp != screen.stamp || !open.unmerged.isEmpty", "stamp != stamp"),
    .statement(
      "oldest-wins", [21], .schedules(["two-submissions", "three-submissions"]), quick: true, in: File.machine,
      "$0.target = table\n      $0.countTable()",
      "if $0.version == $0.shownVersion { $0.target = table }\n      $0.countTable()"),
    .statement(
      "stream-oldest-wins", [21], .schedules(["display-finishes"]), in: File.machine,
      "target = table\n    newestTableTime = time\n    self.marks = marks\n    countTable()",
      "if version == shownVersion { target = table }\n    newestTableTime = time\n    self.marks = marks\n    countTable()"
    ),
    .rewrite(
      "answered-before-it-is-shown", [30], .schedules(["two-submissions", "changes-of-three-stages"]), quick: true,
      in: File.loop,
      (
        "        guard let outcome = await fulfill(",
        """
                if PLANTED {
                  let table = order.target.table
                  let early = AppliedChangeset(
                    changeset: Changeset(reloading: table, from: table, because: .firstTable), revision: 1, mode: .batch)
                  send(machine.acknowledge(order), early)
                }
                guard let outcome = await fulfill(
        """
      )),
    .expression(
      "answer-never-sent", [30], .schedules(["two-submissions", "edits-compose"]), quick: true, in: File.store,
      "answers.removeValue(forKey: reply.ticket)",
      "reply.answer == .shown(isSuperseded: true) ? nil : answers.removeValue(forKey: reply.ticket)"),
    .expression(
      "superseded-untold", [21, 30], .schedules(["two-submissions", "three-submissions"]), in: File.callers,
      "$0.version < newestTableVersion", "false"),
    .expression(
      "readers-miss-changes", [27], .schedules(["readers-of-changes"]), in: File.changes,
      "version == seen.version + 1", "true"),
    .rewrite(
      "replaced-view-goes-on", [17], .schedules(["a-store-changes-its-view"]), in: File.machine,
      (
        "    case .detached, .open, .finishing: return .done(.replaced)\n",
        """
            case .detached, .open, .finishing:
              if PLANTED {
                if let target, shownVersion < version { return .show(order(to: target, for: bindingNumber)) }
                return .wait
              }
              return .done(.replaced)

        """
      )),
    .expression(
      "last-task-takes-the-store", [21, 30], .schedules(["bound-twice"]), in: File.machine,
      "number > newestBindingNumber", "true"),
    .expression(
      "never-reloads-when-stale", [17], .tests("HeldDifferenceTests/alwaysStale"), in: File.loop,
      "staleCount >= Self.staleLimit", "false"),
    .expression(
      "priority-ignored", [39], .tests("DisplayTests"), in: File.loop, "applier.priority", ".background"),
    .rewrite(
      "older-table-shown-again", [19], .tests("LifetimeTests/order"), in: File.loop,
      ("    var wasDeferred = false\n", "    var wasDeferred = false\n    var previous: Machine.Order?\n"),
      (
        "          send(machine.acknowledge(order), applied)\n",
        """
                  send(machine.acknowledge(order), applied)
                  if PLANTED, let previous, case .applied(_, let now)? = await fulfill(previous, on: applier, reloads: true) {
                    updatePresented(now, of: bindingNumber)
                  }
                  previous = order

        """
      )),
    .rewrite(
      "tables-pile-up", [20], .tests("LifetimeTests/flood"), in: File.machine,
      ("  private var tableCount = 0\n", "  private var tableCount = 0\n  private var backlog: [Target] = []\n"),
      (
        "  ) -> Bool {\n    guard isOpen else { return false }\n",
        "  ) -> Bool {\n    guard isOpen else { return false }\n    if PLANTED { backlog.append(table) }\n"
      )),
    .rewrite(
      "every-other-table-skipped", [21, 37], .schedules(["display-finishes"]), in: File.boundView,
      (
        "      for try await element in stream {\n",
        """
              var isOdd = false
              for try await element in stream {
                isOdd.toggle()
                if PLANTED, !isOdd { continue }

        """
      )),
    .rewrite(
      "difference-on-the-main-actor", [35], .tests("HeldDifferenceTests/mainActorIsFree"), in: File.loop,
      (
        "    try differencer.update(from: source, to: order.target, hints: order.notes.hints(), limit: limit) {\n",
        """
            if PLANTED {
              return try await MainActor.run {
                try differencer.update(from: source, to: order.target, hints: order.notes.hints(), limit: limit) {}
              }
            }
            return try differencer.update(from: source, to: order.target, hints: order.notes.hints(), limit: limit) {

        """
      )),
  ]
}
