#if SQLite
internal import Foundation
internal import LiveTables

/// The user's edits that are on screen but not yet in a table read from the database.
///
/// An edit is shown immediately, and written a little later. A table that is read in between lacks it, so the edit is
/// applied to such tables. Edits begin on the main actor while they are shown, so this class uses a lock instead of an
/// actor.
final class EditLedger<Section: Diffable & Sendable, Row: Diffable & Sendable>: @unchecked Sendable {
  private struct Entry {
    let number: Int
    let edit: TableEdit<Section, Row>
    /// The time of the commit, or `nil` if the edit is not committed yet.
    var end: Int?
    var isApplied = false
  }

  /// The state of the ledger at one time.
  struct Moment: Equatable, Sendable {
    /// The number of events so far.
    var time = 0
    /// The number of delivered tables that may be wrong and must be delivered again.
    ///
    /// Such a table contains an edit that could not be written, or an edit that was committed while the table was read,
    /// so that the edit may have been applied twice.
    var doubtCount = 0
    var lastEdit = 0
  }

  private static var keptCount: Int { 64 }

  private let readers: QueryReaders
  private let lock = NSLock()
  // Protected by the lock.
  private var entries: [Entry] = []
  private var waiting: [AsyncStream<Void>.Continuation] = []
  private var moment = Moment()

  init(_ readers: QueryReaders) { self.readers = readers }

  var now: Moment { lock.withLock { moment } }

  /// Records an edit that is on screen, or will be in this turn of the main actor.
  func begin(_ edit: TableEdit<Section, Row>) -> Int {
    lock.withLock {
      moment.time += 1
      moment.lastEdit = moment.time
      entries.append(Entry(number: moment.time, edit: edit))
      return moment.time
    }
  }

  /// Records that an edit was committed and can now be read, or that it could not be written.
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

  /// Waits until all edits so far have ended.
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

  /// Returns the edits that a table read since a time may lack, and that must be applied to it.
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
