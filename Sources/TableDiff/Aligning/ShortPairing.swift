/// The pairs of two short lists of rows, stored in a few words of memory.
///
/// Loops use indices and pointers, because loops over ranges and buffers take several times as long in debug builds.
@usableFromInline package struct ShortPairing {
  /// The maximum length of the lists, which is the number of bits in a word.
  @inlinable package static var limit: Int { 64 }
  /// The number of pairs that are compared at once.
  ///
  /// The memory for more pairs would not be allocated on the stack.
  static let batch = 32

  let oldCount: Int
  let newCount: Int
  /// The old row with which each new row pairs.
  private let olds: UnsafeMutablePointer<UInt8>
  /// The paired new rows, the paired old rows, and the new rows whose content has changed, with one bit for each row.
  private(set) var paired: UInt64 = 0
  private(set) var taken: UInt64 = 0
  private(set) var changed: UInt64 = 0

  /// - Parameter olds: Memory for `limit` numbers, which the caller provides.
  init(old: Int, new: Int, olds: UnsafeMutablePointer<UInt8>) {
    oldCount = old
    newCount = new
    self.olds = olds
  }

  mutating func pair(_ new: Int, with old: Int, hasSameContent: Bool) {
    olds[new] = UInt8(truncatingIfNeeded: old)
    paired |= .bit(new)
    taken |= .bit(old)
    if !hasSameContent { changed |= .bit(new) }
  }

  /// Pairs consecutive rows, with one bit for each changed pair.
  mutating func pair(_ count: Int, from new: Int, with old: Int, changed: UInt64) {
    var index = 0
    while index < count {
      pair(new + index, with: old + index, hasSameContent: changed & .bit(index) == 0)
      index += 1
    }
  }

  /// The old rows that are deleted, and the new rows that are inserted, with one bit for each row.
  var deleted: UInt64 { ~taken & .bits(below: oldCount) }
  var inserted: UInt64 { ~paired & .bits(below: newCount) }

  func old(of new: Int) -> Int { Int(olds[new]) }

  /// The new rows that must move, with one bit for each row.
  ///
  /// These are the rows outside a longest increasing subsequence, found with patience sorting as in
  /// `LongestIncreasing`.
  var moved: UInt64 {
    withRoom(for: Self.limit * 2, of: Int32.self) { tops in
      // The new row on top of each pile, and the row on top of the previous pile for each new row.
      let previous = tops + Self.limit
      var piles = 0
      paired.forEachBit { new in
        let old = old(of: new)
        var pile = piles
        while pile > 0, self.old(of: Int(tops[pile - 1])) > old { pile -= 1 }
        tops[pile] = Int32(truncatingIfNeeded: new)
        previous[new] = pile > 0 ? tops[pile - 1] : -1
        if pile == piles { piles += 1 }
      }
      if piles == paired.nonzeroBitCount { return 0 }
      var moved = paired
      var last = Int(tops[piles - 1])
      while last >= 0 {
        moved &= ~.bit(last)
        last = Int(previous[last])
      }
      return moved
    }
  }
}

extension UInt64 {
  static func bit(_ index: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: index) }

  static func bits(below end: Int) -> UInt64 { end == 64 ? .max : bit(end) &- 1 }

  /// Calls a closure with the index of each bit that is set, in ascending order.
  func forEachBit(_ body: (Int) -> Void) {
    var rest = self
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }
}

extension RowType {
  /// Pairs the rows of two short segments, or returns `nil` if the hashes of different identities are equal.
  ///
  /// Between the common ends, rows that are not in step, but share an identity, pair in order.
  ///
  /// - Parameter olds: Memory for the numbers of the pairing.
  func shortPairing(_ old: Segment, _ new: Segment, olds: UnsafeMutablePointer<UInt8>) -> ShortPairing? {
    var pairing = ShortPairing(old: old.count, new: new.count, olds: olds)
    let least = old.count < new.count ? old.count : new.count
    let front = inStep(old, 0, new, 0, count: least)
    pairing.pair(front.number, from: 0, with: 0, changed: front.changed)
    let room = least - front.number
    let back = inStep(old, old.count - room, new, new.count - room, count: room, isBackwards: true)
    var index = 0
    while index < back.number {
      pairing.pair(
        new.count - 1 - index, with: old.count - 1 - index, hasSameContent: back.changed & .bit(index) == 0)
      index += 1
    }
    // Rows in step need no hashes. If both ends differ, few rows are in step.
    if front.number + back.number > 0, back.number < room {
      walk(old, new, front: front.number, back: back.number, &pairing)
    }
    return pairing.deleted == 0 || pairing.inserted == 0 ? pairing : pairRest(old, new, after: pairing)
  }

  private func walk(_ old: Segment, _ new: Segment, front: Int, back: Int, _ pairing: inout ShortPairing) {
    var (olds, news) = (old, new)
    olds.dropLast(back)
    news.dropLast(back)
    withRoom(for: WalkStep.limit, of: WalkStep.self) { steps in
      var (one, two) = (front, front)
      var (count, changed) = walk(olds, one, news, two, looks: 2..<10, into: steps)
      var step = steps
      while count > 0 {
        let (pairs, look) = (Int(step.pointee.pairs), Int(step.pointee.look))
        pairing.pair(pairs, from: two, with: one, changed: changed)
        changed = pairs == ShortPairing.limit ? 0 : changed &>> UInt64(truncatingIfNeeded: pairs)
        one += pairs
        two += pairs
        if look & 1 == 0 { two += look / 2 } else { one += look / 2 }
        step += 1
        count -= 1
      }
    }
  }

  /// Pairs the rows that are not paired yet, or returns `nil` if the hashes of different identities are equal.
  private func pairRest(_ old: Segment, _ new: Segment, after pairing: ShortPairing) -> ShortPairing? {
    var pairing = pairing
    return withRoom(for: 2 * ShortPairing.limit, of: UInt32.self) { hashes in
      let newHashes = hashes + ShortPairing.limit
      hash(old, pairing.deleted, into: hashes)
      hash(new, pairing.inserted, into: newHashes)
      return withRoom(for: ShortPairing.limit, of: UInt64.self) { buckets in
        // The old rows whose hashes end with the same bits, with one bit for each row.
        let digits = Int.bitWidth - (pairing.deleted.nonzeroBitCount - 1).leadingZeroBitCount
        let mask = ~(UInt32.max &<< UInt32(truncatingIfNeeded: digits))
        var index = 0
        while index <= Int(mask) {
          buckets[index] = 0
          index += 1
        }
        pairing.deleted.forEachBit { buckets[Int(hashes[$0] & mask)] |= .bit($0) }
        return withRoom(for: ShortPairing.batch, of: Lookup.self) { lookups in
          var rest = pairing.inserted
          while rest != 0 {
            var count = 0
            while rest != 0, count < ShortPairing.batch {
              let two = rest.trailingZeroBitCount
              rest &= rest &- 1
              let bucket = buckets + Int(newHashes[two] & mask)
              var found = bucket.pointee
              while found != 0 {
                let one = found.trailingZeroBitCount
                if hashes[one] == newHashes[two] {
                  bucket.pointee &= ~.bit(one)
                  lookups[count] = Lookup(
                    old: old.row(one, stride: stride), new: new.row(two, stride: stride), number: two, found: one)
                  count += 1
                  break
                }
                found &= found &- 1
              }
            }
            compare(lookups, count: count)
            var index = 0
            while index < count {
              if !lookups[index].isSame { return nil }
              pairing.pair(
                Int(lookups[index].number), with: Int(lookups[index].found), hasSameContent: !lookups[index].hasChanged)
              index += 1
            }
          }
          return pairing
        }
      }
    }
  }

  /// Hashes the rows whose bits are set.
  private func hash(_ segment: Segment, _ rows: UInt64, into hashes: UnsafeMutablePointer<UInt32>) {
    var rest = rows
    while rest != 0 {
      let first = rest.trailingZeroBitCount
      let count = (~(rest &>> UInt64(truncatingIfNeeded: first))).trailingZeroBitCount
      hash(segment, first, count: count, into: hashes + first, areQuick: true)
      // The carry clears the run of bits.
      rest &= rest &+ .bit(first)
    }
  }
}
