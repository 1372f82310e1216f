/// Detects when a view shows rows near enough to the table's end to load more rows, once for each row count.
struct PrefetchMachine: Equatable {
  /// The distance from the end, in rows, at which loading begins.
  let distance: Int
  private var reportedCount: Int?

  init(distance: Int) { self.distance = max(0, distance) }

  /// - Parameter last: The offset of the last row on screen, or `nil` if no row is on screen.
  mutating func check(last: Int?, count: Int) -> Int? {
    guard let last, last < count, count != reportedCount else { return nil }
    let remaining = count - 1 - last
    guard remaining < distance else { return nil }
    reportedCount = count
    return count
  }

  /// Lets the same row count be reported again, after all rows were replaced.
  mutating func reset() { reportedCount = nil }
}
