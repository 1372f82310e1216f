enum SidewaysDirection: Hashable, Sendable {
  case left, right
}

/// The horizontal scroll position, counted in whole columns on the left and then in cells of the last column's text.
struct SidewaysOffset: Hashable, Sendable {
  private static let textStep = 8

  private(set) var firstColumn = 0
  /// The number of cells by which the text of the last column has scrolled.
  private(set) var textOffset = 0

  mutating func right(columnCount: Int, hasMore: Bool) {
    guard hasMore else { return }
    if firstColumn < columnCount - 1 {
      firstColumn += 1
    } else {
      textOffset += Self.textStep
    }
  }

  mutating func left() {
    if textOffset > 0 {
      textOffset -= Self.textStep
    } else if firstColumn > 0 {
      firstColumn -= 1
    }
  }

  mutating func clamp(columnCount: Int) {
    guard firstColumn > max(0, columnCount - 1) else { return }
    (firstColumn, textOffset) = (max(0, columnCount - 1), 0)
  }
}
