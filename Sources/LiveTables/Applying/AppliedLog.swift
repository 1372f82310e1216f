/// Says what was shown, to any number of readers, each at its own pace.
///
/// Nothing is kept but the newest. Every reader has room for one entry; a newer one takes the place of the one it did not
/// fetch in time.
@MainActor final class AppliedLog<Section: Diffable & Sendable, Row: Diffable & Sendable> {
  typealias Applied = AppliedChangeset<Section, Row>

  /// Up to where a reader has read.
  struct Position: Sendable {
    /// `nil`: nothing, where all is shown from scratch.
    let shown: CapturedTable<Section, Row>?
    /// How many changes, and how many superseded tables, there were until then.
    let changes: Int
    let superseded: Int
  }

  struct Entry: Sendable {
    let applied: Applied
    let position: Position
    /// Whether the changeset leads here from the entry before.
    ///
    /// If not, a change was left half way in between.
    let follows: Bool
  }

  struct Subscription: Sendable {
    let start: Position
    let entries: AsyncStream<Entry>
  }

  nonisolated let differencer: Differencer<Section, Row>
  private var newest: Position
  private var newestEntry: Entry?
  private var readers: [AsyncStream<Entry>.Continuation] = []
  private var isFinished = false

  init(differencer: Differencer<Section, Row>, shown: CapturedTable<Section, Row>) {
    self.differencer = differencer
    newest = Position(shown: shown, changes: 0, superseded: 0)
  }

  func publish(_ applied: Applied, shown: CapturedTable<Section, Row>, follows: Bool) {
    newest = Position(
      shown: shown, changes: newest.changes + 1, superseded: newest.superseded + applied.superseded)
    let entry = Entry(applied: applied, position: newest, follows: follows)
    let whole = Changeset(reloading: shown.table, from: TableSnapshot(), because: .firstTable)
    newestEntry = Entry(
      applied: applied.spanning(whole, changes: newest.changes, superseded: newest.superseded), position: newest,
      follows: false)
    readers.removeAll { reader in
      if case .terminated = reader.yield(entry) { true } else { false }
    }
  }

  /// A reader that comes late finds all that was shown before as one change, from nothing.
  func subscribe() -> Subscription {
    let (entries, reader) = AsyncStream.makeStream(of: Entry.self, bufferingPolicy: .bufferingNewest(1))
    var start = newest
    if let newestEntry {
      start = Position(shown: nil, changes: 0, superseded: 0)
      reader.yield(newestEntry)
    }
    if isFinished { reader.finish() } else { readers.append(reader) }
    return Subscription(start: start, entries: entries)
  }

  /// Readers get what they have not read yet, and then the end.
  func finish() {
    isFinished = true
    for reader in readers { reader.finish() }
    readers = []
  }
}
