/// Some of the indices below a bound, one bit for each.
struct BitSet {
  var words: [UInt64]
  private let bound: Int

  /// Creates a set without indices.
  ///
  /// - Complexity: O(*n*) for a bound of *n*, 64 of which cost as much as one element of an array.
  init(below bound: Int) {
    self.bound = bound
    words = [UInt64](repeating: 0, count: (bound + 63) / 64)
  }

  /// Whether an index is in the set; `false` for any out of bounds.
  func contains(_ index: Int) -> Bool {
    index >= 0 && index < bound && words[index &>> 6] & (1 &<< UInt64(truncatingIfNeeded: index)) != 0
  }

  /// How many indices are in the set.
  ///
  /// - Complexity: O(*n*) for a bound of *n*, like creating it.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Adds an index that is in bounds; returns whether it is new.
  @discardableResult mutating func insert(_ index: Int) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: index)
    if words[index &>> 6] & bit != 0 { return false }
    words[index &>> 6] |= bit
    return true
  }

  /// Removes an index that is in bounds.
  mutating func remove(_ index: Int) { words[index &>> 6] &= ~(1 &<< UInt64(truncatingIfNeeded: index)) }

  /// The first index in the set at or after one that is in bounds, if there is one among the next 256 or more.
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
