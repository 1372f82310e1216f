import LiveTablesCells

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

    /// The mark of the most important change.
    var mark: RowMark { contains(.inserted) ? .inserted : contains(.updated) ? .updated : .moved }
  }

  /// The changes to a row in the last update that affected it.
  struct Change {
    var kinds: Kinds
    var freshness: Freshness
    var previous: Row?
  }

  struct Deleted {
    var row: Row
    var place: DeletedRowPlace
    fileprivate var update: Update
    /// The position in the table before the last batch.
    fileprivate var rank: RowPath
  }

  fileprivate struct Update: Equatable {
    var number = 0
    var time: Instant
  }

  private struct Entry {
    var kinds: Kinds
    var previous: Row?
    var update: Update
  }

  /// The time for which a mark stays visible if other updates follow.
  var lifetime: Duration
  private var entries: [RowPath: Entry] = [:]
  private var deletedRows: [Deleted] = []
  /// The last update, or `nil` if no row can be marked before the next one.
  private var lastUpdate: Update?

  init(lifetime: Duration) {
    self.lifetime = lifetime
  }

  var count: Int { entries.count + deletedRows.count }

  /// Begins an update at the given time.
  ///
  /// - Complexity: O(*m*) for *m* marks.
  mutating func begin(at now: Instant) {
    lastUpdate = Update(number: (lastUpdate?.number ?? 0) + 1, time: now)
    let oldest = now - lifetime
    entries = entries.filter { $0.value.update.time > oldest }
    deletedRows.removeAll { $0.update.time <= oldest }
  }

  /// Marks a row, combining marks from the same update.
  mutating func mark(_ path: RowPath, _ kinds: Kinds, previous: Row? = nil) {
    guard let lastUpdate else { return }
    var entry = Entry(kinds: kinds, previous: previous, update: lastUpdate)
    if let known = entries[path], known.update == lastUpdate {
      entry.kinds.formUnion(known.kinds)
      entry.previous = previous ?? known.previous
    }
    entries[path] = entry
  }

  /// Keeps a deleted row for the lifetime of a mark, up to a maximum number of deleted rows.
  ///
  /// - Parameters:
  ///   - row: The deleted row.
  ///   - path: The path of the row before the batch.
  ///   - place: The place at which the row is shown after the batch.
  mutating func delete(_ row: Row, at path: RowPath, showingIn place: DeletedRowPlace) {
    guard let lastUpdate, deletedRows.count < Self.mostDeleted else { return }
    let rank = RowPath(section: path.section, row: 2 * path.row + 1)
    deletedRows.append(Deleted(row: row, place: place, update: lastUpdate, rank: rank))
  }

  /// Sorts the deleted rows by their positions before the last batch, so that rows in the same place are in order.
  mutating func sortDeleted() { deletedRows.sort { $0.rank < $1.rank } }

  var hasDeleted: Bool { !deletedRows.isEmpty }

  /// Removes deleted rows that have been inserted again.
  mutating func forgetDeleted(where hasReturned: (Row) -> Bool) {
    deletedRows.removeAll { hasReturned($0.row) }
  }

  /// Moves the marks with their rows.
  ///
  /// - Parameters:
  ///   - target: A closure that returns the new path of a row, or `nil` if the row was deleted.
  ///   - place: A closure that returns the new place of a row that was deleted earlier.
  mutating func move(to target: (RowPath) -> RowPath?, place: (DeletedRowPlace) -> DeletedRowPlace) {
    var moved: [RowPath: Entry] = [:]
    moved.reserveCapacity(entries.count)
    for (path, entry) in entries {
      if let path = target(path) { moved[path] = entry }
    }
    entries = moved
    for index in deletedRows.indices {
      deletedRows[index].rank = deletedRows[index].place.rank
      deletedRows[index].place = place(deletedRows[index].place)
    }
    sortDeleted()
  }

  mutating func removeAll() {
    self = RowMarkers(lifetime: lifetime)
  }

  func change(at path: RowPath, at now: Instant) -> Change? {
    guard let entry = entries[path], isVisible(entry.update, now) else { return nil }
    return Change(kinds: entry.kinds, freshness: freshness(entry.update.time, now), previous: entry.previous)
  }

  func deleted(at now: Instant) -> [DeletedRowNeighbor: [Deleted]] {
    Dictionary(grouping: deletedRows.filter { isVisible($0.update, now) }, by: \.place.neighbor)
  }

  func isFading(at now: Instant) -> Bool {
    guard count > 0, let lastUpdate else { return false }
    return now - lastUpdate.time < fadeTime
  }

  private func isVisible(_ update: Update, _ now: Instant) -> Bool {
    update == lastUpdate || now - update.time < lifetime
  }

  private func freshness(_ time: Instant, _ now: Instant) -> Freshness {
    let age = now - time
    return age < fadeTime / 4 ? .fresh : age < fadeTime / 2 ? .fading : .old
  }

  private var fadeTime: Duration { min(lifetime, .seconds(5)) }

  private static var mostDeleted: Int { 1_000 }
}
