/// The horizontal scroll position, counted in whole columns on the left and then in cells of the last column's text.
struct SidewaysOffset: Hashable, Sendable {
  private static let step = 8

  private(set) var firstColumn = 0
  /// The number of cells by which the text of the last column has scrolled.
  private(set) var hanging = 0

  mutating func right(columnCount: Int, hasMore: Bool) {
    guard hasMore else { return }
    if firstColumn < columnCount - 1 {
      firstColumn += 1
    } else {
      hanging += Self.step
    }
  }

  mutating func left() {
    if hanging > 0 {
      hanging -= Self.step
    } else if firstColumn > 0 {
      firstColumn -= 1
    }
  }

  mutating func clamp(columnCount: Int) {
    guard firstColumn > max(0, columnCount - 1) else { return }
    (firstColumn, hanging) = (max(0, columnCount - 1), 0)
  }
}
