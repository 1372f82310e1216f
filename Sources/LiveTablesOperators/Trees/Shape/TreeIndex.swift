import LiveTables

/// Finds the labels of nodes by the hashes of their identities.
///
/// Sorted by hash, then label, in a rope: an edit copies a window and not the whole. It knows no identities and asks its
/// user to compare, so it cannot trap, whatever identities answer.
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

  /// The first place of a hash.
  ///
  /// - Complexity: O(log *n*), at each of whose steps a position is found in as much.
  @usableFromInline func firstPlace(of hash: UInt32) -> Int { place(of: Entry(hash: hash, label: 0)) }

  /// The label at a place, if it belongs to a hash.
  @usableFromInline func label(at place: Int, of hash: UInt32) -> UInt64? {
    guard place < rope.count else { return nil }
    let entry = rope[place]
    return entry.hash == hash ? entry.label : nil
  }

  private func place(of entry: Entry) -> Int { rope.firstPosition { $1 >= entry } }

  /// Removes entries and adds others; an entry that is not there is no matter.
  ///
  /// - Complexity: O(*k* log² *n*) for *k* entries that are few, else O(*n* + *k* log *k*).
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
