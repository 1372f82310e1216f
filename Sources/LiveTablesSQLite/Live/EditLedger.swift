#if SQLite
internal import Foundation
internal import LiveTables

/// The user's edits that are on screen and not yet in what was read.
///
/// An edit is on screen at once, and in the database a little later. A table that is read in between lacks it; so that
/// the screen does not go back and forth, such tables get it, too. Edits begin in the turn of the main actor in which
/// they are shown, hence the lock.
final class EditLedger<Section: Diffable & Sendable, Row: Diffable & Sendable>: @unchecked Sendable {
  private struct Entry {
    let number: Int
    let edit: TableEdit<Section, Row>
    /// When it was committed; `nil`: it is not yet.
    var end: Int?
    /// Whether a table was handed out with it.
    var isApplied = false
  }

  /// How things are at one moment.
  struct Moment: Equatable, Sendable {
    /// Counts what happens here.
    var time = 0
    /// How often a table was handed out that may be wrong, and has to be handed out again.
    ///
    /// It has an edit that could not be written; or one that was committed while it was read, so that it may have had the
    /// edit before.
    var doubtCount = 0
    /// When the last edit began.
    var lastEdit = 0
  }

  private static var keptCount: Int { 64 }

  private let readers: QueryReaders
  private let lock = NSLock()
  // All of these only ever under the lock.
  private var entries: [Entry] = []
  private var waiting: [AsyncStream<Void>.Continuation] = []
  private var moment = Moment()

  /// - Parameter readers: Signalled when a table has to be handed out again.
  init(_ readers: QueryReaders) { self.readers = readers }

  /// How things are now.
  var now: Moment { lock.withLock { moment } }

  /// An edit is on screen, or will be in this turn.
  func begin(_ edit: TableEdit<Section, Row>) -> Int {
    lock.withLock {
      moment.time += 1
      moment.lastEdit = moment.time
      entries.append(Entry(number: moment.time, edit: edit))
      return moment.time
    }
  }

  /// An edit is in the database, and can be read from now on; or it is not, and never will be.
  func end(_ number: Int, isCommitted: Bool) {
    defer { finishWaiting() }
    lock.withLock {
      moment.time += 1
      if isCommitted {
        for index in entries.indices where entries[index].number == number {
          entries[index].end = moment.time
          if entries[index].isApplied { doubt() }
        }
        let ended = entries.filter { $0.end != nil }
        if ended.count > Self.keptCount, let oldest = ended.first { entries.removeAll { $0.number == oldest.number } }
        return
      }
      entries.removeAll { $0.number == number }
      doubt()
    }
  }

  private func doubt() {
    moment.doubtCount += 1
    readers.notify()
  }

  /// Waits until everything that has begun has ended.
  func settled() async {
    let (stream, waiter) = AsyncStream.makeStream(of: Void.self)
    lock.withLock { waiting.append(waiter) }
    finishWaiting()
    for await _ in stream {}
  }

  private func finishWaiting() {
    let waiters: [AsyncStream<Void>.Continuation] = lock.withLock {
      if entries.contains(where: { $0.end == nil }) { return [] }
      defer { waiting = [] }
      return waiting
    }
    for waiter in waiters { waiter.finish() }
  }

  /// Edits that what was read from a time on may lack, to be applied to it.
  func edits(since time: Int) -> [TableEdit<Section, Row>] {
    lock.withLock {
      var edits: [TableEdit<Section, Row>] = []
      for index in entries.indices where entries[index].end ?? .max > time {
        edits.append(entries[index].edit)
        entries[index].isApplied = true
        if entries[index].end != nil { doubt() }
      }
      return edits
    }
  }
}
#endif
