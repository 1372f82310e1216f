/// How long ago something changed, in the steps that the eye can tell apart.
enum Freshness: Int, Comparable, Sendable {
  case old, fading, fresh

  static func < (one: Freshness, two: Freshness) -> Bool { one.rawValue < two.rawValue }
}

/// What happened to rows of late, until it fades.
///
/// Marks are kept by identity and only for rows to which something happened, for at most twice their lifetime; noting
/// one costs O(1). They are looked up by hash first and no dictionary ever compares two identities, so an identity whose
/// hash contradicts its `==` costs its row the mark and nothing else.
struct RowMarkers<Identity: Hashable, Row> {
  typealias Instant = ContinuousClock.Instant

  /// What can happen to a row.
  struct Kinds: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static var inserted: Kinds { Kinds(rawValue: 1) }
    static var updated: Kinds { Kinds(rawValue: 2) }
    static var moved: Kinds { Kinds(rawValue: 4) }

    /// The character that stands for the most important of them.
    var symbol: Character {
      contains(.inserted) ? "+" : contains(.updated) ? "*" : contains(.moved) ? "~" : " "
    }
  }

  /// What happened to one row in the last update that touched it.
  struct Mark {
    var kinds: Kinds
    var freshness: Freshness
    /// The row before its content changed.
    var previous: Row?
  }

  private struct Entry {
    var identity: Identity
    var kinds: Kinds
    var previous: Row?
    var update: Int
    var time: Instant
  }

  /// How long a mark is to be seen.
  var lifetime: Duration
  private var recent: [Int: Entry] = [:]
  private var older: [Int: Entry] = [:]
  private var generationStart: Instant?
  private var lastUpdate: Instant?
  private var update = 0

  init(lifetime: Duration) {
    self.lifetime = lifetime
  }

  /// The number of marks that are kept, faded ones included.
  var count: Int { recent.count + older.count }

  /// Begins an update: what is marked from now on happened at this time, and replaces what earlier updates left.
  mutating func begin(at now: Instant) {
    update += 1
    lastUpdate = now
    guard let start = generationStart, now - start < lifetime + lifetime else {
      removeAll()
      generationStart = now
      lastUpdate = now
      return
    }
    if now - start >= lifetime {
      older = recent
      recent = [:]
      generationStart = now
    }
  }

  /// Marks a row.
  ///
  /// Several marks from one update are shown together.
  mutating func mark(_ identity: Identity, _ kinds: Kinds, previous: Row? = nil) {
    guard let time = lastUpdate else { return }
    let key = identity.hashValue
    var entry = Entry(identity: identity, kinds: kinds, previous: previous, update: update, time: time)
    if let known = recent[key], known.update == update, known.identity == identity {
      entry.kinds.formUnion(known.kinds)
      entry.previous = previous ?? known.previous
    }
    recent[key] = entry
  }

  /// Forgets all marks.
  mutating func removeAll() {
    recent = [:]
    older = [:]
    generationStart = nil
    lastUpdate = nil
  }

  /// What is to be seen of a row's mark.
  func mark(of identity: Identity, at now: Instant) -> Mark? {
    let key = identity.hashValue
    guard let entry = recent[key] ?? older[key], entry.identity == identity else { return nil }
    let age = now - entry.time
    guard age < lifetime else { return nil }
    let freshness: Freshness = age < lifetime / 4 ? .fresh : age < lifetime / 2 ? .fading : .old
    return Mark(kinds: entry.kinds, freshness: freshness, previous: entry.previous)
  }

  /// Whether any mark is still to be seen, and will fade.
  func isFading(at now: Instant) -> Bool {
    guard count > 0, let lastUpdate else { return false }
    return now - lastUpdate < lifetime
  }
}
