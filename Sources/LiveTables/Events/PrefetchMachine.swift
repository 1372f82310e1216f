/// Detects when the end of a table is near enough to load more rows, once for each number of rows.
struct PrefetchMachine: Equatable {
  /// The number of rows before the end at which this begins.
  let distance: Int
  private var asked: Int?

  init(distance: Int) { self.distance = max(0, distance) }

  /// Checks the distance after rows were displayed or the table has changed.
  ///
  /// - Parameters:
  ///   - last: The offset of the last row on screen, if there is any.
  ///   - count: The number of rows.
  mutating func check(last: Int?, count: Int) -> Int? {
    guard let last, last < count, count != asked else { return nil }
    let remaining = count - 1 - last
    guard remaining < distance else { return nil }
    asked = count
    return count
  }

  /// Resets the machine after all rows were replaced, so that the same number of rows is reported again.
  mutating func reset() { asked = nil }
}
