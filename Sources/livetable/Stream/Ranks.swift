internal import LiveTablesOperators

/// Remembers places in a list that only grows at its end while elements anywhere go: each element keeps its slot, and
/// its rank is the number of elements before it that are still there.
struct Ranks {
  private var slots = FenwickTree(ones: 0)

  /// How many elements are there.
  private(set) var count = 0

  /// How many slots there are, those of elements that are gone included.
  var slotCount: Int { slots.count }

  /// Adds an element at the end.
  ///
  /// - Returns: Its slot.
  /// - Complexity: O(log *n*).
  mutating func append() -> Int {
    slots.append()
    count += 1
    return slots.count - 1
  }

  /// Removes the element of a slot, which must be there.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ slot: Int) {
    slots.add(-1, at: slot)
    count -= 1
  }

  /// How many elements are there before a slot.
  ///
  /// - Complexity: O(log *n*).
  func rank(of slot: Int) -> Int { slots.sum(before: slot) }
}
