/// A set of indices below a bound, stored with one bit for each index.
struct BitSet {
  var words: [UInt64]
  private let bound: Int

  /// Creates an empty set of indices below a bound.
  ///
  /// - Complexity: O(*n*) for a bound of *n*, where 64 indices cost as much as one array element.
  init(below bound: Int) {
    self.bound = bound
    words = [UInt64](repeating: 0, count: (bound + 63) / 64)
  }

  /// Returns whether the set contains an index, which is `false` if the index is out of bounds.
  func contains(_ index: Int) -> Bool {
    index >= 0 && index < bound && words[index &>> 6] & (1 &<< UInt64(truncatingIfNeeded: index)) != 0
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  @discardableResult mutating func insert(_ index: Int) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
    if words[index &>> 6] & bit != 0 { return false }
    words[index &>> 6] |= bit
    return true
  }

  mutating func remove(_ index: Int) { words[index &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: index)) }

  /// Returns the first index in the set at or after the given index, searching at least the next 256 indices.
  func next(from index: Int) -> Int? {
    var word = index &>> 6
    var rest = words[word] & (UInt64.max &<< UInt64(truncatingIfNeeded: index))
    let end = min(word + 5, words.count)
    while rest == 0 {
      word += 1
      if word == end { return nil }
      rest = words[word]
    }
    return word &<< 6 + rest.trailingZeroBitCount
  }
}
