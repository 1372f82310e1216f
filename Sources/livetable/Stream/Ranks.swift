/// Remembers places in a list that only grows at its end while elements anywhere go: each element keeps its slot, and
/// its rank is the number of elements before it that are still there.
///
/// A binary indexed tree (Fenwick, 1994) over the slots.
struct Ranks {
  /// At `i - 1`, how many elements are there in the slots from `i - lowestBit(i)` up to `i`.
  private var sums: [Int] = []

  /// How many elements are there.
  private(set) var count = 0

  /// How many slots there are, those of elements that are gone included.
  var slotCount: Int { sums.count }

  /// Adds an element at the end.
  ///
  /// - Returns: Its slot.
  /// - Complexity: O(log *n*).
  mutating func append() -> Int {
    let index = sums.count + 1
    var sum = 1
    var step = 1
    while step < Self.lowestBit(index) {
      sum += sums[index - step - 1]
      step <<= 1
    }
    sums.append(sum)
    count += 1
    return index - 1
  }

  /// Removes the element of a slot, which must be there.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ slot: Int) {
    var index = slot + 1
    while index <= sums.count {
      sums[index - 1] -= 1
      index += Self.lowestBit(index)
    }
    count -= 1
  }

  /// How many elements are there before a slot.
  ///
  /// - Complexity: O(log *n*).
  func rank(of slot: Int) -> Int {
    var index = slot
    var rank = 0
    while index > 0 {
      rank += sums[index - 1]
      index -= Self.lowestBit(index)
    }
    return rank
  }

  private static func lowestBit(_ index: Int) -> Int { index & -index }
}
