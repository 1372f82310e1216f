/// An operator on its way to another parameter: a copy, so that the work can be called off.
struct OperatorStep<Operator: TableOperator>: Sendable
where
  Operator.SourceSection: Sendable, Operator.SourceRow: Sendable, Operator.Section: Sendable, Operator.Row: Sendable
{
  typealias Source = TableReading<Operator.SourceSection, Operator.SourceRow>

  /// What came of it.
  struct Done: Sendable {
    let machine: Operator
    let content: CapturedTable<Operator.Section, Operator.Row>
    let changeset: Changeset<Operator.Section, Operator.Row>
    let refreshed: Set<Operator.Row.Identity>
  }

  let machine: Operator
  let parameter: Operator.Parameter
  /// The newest state of the source, and the one that the operator has seen.
  let source: Source
  let seen: Source
  let sourceDifferencer: Differencer<Operator.SourceSection, Operator.SourceRow>
  /// What was derived last.
  let content: CapturedTable<Operator.Section, Operator.Row>
  let work: OperatorWork<Operator>

  /// Does the work off every actor, unless the task is cancelled or the parameter changes again.
  ///
  /// - Returns: `nil` if it was called off; then at most 4,096 further rows have been looked at.
  @concurrent func run(
    until value: LiveValue<Operator.Parameter>, isNewerThan revision: Int
  ) async -> Done? {
    await withTaskGroup(of: Done?.self) { tasks in
      tasks.addTask { try? derived() }
      tasks.addTask {
        await value.isNewer(than: revision)
        return nil
      }
      let first = await tasks.next() ?? nil
      tasks.cancelAll()
      return first
    }
  }

  private func derived() throws -> Done {
    var machine = machine
    var refreshed: Set<Operator.Row.Identity> = []
    try work.set(&machine, parameter) { try Task.checkCancellation() }
    if source.revision > seen.revision {
      refreshed = work.follow(&machine, source.changeset(after: seen, with: sourceDifferencer))
    }
    let next = work.differencer.capture(machine.table)
    let change = try work.differencer.change(from: content, to: next, marks: refreshed) {
      try Task.checkCancellation()
    }
    return Done(machine: machine, content: next, changeset: change.changeset, refreshed: refreshed)
  }
}

extension LiveValue {
  /// Waits for a newer value, or until the task is cancelled.
  fileprivate func isNewer(than revision: Int) async {
    let (bell, ring) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    listen(ring)
    if read().revision > revision { return }
    for await _ in bell where read().revision > revision { return }
  }
}
