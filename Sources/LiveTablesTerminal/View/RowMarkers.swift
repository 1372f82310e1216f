import LiveTablesCells

/// The age of a change, in steps that differ in appearance.
enum Freshness: Sendable {
  case old, fading, fresh
}

/// The recent changes to rows, and recently deleted rows.
///
/// Marks are stored by path and move with their rows. Therefore, rows with the same identity have separate marks. The
/// marks of the last update stay visible until the next update. Earlier marks stay visible for their lifetime.
struct RowMarkers<Row> {
  typealias Instant = ContinuousClock.Instant

  struct Kinds: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static var inserted: Kinds { Kinds(rawValue: 1) }
    static var updated: Kinds { Kinds(rawValue: 2) }
    static var moved: Kinds { Kinds(rawValue: 4) }

    /// The symbol of the most important change.
    var symbol: Character {
      contains(.inserted) ? "+" : contains(.updated) ? "*" : "~"
    }
  }

  /// The changes to a row in the last update that affected it.
  struct Mark {
    var kinds: Kinds
    var freshness: Freshness
    var previous: Row?
  }

  struct Deleted {
    var row: Row
    /// The path of the neighboring row, with row -1 for the header of its section, or `nil` if no row remains.
    var neighbor: RowPath?
    /// Whether the deleted row was after its neighbor.
    var isBehind: Bool
    fileprivate var update: Int
    fileprivate var time: Instant
  }

  private struct Entry {
    var kinds: Kinds
    var previous: Row?
    var update: Int
    var time: Instant
  }

  /// The time for which a mark stays visible if other updates follow.
  var lifetime: Duration
  private var entries: [RowPath: Entry] = [:]
  private var gone: [Deleted] = []
  private var lastUpdate: Instant?
  private var update = 0

  init(lifetime: Duration) {
    self.lifetime = lifetime
  }

  var count: Int { entries.count + gone.count }

  /// Begins an update at the given time.
  ///
  /// - Complexity: O(*m*) for *m* marks.
  mutating func begin(at now: Instant) {
    update += 1
    lastUpdate = now
    let oldest = now - lifetime
    entries = entries.filter { $0.value.time > oldest }
    gone.removeAll { $0.time <= oldest }
  }

  /// Marks a row, combining marks from the same update.
  mutating func mark(_ path: RowPath, _ kinds: Kinds, previous: Row? = nil) {
    guard let time = lastUpdate else { return }
    var entry = Entry(kinds: kinds, previous: previous, update: update, time: time)
    if let known = entries[path], known.update == update {
      entry.kinds.formUnion(known.kinds)
      entry.previous = previous ?? known.previous
    }
    entries[path] = entry
  }

  /// Keeps a deleted row for the lifetime of a mark, up to a maximum number of deleted rows.
  mutating func delete(_ row: Row, beside neighbor: RowPath?, isBehind: Bool) {
    guard let time = lastUpdate, gone.count < Self.mostDeleted else { return }
    gone.append(Deleted(row: row, neighbor: neighbor, isBehind: isBehind, update: update, time: time))
  }

  var hasDeleted: Bool { !gone.isEmpty }

  /// Removes deleted rows that have been inserted again.
  mutating func forgetDeleted(where hasReturned: (Row) -> Bool) {
    gone.removeAll { hasReturned($0.row) }
  }

  /// Moves the marks with their rows.
  ///
  /// - Parameters:
  ///   - target: A closure that returns the new path of a row, or `nil` if the row was deleted.
  ///   - nearest: A closure that returns the new path of a row or of its neighbor.
  mutating func move(to target: (RowPath) -> RowPath?, nearest: (RowPath) -> RowPath?) {
    var moved: [RowPath: Entry] = [:]
    moved.reserveCapacity(entries.count)
    for (path, entry) in entries {
      if let path = target(path) { moved[path] = entry }
    }
    entries = moved
    for index in gone.indices { gone[index].neighbor = gone[index].neighbor.flatMap(nearest) }
  }

  mutating func removeAll() {
    entries = [:]
    gone = []
    lastUpdate = nil
  }

  func mark(at path: RowPath, at now: Instant) -> Mark? {
    guard let entry = entries[path], isSeen(entry.update, entry.time, now) else { return nil }
    return Mark(kinds: entry.kinds, freshness: freshness(entry.time, now), previous: entry.previous)
  }

  func deleted(at now: Instant) -> [RowPath?: [Deleted]] {
    gone.isEmpty ? [:] : Dictionary(grouping: gone.filter { isSeen($0.update, $0.time, now) }, by: \.neighbor)
  }

  func isFading(at now: Instant) -> Bool {
    guard count > 0, let lastUpdate else { return false }
    return now - lastUpdate < min(lifetime, Self.longestFade)
  }

  private func isSeen(_ update: Int, _ time: Instant, _ now: Instant) -> Bool {
    update == self.update || now - time < lifetime
  }

  private func freshness(_ time: Instant, _ now: Instant) -> Freshness {
    let (age, fade) = (now - time, min(lifetime, Self.longestFade))
    return age < fade / 4 ? .fresh : age < fade / 2 ? .fading : .old
  }

  private static var longestFade: Duration { .seconds(5) }
  private static var mostDeleted: Int { 1_000 }
}
