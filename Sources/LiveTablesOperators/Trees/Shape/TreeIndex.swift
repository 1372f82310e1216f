import LiveTables

/// An index of node labels, keyed by the hashes of identities.
///
/// Entries are sorted by hash and label in a rope, so that an edit copies only a small window. Code that uses the index
/// compares identities. The index cannot trap, regardless of the results of the comparisons.
@usableFromInline struct TreeIndex: Sendable {
  @usableFromInline struct Entry: Sendable, Comparable {
    @usableFromInline var hash: UInt32
    @usableFromInline var label: UInt64

    @usableFromInline init(hash: UInt32, label: UInt64) {
      self.hash = hash
      self.label = label
    }

    @usableFromInline static func < (one: Entry, two: Entry) -> Bool {
      one.hash != two.hash ? one.hash < two.hash : one.label < two.label
    }
  }

  private(set) var rope: Rope<Entry, Weightless<Entry>>

  @usableFromInline init() { rope = Rope() }

  /// - Complexity: O(*n* log *n*).
  @usableFromInline init(_ entries: [Entry]) { rope = Rope(entries.sorted()) }

  /// Returns the first position in the index for a hash.
  ///
  /// - Complexity: O(log² *n*).
  @usableFromInline func firstPlace(of hash: UInt32) -> Int { place(of: Entry(hash: hash, label: 0)) }

  /// Returns the label at a position if it has the given hash, or `nil`.
  @usableFromInline func label(at place: Int, of hash: UInt32) -> UInt64? {
    guard place < rope.count else { return nil }
    let entry = rope[place]
    return entry.hash == hash ? entry.label : nil
  }

  private func place(of entry: Entry) -> Int { rope.firstPosition { $1 >= entry } }

  /// Removes entries, ignoring missing entries, and inserts other entries.
  ///
  /// - Complexity: O(*k* log² *n*) for a small number *k* of entries, otherwise O(*n* + *k* log *k*).
  @usableFromInline mutating func replace(_ old: [Entry], with new: [Entry]) {
    if (old.count + new.count) * 64 > rope.count {
      merge(old.sorted(), new.sorted())
      return
    }
    for entry in old {
      let place = place(of: entry)
      if place < rope.count, rope[place] == entry { rope.replace(place..<place + 1, with: []) }
    }
    for entry in new {
      let place = place(of: entry)
      rope.replace(place..<place, with: [entry])
    }
  }

  private mutating func merge(_ old: [Entry], _ new: [Entry]) {
    var merged: [Entry] = []
    merged.reserveCapacity(max(0, rope.count - old.count) + new.count)
    var (gone, next) = (0, 0)
    for entry in rope {
      while gone < old.count, old[gone] < entry { gone += 1 }
      if gone < old.count, old[gone] == entry { continue }
      while next < new.count, new[next] < entry {
        merged.append(new[next])
        next += 1
      }
      merged.append(entry)
    }
    merged += new[next...]
    rope = Rope(merged)
  }
}
