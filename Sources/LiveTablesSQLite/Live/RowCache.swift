#if SQLite
internal import Foundation

/// Rows that have been read, up to a limit; those used last are kept.
///
/// Views ask for rows on the main actor while they are read elsewhere, hence the lock. Under it there are look-ups and at
/// most one pass over the rows that are kept; nothing is sorted, and no value is released.
///
/// There are two generations, of half as many rows each as the limit allows. What is used goes to the younger one; when
/// that is full, it becomes the older one, which is let go as a whole.
///
/// What is here is as of the newest table that was read, or has not changed since. Rows that come late, from a state
/// before, are noted, so that they are looked at again.
final class RowCache<Value: Sendable>: @unchecked Sendable {
  struct Entry: Sendable {
    let value: Value
    /// Distinguishes one content of a row from another.
    let fingerprint: Int
    /// As of when the content is known.
    let stamp: UInt32
  }

  /// What a row will be, or is, when an edit of the user's is written.
  ///
  /// The stamp is the one that the row has on screen already: to find this in the database is no change.
  struct Expectation: Sendable {
    let entry: Entry
    /// Whether a read that begins now finds it, or something newer.
    var isCommitted = false
  }

  /// What is let go, once the lock is free.
  private struct Garbage {
    var entries: [Entry?] = []
    var generations: [[RowID: Entry]] = []
  }

  private let capacity: Int
  private let lock = NSLock()
  // All of these only ever under the lock.
  private var young: [RowID: Entry] = [:]
  private var old: [RowID: Entry] = [:]
  private var newest: (state: ObjectIdentifier?, revision: UInt32) = (nil, 0)
  private var lastNumber: UInt32 = 0
  private var expected: [RowID: Expectation] = [:]
  /// Rows that have come since the read began that is under way; `nil`: there is none.
  private var arrivals: Set<RowID>?
  private var isLate = false
  private var onLate: (@Sendable () -> Void)?

  init(limit: Int) { capacity = max(QueryParts.pageSize, limit) / 2 }

  /// The content of a row, if it is known as of a stamp or later.
  func value(of id: RowID, since stamp: UInt32) -> Value? {
    var garbage = Garbage()
    let value: Value? = lock.withLock {
      if let entry = young[id] { return entry.stamp >= stamp ? entry.value : nil }
      guard let entry = old[id], entry.stamp >= stamp else { return nil }
      keep(entry, of: id, &garbage)
      return entry.value
    }
    withExtendedLifetime(garbage) {}
    return value
  }

  /// What is known of rows that were read.
  ///
  /// - Parameter ids: The only rows that are asked about; `nil`: all.
  /// - Complexity: O(*n*) in the number of these rows.
  func fingerprints(of ids: Set<RowID>? = nil) -> [RowID: Int] {
    lock.withLock {
      if let ids {
        return ids.reduce(into: [:]) { found, id in found[id] = (young[id] ?? old[id])?.fingerprint }
      }
      var fingerprints = old.mapValues(\.fingerprint)
      for (id, entry) in young { fingerprints[id] = entry.fingerprint }
      return fingerprints
    }
  }

  /// A read begins.
  ///
  /// - Parameter hasNews: Whether rows that come from now on may be of a state before.
  func beginReading(hasNews: Bool) { lock.withLock { arrivals = hasNews ? [] : nil } }

  /// Another number for a state or a change, greater than those before.
  func nextNumber() -> UInt32 {
    lock.withLock {
      lastNumber += 1
      return lastNumber
    }
  }

  // MARK: - Rows that come late

  /// Sets what to call when rows come late.
  func listen(_ body: @escaping @Sendable () -> Void) { lock.withLock { onLate = body } }

  /// Whether rows have come late since this was asked last.
  func takeLate() -> Bool {
    lock.withLock {
      defer { isLate = false }
      return isLate
    }
  }

  /// The newest table that was read, as a mark for rows that are being read now; `nil` if they are of another state.
  func moment(of state: AnyObject) -> UInt32? {
    lock.withLock { newest.state == ObjectIdentifier(state) ? newest.revision : nil }
  }

  // MARK: - What was read

  /// Rows that were asked for.
  ///
  /// - Parameter moment: When reading them began.
  func put(_ entries: [RowID: Entry], since moment: UInt32?) {
    var garbage = Garbage()
    let tell: (@Sendable () -> Void)? = lock.withLock {
      for (id, entry) in entries { keep(entry, of: id, &garbage) }
      if moment == newest.revision { return nil }
      isLate = true
      return onLate
    }
    withExtendedLifetime(garbage) {}  // values are released here
    tell?()
  }

  /// A newer table was read.
  ///
  /// - Parameters:
  ///   - entries: Those that had changed.
  ///   - unknown: Those that are not there any more.
  ///   - fulfilled: What was expected and need not be any more: it was found, or something newer was.
  func adopt(
    _ state: AnyObject, revision: UInt32, entries: [RowID: Entry], unknown: [RowID],
    fulfilled: [RowID: Entry]
  ) {
    var garbage = Garbage()
    let tell: (@Sendable () -> Void)? = lock.withLock {
      newest = (ObjectIdentifier(state), revision)
      var isLate = arrivals?.isEmpty == false
      arrivals = nil
      for id in unknown {
        garbage.entries.append(young.removeValue(forKey: id))
        garbage.entries.append(old.removeValue(forKey: id))
      }
      for (id, entry) in entries where !keep(entry, of: id, &garbage) {
        // The user has changed the row meanwhile, that is in the file, and something else has been put over it.
        if let own = fulfilled[id], own.fingerprint != entry.fingerprint { isLate = true }
      }
      for (id, entry) in fulfilled {
        guard let own = expected[id]?.entry, own.fingerprint == entry.fingerprint, own.stamp == entry.stamp else {
          continue
        }
        garbage.entries.append(expected.removeValue(forKey: id)?.entry)
      }
      if !isLate { return nil }
      self.isLate = true
      return onLate
    }
    withExtendedLifetime(garbage) {}
    tell?()
  }

  func removeAll() {
    let garbage = lock.withLock {
      defer { (young, old) = ([:], [:]) }
      return (young, old)
    }
    withExtendedLifetime(garbage) {}
  }

  /// Makes a row one of those used last, unless something newer is known of it.
  ///
  /// - Returns: Whether it was taken.
  @discardableResult private func keep(_ entry: Entry, of id: RowID, _ garbage: inout Garbage) -> Bool {
    if let known = young[id] ?? old[id], known.stamp > entry.stamp { return false }
    let older = old.removeValue(forKey: id)
    let younger = young.updateValue(entry, forKey: id)
    garbage.entries += [older, younger]
    if older == nil, younger == nil { arrivals?.insert(id) }
    if young.count < capacity { return true }
    garbage.generations.append(old)
    old = young
    young = [:]
    return true
  }

  // MARK: - What the user changes

  /// The user has changed a row; the database does not know yet.
  ///
  /// - Returns: The stamp that the row has from now on.
  func change(_ id: RowID, to value: Value) -> UInt32 {
    var garbage = Garbage()
    let stamp = lock.withLock {
      lastNumber += 1
      let fingerprint = (young[id] ?? old[id])?.fingerprint ?? 0
      keep(Entry(value: value, fingerprint: fingerprint, stamp: lastNumber), of: id, &garbage)
      return lastNumber
    }
    withExtendedLifetime(garbage) {}
    return stamp
  }

  /// Whether a row is what was read of it last, or what the user has made of it since.
  func knows(_ fingerprint: Int, of id: RowID) -> Bool {
    lock.withLock { (expected[id]?.entry ?? young[id] ?? old[id])?.fingerprint == fingerprint }
  }

  /// What the user has done to a row is about to be committed, and this is what the row will be.
  func expect(_ entry: Entry, of id: RowID) {
    let old = lock.withLock { expected.updateValue(Expectation(entry: entry), forKey: id) }
    withExtendedLifetime(old) {}
  }

  /// What the user has done to a row is committed.
  func commit(_ id: RowID) { lock.withLock { expected[id]?.isCommitted = true } }

  /// What the user has done to a row could not be written: its content has to be read again.
  func forget(_ id: RowID) {
    let garbage = lock.withLock {
      (young.removeValue(forKey: id), old.removeValue(forKey: id), expected.removeValue(forKey: id))
    }
    withExtendedLifetime(garbage) {}
  }

  /// What is expected of rows.
  ///
  /// A caller that asks after its transaction has begun misses nothing that it can read.
  var expectations: [RowID: Expectation] { lock.withLock { expected } }
}
#endif
