#if SQLite
  internal import LiveTables

  /// The user's edits that are on screen and not yet in what was read.
  ///
  /// An edit is on screen at once, and in the database a little later. A table that is read in between lacks it; so that
  /// the screen does not go back and forth, such tables get it, too.
  actor EditLedger<Section: Diffable & Sendable, Row: Diffable & Sendable> {
    private struct Entry {
      let number: Int
      let edit: TableEdit<Section, Row>
      /// When it was committed; `nil`: it is not yet.
      var end: Int?
    }

    private static var keptCount: Int { 64 }

    private var entries: [Entry] = []
    private var bells: [AsyncStream<Void>.Continuation] = []
    /// Counts what happens here.
    private(set) var time = 0
    /// How many edits could not be written: what was shown before has to be shown again.
    private(set) var failureCount = 0

    /// An edit is on screen.
    func begin(_ edit: TableEdit<Section, Row>) -> Int {
      time += 1
      entries.append(Entry(number: time, edit: edit))
      return time
    }

    /// An edit is in the database, and can be read from now on; or it is not, and never will be.
    func end(_ number: Int, isCommitted: Bool) {
      time += 1
      if isCommitted {
        for index in entries.indices where entries[index].number == number { entries[index].end = time }
        let ended = entries.filter { $0.end != nil }
        if ended.count > Self.keptCount, let oldest = ended.first { entries.removeAll { $0.number == oldest.number } }
        return
      }
      entries.removeAll { $0.number == number }
      failureCount += 1
      bells.removeAll { bell in
        if case .terminated = bell.yield() { true } else { false }
      }
    }

    /// Edits that what was read from a time on may lack.
    func edits(since time: Int) -> [TableEdit<Section, Row>] {
      entries.filter { $0.end.map { $0 > time } ?? true }.map(\.edit)
    }

    func ring(_ bell: AsyncStream<Void>.Continuation) { bells.append(bell) }
  }
#endif
