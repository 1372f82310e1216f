#if SQLite
internal import LiveTables

/// A cache of the most recently used rows.
///
/// Views request rows on the main actor while other rows are being read, so the cache uses a lock. While the lock is
/// held, the cache neither sorts rows nor deallocates values.
///
/// The cache has two generations, each with half the capacity. A row that is used moves to the younger generation. When
/// the younger generation is full, it becomes the older one, and the previous older generation is discarded.
///
/// Rows that were read from a state other than the latest are late, and must be checked again.
final class RowCache<Value: Sendable>: Sendable {
  struct Entry: Sendable {
    let value: Value
    let fingerprint: Int
    /// The first state in which the row is known to have these contents.
    let stamp: UInt32
  }

  /// The expected contents of a row after the user's edit has been written, with the stamp of the row on screen.
  struct Expectation: Sendable {
    let entry: Entry
    /// Whether a read that begins now finds these contents or newer ones.
    var isCommitted = false
  }

  /// Values to deallocate after the lock has been released.
  private struct Garbage: Sendable {
    var entries: [Entry?] = []
    var generations: [[RowID: Entry]] = []
  }

  private struct State: Sendable {
    let capacity: Int
    var young: [RowID: Entry] = [:]
    var old: [RowID: Entry] = [:]
    var newest: (state: ObjectIdentifier?, revision: UInt32) = (nil, 0)
    var lastNumber: UInt32 = 0
    var expected: [RowID: Expectation] = [:]
    /// The rows added since the current read began, or `nil` if no read is in progress.
    var arrivals: Set<RowID>?
    var isLate = false
    var onLate: (@Sendable () -> Void)?

    func entry(of id: RowID) -> Entry? { young[id] ?? old[id] }

    /// Makes a row the most recently used row, unless newer contents are known.
    mutating func keep(_ entry: Entry, of id: RowID, _ garbage: inout Garbage) {
      if let known = self.entry(of: id), known.stamp > entry.stamp { return }
      let older = old.removeValue(forKey: id)
      let younger = young.updateValue(entry, forKey: id)
      garbage.entries += [older, younger]
      if older == nil, younger == nil { arrivals?.insert(id) }
      if young.count < capacity { return }
      garbage.generations.append(old)
      old = young
      young = [:]
    }

    mutating func nextNumber() -> UInt32 {
      lastNumber += 1
      return lastNumber
    }
  }

  private let state: Locked<State>

  init(limit: Int) { state = Locked(State(capacity: max(QueryParts.pageSize, limit) / 2)) }

  /// Returns the contents of a row if they are known to be from the given state or a later state.
  func value(of id: RowID, since stamp: UInt32) -> Value? {
    var garbage = Garbage()
    let value: Value? = state.with { state in
      if let entry = state.young[id] { return entry.stamp >= stamp ? entry.value : nil }
      guard let entry = state.old[id], entry.stamp >= stamp else { return nil }
      state.keep(entry, of: id, &garbage)
      return entry.value
    }
    withExtendedLifetime(garbage) {}
    return value
  }

  /// Returns the fingerprints of the given rows that are cached, or of all cached rows.
  func fingerprints(of ids: Set<RowID>? = nil) -> [RowID: Int] {
    state.with { state in
      if let ids {
        return ids.reduce(into: [:]) { found, id in found[id] = state.entry(of: id)?.fingerprint }
      }
      var fingerprints = state.old.mapValues(\.fingerprint)
      for (id, entry) in state.young { fingerprints[id] = entry.fingerprint }
      return fingerprints
    }
  }

  /// Records the beginning of a read.
  ///
  /// - Parameter hasNews: Whether rows that arrive from now on may belong to an earlier state.
  func beginReading(hasNews: Bool) { state.with { $0.arrivals = hasNews ? [] : nil } }

  /// Returns a new number for a state or a change, greater than all earlier numbers.
  func nextNumber() -> UInt32 { state.with { $0.nextNumber() } }

  // MARK: - Late rows

  /// Sets the closure that is called when there are late rows.
  func listen(_ body: @escaping @Sendable () -> Void) { state.with { $0.onLate = body } }

  /// Returns whether there have been late rows since the last call.
  func takeLate() -> Bool {
    state.with { state in
      defer { state.isLate = false }
      return state.isLate
    }
  }

  /// Returns the revision of the newest table if it has the given state, or `nil` otherwise.
  func moment(of table: AnyObject) -> UInt32? {
    state.with { $0.newest.state == ObjectIdentifier(table) ? $0.newest.revision : nil }
  }

  // MARK: - Rows that were read

  /// Adds rows that were requested to the cache.
  ///
  /// - Parameter moment: The result of ``moment(of:)`` from before the rows were read.
  func put(_ entries: [RowID: Entry], since moment: UInt32?) {
    var garbage = Garbage()
    let tell: (@Sendable () -> Void)? = state.with { state in
      for (id, entry) in entries { state.keep(entry, of: id, &garbage) }
      if moment == state.newest.revision { return nil }
      state.isLate = true
      return state.onLate
    }
    withExtendedLifetime(garbage) {}  // values are released here
    tell?()
  }

  /// Updates the cache for a newer table.
  ///
  /// - Parameter table: The state of the table.
  func adopt(_ content: ScannedContent<Value>, of table: AnyObject, revision: UInt32) {
    var garbage = Garbage()
    let tell: (@Sendable () -> Void)? = state.with { state in
      state.newest = (ObjectIdentifier(table), revision)
      let isLate = state.arrivals?.isEmpty == false
      state.arrivals = nil
      for id in content.missing {
        garbage.entries.append(state.young.removeValue(forKey: id))
        garbage.entries.append(state.old.removeValue(forKey: id))
      }
      for (id, entry) in content.entries { state.keep(entry, of: id, &garbage) }
      for (id, entry) in content.fulfilled {
        guard let own = state.expected[id]?.entry, own.fingerprint == entry.fingerprint, own.stamp == entry.stamp else {
          continue
        }
        garbage.entries.append(state.expected.removeValue(forKey: id)?.entry)
      }
      if !isLate { return nil }
      state.isLate = true
      return state.onLate
    }
    withExtendedLifetime(garbage) {}
    tell?()
  }

  func removeAll() {
    let garbage = state.with { state in
      defer { (state.young, state.old) = ([:], [:]) }
      return (state.young, state.old)
    }
    withExtendedLifetime(garbage) {}
  }

  // MARK: - Rows that the user edits

  /// Returns whether a row has the contents that were last read, or the contents of a later edit by the user.
  func knows(_ fingerprint: Int, of id: RowID) -> Bool {
    state.with { ($0.expected[id]?.entry ?? $0.entry(of: id))?.fingerprint == fingerprint }
  }

  func expect(_ entry: Entry, of id: RowID) {
    let old = state.with { $0.expected.updateValue(Expectation(entry: entry), forKey: id) }
    withExtendedLifetime(old) {}
  }

  /// Records that the user's edit of a row has been committed.
  func commit(_ id: RowID) { state.with { $0.expected[id]?.isCommitted = true } }

  /// Removes the expectation for a row whose edit could not be written.
  func forget(_ id: RowID) {
    let old = state.with { $0.expected.removeValue(forKey: id) }
    withExtendedLifetime(old) {}
  }

  /// The expected contents of edited rows, which are complete if they are read after a transaction has begun.
  var expectations: [RowID: Expectation] { state.with { $0.expected } }
}
#endif
