public import LiveTables

/// Where on the screen a row is wanted.
public enum ScrollAlignment: Hashable, Sendable {
  /// Anywhere: the table scrolls as little as it can.
  case nearest
  /// At the upper edge.
  case top
  /// In the middle.
  case middle
  /// At the lower edge.
  case bottom

  /// How much of the table is above the screen when a row is where it is wanted, as far as there is table.
  ///
  /// - Parameters:
  ///   - row: Where the row begins and ends, measured from the top of the table.
  ///   - offset: How much of the table is above the screen now.
  ///   - height: The height of the screen.
  ///   - content: The height of the table.
  @_spi(Adapters) public func offset(
    showing row: ClosedRange<Double>, offset: Double, height: Double, content: Double
  ) -> Double {
    let wanted =
      switch self {
      case .nearest: min(max(offset, row.upperBound - height), row.lowerBound)
      case .top: row.lowerBound
      case .middle: (row.lowerBound + row.upperBound - height) / 2
      case .bottom: row.upperBound - height
      }
    return max(0, min(wanted, content - height))
  }
}

/// A view that can bring a row to the screen.
@MainActor public protocol ScrollableTableView<Section, Row>: TableView {
  /// Scrolls to a row; a path without a row changes nothing.
  func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool)
}

extension ScrollableTableView {
  /// Scrolls to the first row with an identity.
  ///
  /// - Parameters:
  ///   - id: The identity.
  ///   - position: Where on the screen the row is to be.
  ///   - animated: Whether the view takes its time.
  /// - Returns: Whether there is such a row.
  /// - Complexity: O(*n*), one scan.
  @discardableResult public func scroll(
    toRow id: Row.Identity, at position: ScrollAlignment = .nearest, animated: Bool = true
  ) -> Bool {
    guard let path = link.table.path(of: id) else { return false }
    scroll(to: path, at: position, animated: animated)
    return true
  }
}
