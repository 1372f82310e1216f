import LiveTablesCells

/// How long ago something changed, in the steps that the eye can tell apart.
enum Freshness: Sendable {
  case old, fading, fresh
}

/// What happened to rows of late, and which rows are gone.
///
/// Marks are kept by place and move with their rows, so that rows of one identity have marks of their own. The marks of
/// the last update stay until the next one; earlier ones stay for their lifetime.
struct RowMarkers<Row> {
  typealias Instant = ContinuousClock.Instant

  /// What can happen to a row.
  struct Kinds: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static var inserted: Kinds { Kinds(rawValue: 1) }
    static var updated: Kinds { Kinds(rawValue: 2) }
    static var moved: Kinds { Kinds(rawValue: 4) }

    /// The character of the most important of them.
    var symbol: Character {
      contains(.inserted) ? "+" : contains(.updated) ? "*" : "~"
    }
  }

  /// What happened to one row in the last update that touched it.
  struct Mark {
    var kinds: Kinds
    var freshness: Freshness
    /// The row before its content changed.
    var previous: Row?
  }

  /// A row that was deleted.
  struct Deleted {
    var row: Row
    /// The row next to it, row -1 for the header of its section; `nil` where there is none left.
    var neighbor: RowPath?
    /// Whether it was behind its neighbour.
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

  /// How long a mark is seen, where other updates follow.
  var lifetime: Duration
  /// Whether the marks of the last update stay until the next one.
  var keepsLast = true
  private var entries: [RowPath: Entry] = [:]
  private var gone: [Deleted] = []
  private var lastUpdate: Instant?
  private var update = 0

  init(lifetime: Duration) {
    self.lifetime = lifetime
  }

  /// The number of marks that are kept.
  var count: Int { entries.count + gone.count }

  /// Begins an update: what is marked from now on happened at this time.
  ///
  /// - Complexity: O(*m*) in the number of marks.
  mutating func begin(at now: Instant) {
    update += 1
    lastUpdate = now
    let oldest = now - lifetime
    entries = entries.filter { $0.value.time > oldest }
    gone.removeAll { $0.time <= oldest }
  }

  /// Marks a row.
  ///
  /// Several marks from one update are shown together.
  mutating func mark(_ path: RowPath, _ kinds: Kinds, previous: Row? = nil) {
    guard let time = lastUpdate else { return }
    var entry = Entry(kinds: kinds, previous: previous, update: update, time: time)
    if let known = entries[path], known.update == update {
      entry.kinds.formUnion(known.kinds)
      entry.previous = previous ?? known.previous
    }
    entries[path] = entry
  }

  /// Keeps a row that was deleted, to be seen for as long as other marks; of many, the first ones.
  mutating func delete(_ row: Row, beside neighbor: RowPath?, isBehind: Bool) {
    guard let time = lastUpdate, gone.count < Self.mostDeleted else { return }
    gone.append(Deleted(row: row, neighbor: neighbor, isBehind: isBehind, update: update, time: time))
  }

  /// Whether deleted rows are kept.
  var hasDeleted: Bool { !gone.isEmpty }

  /// Forgets deleted rows, because they have come back.
  mutating func forgetDeleted(where hasReturned: (Row) -> Bool) {
    gone.removeAll { hasReturned($0.row) }
  }

  /// Takes the marks to the new places of their rows.
  ///
  /// - Parameters:
  ///   - target: Where a row is now; `nil` where it is gone.
  ///   - nearest: Where a row is now, or its neighbour.
  mutating func move(to target: (RowPath) -> RowPath?, nearest: (RowPath) -> RowPath?) {
    var moved: [RowPath: Entry] = [:]
    moved.reserveCapacity(entries.count)
    for (path, entry) in entries {
      if let path = target(path) { moved[path] = entry }
    }
    entries = moved
    for index in gone.indices { gone[index].neighbor = gone[index].neighbor.flatMap(nearest) }
  }

  /// Forgets all marks.
  mutating func removeAll() {
    entries = [:]
    gone = []
    lastUpdate = nil
  }

  /// What is to be seen of a row's mark.
  func mark(at path: RowPath, at now: Instant) -> Mark? {
    guard let entry = entries[path], isSeen(entry.update, entry.time, now) else { return nil }
    return Mark(kinds: entry.kinds, freshness: freshness(entry.time, now), previous: entry.previous)
  }

  /// The deleted rows that are still to be seen, by the row next to them.
  func deleted(at now: Instant) -> [RowPath?: [Deleted]] {
    gone.isEmpty ? [:] : Dictionary(grouping: gone.filter { isSeen($0.update, $0.time, now) }, by: \.neighbor)
  }

  /// Whether any mark looks different later.
  func isFading(at now: Instant) -> Bool {
    guard count > 0, let lastUpdate else { return false }
    return now - lastUpdate < (keepsLast ? min(lifetime, Self.longestFade) : lifetime)
  }

  private func isSeen(_ update: Int, _ time: Instant, _ now: Instant) -> Bool {
    (keepsLast && update == self.update) || now - time < lifetime
  }

  private func freshness(_ time: Instant, _ now: Instant) -> Freshness {
    let (age, fade) = (now - time, min(lifetime, Self.longestFade))
    return age < fade / 4 ? .fresh : age < fade / 2 ? .fading : .old
  }

  private static var longestFade: Duration { .seconds(5) }
  private static var mostDeleted: Int { 1_000 }
}
