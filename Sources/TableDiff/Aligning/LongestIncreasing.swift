/// Finds a longest increasing subsequence of integers that arrive in blocks of consecutive ones.
///
/// What is in such a subsequence need not move; what is not, must. So the longest one means the fewest moves.
///
/// Patience sorting (Fredman, 1975), a block at a time: if the first value of a block belongs on a pile, the following
/// values belong on the following piles, because piles ascend by at least one. So a block costs one search, and of each
/// block the subsequence takes the front or nothing.
struct LongestIncreasing {
  /// On each pile: the value on top, and its block.
  private struct Top {
    var value: Int32
    var block: Int32
  }
  private var tops: [Top] = []
  /// For each block: the pile of its first value, and the block on top of the pile before at that time.
  private var piles: [Int32] = []
  private var previous: [Int32] = []
  /// The pile after the last block.
  private var next = 0

  init() {}

  mutating func reserve(blocks: Int) {
    piles.reserveCapacity(blocks)
    previous.reserveCapacity(blocks)
  }

  /// Adds the values `first`, `first + 1` and so on.
  ///
  /// - Parameters:
  ///   - first: The first value; no value may come twice.
  ///   - count: How many, at least one.
  /// - Complexity: O(`count` + log *l*), where *l* is the greatest length so far; without the logarithm for a block that
  ///   continues the one before it.
  mutating func append(_ first: Int32, count: Int) {
    let pile = pile(for: first)
    let block = Int32(piles.count)
    piles.append(Int32(pile))
    previous.append(pile > 0 ? tops[pile - 1].block : -1)
    next = pile + count
    if count == 1, pile < tops.count {
      tops[pile] = Top(value: first, block: block)
      return
    }
    let covered = min(count, tops.count - pile)
    for offset in 0..<covered { tops[pile + offset] = Top(value: first + Int32(offset), block: block) }
    for offset in covered..<count { tops.append(Top(value: first + Int32(offset), block: block)) }
  }

  /// The first pile whose top is not below a value.
  private func pile(for value: Int32) -> Int {
    var length = tops.count
    if length == 0 || tops[length - 1].value < value { return length }
    // Perhaps the pile after the last block: its top is not below, the one before is. By their signs both conditions are
    // one for the processor: together they are seldom true for values without an order, each alone is a coin to toss.
    let near = min(next, length - 1)
    if (tops[max(near - 1, 0)].value &- value) & (value &- tops[near].value &- 1) < 0 { return near }
    // Halved without a branch, which no processor could foretell.
    var low = 0
    while length > 1 {
      let half = length / 2
      low = tops[low + half - 1].value < value ? low + half : low
      length -= half
    }
    return low
  }

  /// How many values at the front of each block are in the subsequence, and how many there are in all; asked once.
  mutating func finish() -> (counts: [Int32], total: Int) {
    var counts: [Int32] = []
    swap(&counts, &previous)
    let total = tops.count
    var block = tops.last?.block ?? -1
    var end = Int32(total)
    for index in counts.indices.reversed() {
      if index == block {
        block = counts[index]
        counts[index] = end - piles[index]
        end = piles[index]
      } else {
        counts[index] = 0
      }
    }
    return (counts, total)
  }
}
