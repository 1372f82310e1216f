/// Finds a longest increasing subsequence of integers that arrive in blocks of consecutive ones.
///
/// What is in such a subsequence need not move; what is not, must. So the longest one means the fewest moves.
///
/// Patience sorting (Fredman, 1975), a block at a time: if the first value of a block belongs on a pile, the following
/// values belong on the following piles, because piles ascend by at least one. So a block costs one search, and of each
/// block the subsequence takes the front or nothing.
struct LongestIncreasing: ~Copyable {
  /// On each pile: the value on top, and its block.
  private struct Top {
    var value: Int32
    var block: Int32
  }
  private var tops: [Top] = []
  /// The pile of a block's first value, and the block on top of the pile before at that time.
  private struct Block {
    let pile: Int32
    let previous: Int32
  }
  private var blocks: [Block] = []
  /// The pile after the last block.
  private var next = 0
  /// Whether a pile is found by bits; a search is faster while there are few piles, and where values lie far apart.
  private var findsByBits = false
  /// The values that are on top, less the least value, and the pile of each.
  private var onTop = BitSet(below: 0)
  private var pileOf: [Int32] = []
  private let values: Range<Int>

  /// - Parameters:
  ///   - capacity: How many blocks there are.
  ///   - values: Where all values are.
  init(capacity: Int, values: Range<Int>) {
    blocks.reserveCapacity(capacity)
    tops.reserveCapacity(min(capacity, Self.few))
    // Where values lie far apart, the memory costs more than a search.
    self.values = values.count <= capacity * 4 ? values : 0..<0
  }

  /// How many piles there are before bits find one faster than a search.
  private static let few = 64

  /// Adds the values `first`, `first + 1` and so on.
  ///
  /// - Parameters:
  ///   - first: The first value; no value may come twice.
  ///   - count: How many, at least one.
  /// - Complexity: O(`count` + log *l*), where *l* is the greatest length so far; without the logarithm for a block that
  ///   continues the one before it. Where values lie close, O(`count`) on average for a value in no order.
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

  /// The first pile whose top is not below a value.
  private func pile(for value: Int32) -> Int {
    var length = tops.count
    if length == 0 || tops[length - 1].value < value { return length }
    // Perhaps the pile after the last block: its top is not below, the one before is. By their signs both conditions are
    // one for the processor: together they are seldom true for values without an order, each alone is a coin to toss.
    let near = next < length ? next : length - 1
    if (tops[near > 0 ? near - 1 : 0].value &- value) & (value &- tops[near].value &- 1) < 0 { return near }
    // The next value that is on top is near where values have no order: there are many piles then.
    if findsByBits, let top = onTop.next(from: Int(value) - values.lowerBound) { return Int(pileOf[top]) }
    // Halved without a branch, which no processor could foretell.
    var low = 0
    while length > 1 {
      let half = length / 2
      low = tops[low + half - 1].value < value ? low + half : low
      length -= half
    }
    return low
  }

  /// How many values at the front of each block are in the subsequence, and how many there are in all.
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
