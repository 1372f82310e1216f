import TableDiff

/// Heckel's difference (Communications of the ACM, 1978) as most libraries for tables write it: a dictionary of all
/// identities, two arrays of references, and a last pass that tells by offsets what has moved.
///
/// Equal identities pair in order of occurrence, which makes the paper's passes over neighbours unnecessary.
struct Heckel {
  var deleted: [Int] = []
  var inserted: [Int] = []
  var updated: [Int] = []
  var moved: [(from: Int, to: Int)] = []

  /// For each old row its new place and the reverse, or -1.
  private(set) var newOfOld: [Int] = []
  private(set) var oldOfNew: [Int] = []

  var count: Int { deleted.count + inserted.count + updated.count + moved.count }

  init<Row: Diffable>(from old: [Row], to new: [Row]) {
    pair(old.map(\.identity), new.map(\.identity))
    var deletedBefore: [Int] = []
    deletedBefore.reserveCapacity(old.count)
    for index in old.indices {
      deletedBefore.append(deleted.count)
      if newOfOld[index] < 0 { deleted.append(index) }
    }
    for index in new.indices {
      let source = oldOfNew[index]
      if source < 0 {
        inserted.append(index)
        continue
      }
      if !old[source].hasSameContent(as: new[index]) { updated.append(source) }
      if source - deletedBefore[source] + inserted.count != index { moved.append((source, index)) }
    }
  }

  /// The paper's first three passes.
  private mutating func pair<Identity: Hashable>(_ old: [Identity], _ new: [Identity]) {
    var symbols = HeckelSymbols<Identity>(oldCount: old.count, newCount: new.count)
    var references: [Int] = []
    references.reserveCapacity(new.count)
    for identity in new { references.append(symbols.countNew(identity)) }
    for index in old.indices.reversed() { symbols.pushOld(old[index], index) }
    newOfOld = [Int](repeating: -1, count: old.count)
    oldOfNew = [Int](repeating: -1, count: new.count)
    for index in new.indices {
      guard let source = symbols.popOld(references[index]) else { continue }
      oldOfNew[index] = source
      newOfOld[source] = index
    }
  }

  /// The tables after each of the three stages that views are given: updates, deletes, then inserts and moves.
  func stages<Row>(from old: [Row], to new: [Row]) -> [[Row]] {
    var updated = old
    for index in old.indices where newOfOld[index] >= 0 { updated[index] = new[newOfOld[index]] }
    var remaining: [Row] = []
    remaining.reserveCapacity(old.count - deleted.count)
    for index in old.indices where newOfOld[index] >= 0 { remaining.append(updated[index]) }
    return [updated, remaining, new]
  }
}

/// The paper's symbol table: how often an identity occurs in the new list, and where in the old one.
struct HeckelSymbols<Identity: Hashable> {
  private struct Entry {
    var newCount = 0
    /// The first old occurrence that is not paired yet, or -1.
    var firstOld = -1
  }

  private var places: [Identity: Int]
  private var entries: [Entry] = []
  /// For each old occurrence the next one of the same identity, or -1.
  private var nextOld: [Int]

  init(oldCount: Int, newCount: Int) {
    places = Dictionary(minimumCapacity: newCount)
    entries.reserveCapacity(newCount)
    nextOld = [Int](repeating: -1, count: oldCount)
  }

  /// Notes an occurrence in the new list.
  ///
  /// - Returns: The number of the entry.
  mutating func countNew(_ identity: Identity) -> Int {
    if let place = places[identity] {
      entries[place].newCount += 1
      return place
    }
    places[identity] = entries.count
    entries.append(Entry(newCount: 1))
    return entries.count - 1
  }

  /// Notes an occurrence in the old list, the last one first.
  mutating func pushOld(_ identity: Identity, _ index: Int) {
    guard let place = places[identity] else { return }
    nextOld[index] = entries[place].firstOld
    entries[place].firstOld = index
  }

  /// Takes the first old occurrence that is left.
  mutating func popOld(_ place: Int) -> Int? {
    let index = entries[place].firstOld
    if index < 0 { return nil }
    entries[place].firstOld = nextOld[index]
    return index
  }
}
