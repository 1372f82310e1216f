/// The newest change that was applied to a view, for any number of readers, each at its own pace.
///
/// Nothing is kept but the newest; see ``Updates``.
@MainActor final class AppliedLog<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  typealias Applied = AppliedChangeset<Section, Row>

  /// The log at one moment.
  struct State: ReadableState {
    /// The newest change; `nil` as long as there was none.
    var applied: Applied?
    var shown: CapturedTable<Section, Row>
    /// How many changes, and how many superseded tables, there were.
    var version = 0
    var superseded = 0
    /// What changes did not find, with their versions: of more than a hundred such changes the newest.
    var notFound: [(version: Int, edits: [TableEdit<Section, Row>])] = []
    /// Whether the changeset of the newest change leads here from the change before.
    ///
    /// If not, a change was left half way in between.
    var follows = false
    var isFinished = false
  }

  private nonisolated let differencer: Differencer<Section, Row>
  private var state: State
  private var subscribers = SubscriberList()

  init(differencer: Differencer<Section, Row>, shown: CapturedTable<Section, Row>) {
    self.differencer = differencer
    state = State(shown: shown)
  }

  func publish(_ applied: Applied, shown: CapturedTable<Section, Row>, follows: Bool) {
    state.applied = applied
    state.shown = shown
    state.version += 1
    state.superseded += applied.superseded
    state.follows = follows
    if !applied.notFound.isEmpty {
      state.notFound.append((state.version, applied.notFound))
      if state.notFound.count > 100 { state.notFound.removeFirst() }
    }
    subscribers.notify()
  }

  /// Readers get what they have not read yet, and then the end.
  func finish() {
    state.isFinished = true
    subscribers.finish()
  }

  func subscribe(_ signal: Signal) { subscribers.add(signal) }

  /// Waits until the log is finished, or the task is cancelled.
  func waitForEnd() async {
    let (signal, received) = Signal.make()
    subscribe(signal)
    for await _ in received {}
  }

  /// What is applied, change by change.
  ///
  /// A reader that begins late gets what is shown as its first change.
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
  /// What a reader gets that has seen an earlier state.
  ///
  /// - Returns: `nil` if nothing was applied yet, or the reader's task is cancelled.
  func change(since seen: Self?, with differencer: Differencer<Section, Row>) -> AppliedChangeset<Section, Row>? {
    guard let applied else { return nil }
    guard let seen else {
      let all = Changeset(reloading: shown.table, from: TableSnapshot(), because: .firstTable)
      return applied.spanning(all, changes: version, superseded: superseded, notFound: applied.notFound)
    }
    if follows, version == seen.version + 1 { return applied }
    let change = try? differencer.change(from: seen.shown, to: shown) { try Task.checkCancellation() }
    return change.map {
      applied.spanning(
        $0.changeset, changes: version - seen.version, superseded: superseded - seen.superseded,
        notFound: notFound.filter { $0.version > seen.version }.flatMap(\.edits))
    }
  }
}
