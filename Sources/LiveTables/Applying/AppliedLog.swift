/// The last change applied to a view, which any number of readers can read at their own pace (see ``Updates``).
@MainActor final class AppliedLog<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  typealias Applied = AppliedChangeset<Section, Row>

  struct State: ReadableState {
    var applied: Applied?
    var presented: CapturedTable<Section, Row>
    var version = 0
    /// The number of tables that newer tables have replaced so far.
    var superseded = 0
    /// The last hundred lists of edits whose rows were not found, each with the version of its change.
    var notFound: [(version: Int, edits: [TableEdit<Section, Row>])] = []
    /// Whether the last change starts with the table of the previous one, so that no change was left incomplete.
    var follows = false
    var isFinished = false
  }

  private nonisolated let differencer: Differencer<Section, Row>
  private var state: State
  private var subscribers = SubscriberList()

  init(differencer: Differencer<Section, Row>, presented: CapturedTable<Section, Row>) {
    self.differencer = differencer
    state = State(presented: presented)
  }

  func publish(_ applied: Applied, presented: CapturedTable<Section, Row>, follows: Bool) {
    state.applied = applied
    state.presented = presented
    state.version += 1
    state.superseded += applied.superseded
    state.follows = follows
    if !applied.notFound.isEmpty {
      state.notFound.append((state.version, applied.notFound))
      if state.notFound.count > 100 { state.notFound.removeFirst() }
    }
    subscribers.notify()
  }

  /// Ends the readers' sequences after the readers have received their unread changes.
  func finish() {
    state.isFinished = true
    subscribers.finish()
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  func waitForEnd() async {
    let (signal, received) = Signal.make()
    subscribe(signal)
    for await _ in received {}
  }

  /// The changes applied to the view.
  ///
  /// A reader that starts later receives the presented table as its first change.
  nonisolated var changes: Updates<Applied, Never> {
    let differencer = differencer
    return Updates {
      CatchUpReader(subscribe: { await self.subscribe($0) }, read: { await self.state }) {
        $1.change(since: $0, with: differencer)
      }
    }
  }
}

extension AppliedLog.State {
  /// Returns the combined change since the state that a reader has seen.
  ///
  /// - Returns: `nil` if nothing has been applied yet or the reader's task is cancelled.
  func change(since seen: Self?, with differencer: Differencer<Section, Row>) -> AppliedChangeset<Section, Row>? {
    guard let applied else { return nil }
    guard let seen else {
      let all = Changeset(reloading: presented.table, from: TableSnapshot(), because: .firstTable)
      return applied.spanning(all, changes: version, superseded: superseded, notFound: applied.notFound)
    }
    if follows, version == seen.version + 1 { return applied }
    let update = try? differencer.update(from: seen.presented, to: presented) { try Task.checkCancellation() }
    return update.map {
      applied.spanning(
        $0.changeset, changes: version - seen.version, superseded: superseded - seen.superseded,
        notFound: notFound.filter { $0.version > seen.version }.flatMap(\.edits))
    }
  }
}
