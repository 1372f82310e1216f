/// Says when the end of a table is near enough for more rows to be wanted: once for each number of rows.
struct PrefetchMachine: Equatable {
  /// How many rows from the end it begins.
  let distance: Int
  private var asked: Int?

  init(distance: Int) { self.distance = max(0, distance) }

  /// Rows were displayed, or the table has changed.
  ///
  /// - Parameters:
  ///   - last: The offset of the last row on screen, if there is any.
  ///   - count: How many rows there are.
  mutating func check(last: Int?, count: Int) -> Int? {
    guard let last, last < count, count != asked else { return nil }
    let remaining = count - 1 - last
    guard remaining < distance else { return nil }
    asked = count
    return count
  }

  /// All rows are others: the end is another one although it may be as far away.
  mutating func reset() { asked = nil }
}
