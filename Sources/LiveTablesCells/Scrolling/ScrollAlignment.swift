public import LiveTables

/// The position on screen to which a row is scrolled.
public enum ScrollAlignment: Hashable, Sendable {
  /// Any position at which the row is visible. The table scrolls as little as possible.
  case nearest
  /// The top of the visible area.
  case top
  /// The middle of the visible area.
  case middle
  /// The bottom of the visible area.
  case bottom

  /// Returns the scroll offset that shows a row at this position, limited to the extent of the table.
  ///
  /// - Parameters:
  ///   - row: The positions of the row's top and bottom edges, measured from the top of the table.
  ///   - offset: The current scroll offset.
  ///   - height: The visible height.
  ///   - content: The height of the table.
  package func offset(
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

/// A view that can scroll to a row.
@MainActor public protocol ScrollableTableView<Section, Row>: TableView {
  /// Scrolls to the row at a path. If there is no row at the path, this method has no effect.
  func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool)
}

extension ScrollableTableView {
  /// Scrolls to the first row with the given identity.
  ///
  /// - Parameters:
  ///   - id: The identity of the row.
  ///   - position: The position on screen to which the row is scrolled.
  ///   - animated: Whether to animate the scrolling.
  /// - Returns: `true` if the table contains the row; otherwise, `false`.
  /// - Complexity: O(*n*).
  @discardableResult public func scroll(
    toRow id: Row.Identity, at position: ScrollAlignment = .nearest, animated: Bool = true
  ) -> Bool {
    guard let path = link.table.path(of: id) else { return false }
    scroll(to: path, at: position, animated: animated)
    return true
  }
}
