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

  /// The old rows that are deleted, and the new rows that are inserted, with one bit for each row.
  var deleted: UInt64 { ~taken & .max &>> UInt64(truncatingIfNeeded: Self.limit - oldCount) }
  var inserted: UInt64 { ~paired & .max &>> UInt64(truncatingIfNeeded: Self.limit - newCount) }

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
  /// Between the common ends, rows that share an identity pair in order.
  ///
  /// - Parameter olds: Memory for the numbers of the pairing.
  func shortPairing(_ old: Segment, _ new: Segment, olds: UnsafeMutablePointer<UInt8>) -> ShortPairing? {
    var pairing = ShortPairing(old: old.count, new: new.count, olds: olds)
    let least = old.count < new.count ? old.count : new.count
    let front = inStep(old, 0, new, 0, count: least)
    var index = 0
    while index < front.number {
      pairing.pair(index, with: index, hasSameContent: front.changed & .bit(index) == 0)
      index += 1
    }
    let room = least - front.number
    let back = inStep(old, old.count - room, new, new.count - room, count: room, isBackwards: true)
    index = 0
    while index < back.number {
      pairing.pair(
        new.count - 1 - index, with: old.count - 1 - index, hasSameContent: back.changed & .bit(index) == 0)
      index += 1
    }
    let (oldCount, newCount) = (room - back.number + old.count - least, room - back.number + new.count - least)
    if oldCount == 0 || newCount == 0 { return pairing }
    return withRoom(for: 2 * ShortPairing.limit, of: UInt32.self) { hashes in
      let newHashes = hashes + oldCount
      hash(old, front.number, count: oldCount, into: hashes, areQuick: true)
      hash(new, front.number, count: newCount, into: newHashes, areQuick: true)
      return withRoom(for: ShortPairing.limit, of: UInt64.self) { buckets in
        // The old rows whose hashes end with the same bits, with one bit for each row.
        let mask = ~(UInt32.max &<< UInt32(truncatingIfNeeded: Int.bitWidth - (oldCount - 1).leadingZeroBitCount))
        var one = 0
        while one <= Int(mask) {
          buckets[one] = 0
          one += 1
        }
        one = 0
        while one < oldCount {
          buckets[Int(hashes[one] & mask)] |= .bit(one)
          one += 1
        }
        return withRoom(for: ShortPairing.batch, of: Lookup.self) { lookups in
          var two = 0
          while two < newCount {
            var count = 0
            while two < newCount, count < ShortPairing.batch {
              let bucket = buckets + Int(newHashes[two] & mask)
              var rest = bucket.pointee
              while rest != 0 {
                let one = rest.trailingZeroBitCount
                if hashes[one] == newHashes[two] {
                  bucket.pointee &= ~.bit(one)
                  let (number, found) = (front.number + two, front.number + one)
                  lookups[count] = Lookup(
                    old: old.row(found, stride: stride), new: new.row(number, stride: stride), number: number,
                    found: found)
                  count += 1
                  break
                }
                rest &= rest &- 1
              }
              two += 1
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
}
