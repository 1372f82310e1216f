#if SQLite
  internal import Foundation

  /// Rows that have been read, up to a limit; those used last are kept.
  ///
  /// Views ask for rows on the main actor while they are read elsewhere, hence the lock. It is held for a look-up only; no
  /// value is released under it.
  ///
  /// What is here is as of the newest table that was read, or has not changed since. Rows that come late, from a state
  /// before, are noted, so that they are looked at again.
  final class RowCache<Value: Sendable>: @unchecked Sendable {
    struct Entry: Sendable {
      let value: Value
      /// Tells one content of a row from another.
      let fingerprint: Int
      /// As of when the content is known.
      let stamp: UInt32
    }

    private struct Kept {
      var entry: Entry
      var lastUse: Int
    }

    private let limit: Int
    private let lock = NSLock()
    // All of these only ever under the lock.
    private var rows: [RowID: Kept] = [:]
    private var uses = 0
    private var newest: (state: ObjectIdentifier?, revision: UInt32) = (nil, 0)
    private var isLate = false
    private var onLate: (@Sendable () -> Void)?

    init(limit: Int) { self.limit = max(QueryParts.pageSize, limit) }

    /// The content of a row, if it is known as of a stamp or later.
    func value(of id: RowID, since stamp: UInt32) -> Value? {
      lock.withLock {
        guard let kept = rows[id], kept.entry.stamp >= stamp else { return nil }
        uses += 1
        rows[id]?.lastUse = uses
        return kept.entry.value
      }
    }

    /// What is known.
    var fingerprints: [RowID: Int] { lock.withLock { rows.mapValues(\.entry.fingerprint) } }

    /// Says whom to tell of rows that come late.
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

    /// Rows that were asked for.
    ///
    /// - Parameter moment: When reading them began.
    func put(_ entries: [RowID: Entry], since moment: UInt32?) {
      let tell: (@Sendable () -> Void)? = lock.withLock {
        if moment == newest.revision { return nil }
        isLate = true
        return onLate
      }
      put(entries)
      tell?()
    }

    /// A newer table was read.
    ///
    /// - Parameters:
    ///   - known: The rows that were looked at when it was read; `nil` if none had to be.
    ///   - entries: Those that had changed.
    ///   - unknown: Those that are not there any more.
    func adopt(
      _ state: AnyObject, revision: UInt32, known: [RowID: Int]?, entries: [RowID: Entry], unknown: [RowID]
    ) {
      let tell: (@Sendable () -> Void)? = lock.withLock {
        newest = (ObjectIdentifier(state), revision)
        guard let known, rows.keys.contains(where: { known[$0] == nil }) else { return nil }
        isLate = true
        return onLate
      }
      let old = lock.withLock { unknown.map { rows.removeValue(forKey: $0) } }
      withExtendedLifetime(old) {}
      put(entries)
      tell?()
    }

    private func put(_ entries: [RowID: Entry]) {
      let old = lock.withLock {
        let old = rows
        for (id, entry) in entries {
          if let known = rows[id], known.entry.stamp > entry.stamp { continue }
          uses += 1
          rows[id] = Kept(entry: entry, lastUse: uses)
        }
        if rows.count > limit {
          let oldest = rows.values.map(\.lastUse).sorted().suffix(limit * 3 / 4).first ?? 0
          rows = rows.filter { $0.value.lastUse >= oldest }
        }
        return old
      }
      withExtendedLifetime(old) {}  // values are released here
    }

    func removeAll() {
      let old = lock.withLock {
        let old = rows
        rows = [:]
        return old
      }
      withExtendedLifetime(old) {}
    }
  }
#endif
