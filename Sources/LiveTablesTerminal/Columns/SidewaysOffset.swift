/// How far a table is scrolled sideways: first whole columns leave on the left, then the last one's text is drawn in.
struct SidewaysOffset: Hashable, Sendable {
  private static let step = 8

  /// The first column on the screen.
  private(set) var firstColumn = 0
  /// The columns of the screen by which the last column's text is drawn in.
  private(set) var hanging = 0

  /// Goes on to the right, as long as there is more to see.
  mutating func right(columnCount: Int, hasMore: Bool) {
    guard hasMore else { return }
    if firstColumn < columnCount - 1 {
      firstColumn += 1
    } else {
      hanging += Self.step
    }
  }

  /// Goes back to the left.
  mutating func left() {
    if hanging > 0 {
      hanging -= Self.step
    } else if firstColumn > 0 {
      firstColumn -= 1
    }
  }

  /// Stays within the columns there are.
  mutating func clamp(columnCount: Int) {
    guard firstColumn > max(0, columnCount - 1) else { return }
    (firstColumn, hanging) = (max(0, columnCount - 1), 0)
  }
}
