/// Finds a longest increasing subsequence of integers that are given in blocks of consecutive values.
///
/// Rows in such a subsequence stay in place and all others move, so a longest subsequence requires the fewest moves.
///
/// The algorithm is patience sorting (Fredman, 1975), one block at a time. If the first value of a block belongs on a
/// pile, the subsequent values belong on the subsequent piles, because piles ascend by at least one. Therefore, each
/// block requires one search, and the subsequence contains the front of a block or no part of it.
struct LongestIncreasing: ~Copyable {
  private struct Top {
    var value: Int32
    var block: Int32
  }
  private var tops: [Top] = []
  /// The pile of a block's first value, and the block that was on top of the previous pile at that time.
  private struct Block {
    let pile: Int32
    let previous: Int32
  }
  private var blocks: [Block] = []
  private var next = 0
  /// Whether the pile of a value is found using bits.
  ///
  /// A search is faster if there are few piles or the values are far apart.
  private var findsByBits = false
  /// The values on top of the piles, relative to the least value, along with the pile of each value.
  private var onTop = BitSet(below: 0)
  private var pileOf: [Int32] = []
  private let values: Range<Int>

  init(capacity: Int, values: Range<Int>) {
    blocks.reserveCapacity(capacity)
    tops.reserveCapacity(min(capacity, Self.few))
    // If values are far apart, the memory for bits costs more than a search.
    self.values = values.count <= capacity * 4 ? values : 0..<0
  }

  /// The number of piles up to which a search is faster than using bits.
  private static let few = 64

  /// Appends the values `first`, `first + 1` and so on.
  ///
  /// - Parameters:
  ///   - first: The first value. All values must be distinct.
  ///   - count: The number of values, at least one.
  /// - Complexity: O(`count` + log *l*), where *l* is the greatest length so far, or O(`count`) for a block that
  ///   continues the previous block. If values are close together, O(`count`) on average for values in random order.
  mutating func append(_ first: Int32, count: Int) {
    let pile = pile(for: first)
    let block = Int32(blocks.count)
    blocks.append(Block(pile: Int32(pile), previous: pile > 0 ? tops[pile - 1].block : -1))
    next = pile + count
    if count == 1, pile < tops.count, !findsByBits {
      tops[pile] = Top(value: first, block: block)
      return
    }
    for offset in 0..<count {
      if pile + offset == tops.count {
        tops.append(Top(value: first + Int32(offset), block: block))
      } else {
        if findsByBits { onTop.remove(Int(tops[pile + offset].value) - values.lowerBound) }
        tops[pile + offset] = Top(value: first + Int32(offset), block: block)
      }
      if findsByBits { enter(pile + offset) }
    }
    if !findsByBits, tops.count > Self.few, !values.isEmpty {
      findsByBits = true
      onTop = BitSet(below: values.count)
      pileOf = [Int32](repeating: 0, count: values.count)
      for pile in tops.indices { enter(pile) }
    }
  }

  private mutating func enter(_ pile: Int) {
    let value = Int(tops[pile].value) - values.lowerBound
    onTop.insert(value)
    pileOf[value] = Int32(pile)
  }

  /// Returns the first pile whose top is not less than a value.
  private func pile(for value: Int32) -> Int {
    var length = tops.count
    if length == 0 || tops[length - 1].value < value { return length }
    // The pile after the last block is tried first: its top is not less than the value, and the top before it is less.
    // The two signs are combined into one branch, because each condition alone is hard to predict for values in random
    // order.
    let near = next < length ? next : length - 1
    if (tops[near > 0 ? near - 1 : 0].value &- value) & (value &- tops[near].value &- 1) < 0 { return near }
    // In random order, there are many piles, so the next value on top is near.
    if findsByBits, let top = onTop.next(from: Int(value) - values.lowerBound) { return Int(pileOf[top]) }
    // This binary search has no branches, because they could not be predicted.
    var low = 0
    while length > 1 {
      let half = length / 2
      low = tops[low + half - 1].value < value ? low + half : low
      length -= half
    }
    return low
  }

  /// Returns the number of values at the front of each block that are in the subsequence, and their total number.
  func finish() -> (counts: [Int32], total: Int) {
    var counts = [Int32](filledWith: 0, count: blocks.count)
    var block = Int(tops.last?.block ?? -1)
    var end = Int32(tops.count)
    while block >= 0 {
      counts[block] = end - blocks[block].pile
      end = blocks[block].pile
      block = Int(blocks[block].previous)
    }
    return (counts, tops.count)
  }
}
