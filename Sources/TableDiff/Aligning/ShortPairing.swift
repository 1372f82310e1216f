/// How the rows of two short lists pair, in a few words of memory.
@usableFromInline package struct ShortPairing {
  /// The longest lists for which this is faster than to align them.
  @inlinable package static var limit: Int { 16 }

  let oldCount: Int
  let newCount: Int
  /// For each new row four bits: the old one that it pairs with.
  private var olds: UInt64 = 0
  /// One bit for each row: new ones that pair, old ones that do, and new ones whose content changed.
  private(set) var paired: UInt16 = 0
  private(set) var taken: UInt16 = 0
  private(set) var changed: UInt16 = 0

  @usableFromInline package init(old: Int, new: Int) {
    oldCount = old
    newCount = new
  }

  @usableFromInline package mutating func pair(_ new: Int, with old: Int, hasSameContent: Bool) {
    olds |= UInt64(truncatingIfNeeded: old) &<< UInt64(truncatingIfNeeded: new * 4)
    paired |= 1 &<< UInt16(truncatingIfNeeded: new)
    taken |= 1 &<< UInt16(truncatingIfNeeded: old)
    if !hasSameContent { changed |= 1 &<< UInt16(truncatingIfNeeded: new) }
  }

  @usableFromInline package func isTaken(_ old: Int) -> Bool { Self.has(taken, old) }

  static func has(_ bits: UInt16, _ number: Int) -> Bool { bits & 1 &<< UInt16(truncatingIfNeeded: number) != 0 }

  /// The old row with which a new one pairs.
  func old(of new: Int) -> Int { Int(truncatingIfNeeded: olds &>> UInt64(truncatingIfNeeded: new * 4)) & 15 }

  /// The new rows that have to move, one bit for each: those outside a longest increasing subsequence, which is found by
  /// patience sorting as in `LongestIncreasing`.
  var moved: UInt16 {
    withUnsafeTemporaryAllocation(of: Int8.self, capacity: Self.limit * 2) { memory in
      memory.initialize(repeating: -1)
      // The new row on top of each pile, and for each new row the one on top of the pile before.
      let (tops, previous) = (0, Self.limit)
      var piles = 0
      for new in 0..<newCount where Self.has(paired, new) {
        let old = old(of: new)
        var pile = piles
        while pile > 0, self.old(of: Int(memory[tops + pile - 1])) > old { pile -= 1 }
        memory[tops + pile] = Int8(truncatingIfNeeded: new)
        if pile > 0 { memory[previous + new] = memory[tops + pile - 1] }
        if pile == piles { piles += 1 }
      }
      if piles == paired.nonzeroBitCount { return 0 }
      var moved = paired
      var last = Int(memory[tops + piles - 1])
      while last >= 0 {
        moved &= ~(1 &<< UInt16(truncatingIfNeeded: last))
        last = Int(memory[previous + last])
      }
      return moved
    }
  }
}

extension Aligner {
  /// Pairs the elements of two short slices; `nil` where several have one identity.
  @inlinable package static func shortPairing(
    _ old: ArraySlice<Element>, _ new: ArraySlice<Element>
  ) -> ShortPairing? {
    let (one, two) = (old.span, new.span)
    var pairing = ShortPairing(old: one.count, new: two.count)
    let least = min(one.count, two.count)
    var front = 0
    while front < least, one.identity(at: front) == two.identity(at: front) {
      pairing.pair(front, with: front, hasSameContent: one.hasSameContent(at: front, as: two, at: front))
      front += 1
    }
    var (oldEnd, newEnd) = (one.count, two.count)
    while oldEnd > front, newEnd > front, one.identity(at: oldEnd - 1) == two.identity(at: newEnd - 1) {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
      pairing.pair(newEnd, with: oldEnd, hasSameContent: one.hasSameContent(at: oldEnd, as: two, at: newEnd))
    }
    if front == oldEnd || front == newEnd { return pairing }
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: ShortPairing.limit) { hashes in
      var old = front
      while old < oldEnd {
        hashes.initializeElement(at: old, to: identityHash(one.identity(at: old)))
        old += 1
      }
      var new = front
      while new < newEnd {
        let hash = identityHash(two.identity(at: new))
        var found = -1
        old = front
        while old < oldEnd {
          if hashes[old] == hash, one.identity(at: old) == two.identity(at: new) {
            if found >= 0 || pairing.isTaken(old) { return nil }
            found = old
          }
          old += 1
        }
        if found >= 0 {
          pairing.pair(new, with: found, hasSameContent: one.hasSameContent(at: found, as: two, at: new))
        }
        new += 1
      }
      return pairing
    }
  }
}
