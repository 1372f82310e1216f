/// The pairs of two short lists of rows, stored in a few words of memory.
@usableFromInline package struct ShortPairing {
  /// The maximum length of lists for which pairing is faster than aligning.
  @inlinable package static var limit: Int { 16 }

  let oldCount: Int
  let newCount: Int
  /// The old row with which each new row pairs, using four bits for each new row.
  private var olds: UInt64 = 0
  /// The paired new rows, the paired old rows, and the new rows whose content has changed, with one bit for each row.
  private(set) var paired: UInt64 = 0
  private(set) var taken: UInt64 = 0
  private(set) var changed: UInt64 = 0

  init(old: Int, new: Int) {
    oldCount = old
    newCount = new
  }

  mutating func pair(_ new: Int, with old: Int, hasSameContent: Bool) {
    olds |= UInt64(truncatingIfNeeded: old) &<< UInt64(truncatingIfNeeded: new * 4)
    paired |= 1 &<< UInt64(truncatingIfNeeded: new)
    taken |= 1 &<< UInt64(truncatingIfNeeded: old)
    if !hasSameContent { changed |= 1 &<< UInt64(truncatingIfNeeded: new) }
  }

  func isTaken(_ old: Int) -> Bool { Self.has(taken, old) }

  static func has(_ bits: UInt64, _ number: Int) -> Bool { bits & 1 &<< UInt64(truncatingIfNeeded: number) != 0 }

  func old(of new: Int) -> Int { Int(truncatingIfNeeded: olds &>> UInt64(truncatingIfNeeded: new * 4)) & 15 }

  /// The new rows that must move, with one bit for each row.
  ///
  /// These are the rows outside a longest increasing subsequence, found with patience sorting as in
  /// `LongestIncreasing`.
  var moved: UInt64 {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.limit * 2) { memory in
      memory.initialize(repeating: -1)
      // The new row on top of each pile, and the row on top of the previous pile for each new row.
      let (tops, previous) = (0, Self.limit)
      var piles = 0
      for new in 0..<newCount where Self.has(paired, new) {
        let old = old(of: new)
        var pile = piles
        while pile > 0, self.old(of: Int(memory[tops + pile - 1])) > old { pile -= 1 }
        memory[tops + pile] = Int32(truncatingIfNeeded: new)
        if pile > 0 { memory[previous + new] = memory[tops + pile - 1] }
        if pile == piles { piles += 1 }
      }
      if piles == paired.nonzeroBitCount { return 0 }
      var moved = paired
      var last = Int(memory[tops + piles - 1])
      while last >= 0 {
        moved &= ~(1 &<< UInt64(truncatingIfNeeded: last))
        last = Int(memory[previous + last])
      }
      return moved
    }
  }
}

extension RowType {
  /// Pairs the rows of two short segments, or returns `nil` if the hashes of different identities are equal.
  ///
  /// Between the common ends, rows that share an identity pair in order.
  @usableFromInline package func shortPairing(_ old: Segment, _ new: Segment) -> ShortPairing? {
    var pairing = ShortPairing(old: old.count, new: new.count)
    let least = min(old.count, new.count)
    let front = inStep(old, 0, new, 0, count: least)
    for index in 0..<front.number {
      pairing.pair(index, with: index, hasSameContent: front.changed & 1 &<< UInt64(index) == 0)
    }
    let room = least - front.number
    let back = inStep(old, old.count - room, new, new.count - room, count: room, isBackwards: true)
    for index in 0..<back.number {
      pairing.pair(
        new.count - 1 - index, with: old.count - 1 - index, hasSameContent: back.changed & 1 &<< UInt64(index) == 0)
    }
    let olds = front.number..<old.count - back.number
    let news = front.number..<new.count - back.number
    if olds.isEmpty || news.isEmpty { return pairing }
    return withRoom(for: 2 * ShortPairing.limit, of: UInt32.self) { hashes in
      withRoom(for: ShortPairing.limit, of: Lookup.self) { lookups in
        let newHashes = hashes + olds.count
        hash(old, olds.lowerBound, count: olds.count, into: hashes, areQuick: true)
        hash(new, news.lowerBound, count: news.count, into: newHashes, areQuick: true)
        var count = 0
        var taken: UInt64 = 0
        for two in 0..<news.count {
          for one in 0..<olds.count where hashes[one] == newHashes[two] && !ShortPairing.has(taken, one) {
            taken |= 1 &<< UInt64(truncatingIfNeeded: one)
            let (number, found) = (news.lowerBound + two, olds.lowerBound + one)
            lookups[count] = Lookup(
              old: old.row(found, stride: stride), new: new.row(number, stride: stride), number: number, found: found)
            count += 1
            break
          }
        }
        compare(lookups, count: count)
        for index in 0..<count {
          if !lookups[index].isSame { return nil }
          pairing.pair(
            Int(lookups[index].number), with: Int(lookups[index].found), hasSameContent: !lookups[index].hasChanged)
        }
        return pairing
      }
    }
  }
}
