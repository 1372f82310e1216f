public import LiveTables

/// How the sections of a table look as a whole: how far they are from the edges, and how their corners are rounded.
///
/// What stands above a table and the table read as one section where both are open at the edge that they share:
///
/// ```swift
/// let style = SectionStyle(margin: 16, spacing: 12, cornerRadius: 10)
/// header.style = style.openedBottom        // a form above the table
/// binder.style = style.openedTop
/// ```
///
/// A value without a platform, in the view's own units.
public struct SectionStyle: Hashable, Sendable {
  /// The free space at both sides of a section.
  public var margin: Double

  /// The free space above and below a section, or a view around the table, at edges that are not open.
  public var spacing: Double

  /// How far the corners are rounded, where a section is not open.
  public var cornerRadius: Double

  /// How thick the lines between rows are.
  public var separator: Double

  /// The edges at which it goes on without a break with whatever stands there.
  @_spi(Adapters) public private(set) var openEdges: Set<Edge> = []

  /// An edge of all sections together.
  @_spi(Adapters) public enum Edge: Hashable, Sendable {
    /// Above the first section.
    case top
    /// Below the last section.
    case bottom
  }

  /// Creates a style without open edges.
  ///
  /// - Parameters:
  ///   - margin: The space at both sides of a section.
  ///   - spacing: The space above and below a section.
  ///   - cornerRadius: The radius of its corners.
  ///   - separator: The thickness of the lines between its rows; zero for none.
  public init(margin: Double = 16, spacing: Double = 16, cornerRadius: Double = 10, separator: Double = 0.5) {
    self.margin = margin
    self.spacing = spacing
    self.cornerRadius = cornerRadius
    self.separator = separator
  }

  /// The same, open above.
  public var openedTop: SectionStyle { opened(.top) }

  /// The same, open below.
  public var openedBottom: SectionStyle { opened(.bottom) }

  private func opened(_ edge: Edge) -> SectionStyle {
    var style = self
    style.openEdges.insert(edge)
    return style
  }

  /// What stands by itself, such as a form above a table: one row that is a section.
  @_spi(Adapters) public var whole: SectionShape {
    SectionShape(
      roundsTop: !openEdges.contains(.top), roundsBottom: !openEdges.contains(.bottom),
      hasSeparator: openEdges.contains(.bottom))
  }

  /// A row of a table.
  ///
  /// The first row of all is open above if the style is, the last row of all below.
  ///
  /// - Parameters:
  ///   - path: The row's path.
  ///   - rowCounts: How many rows there are in each section.
  /// - Returns: `nil` if there is no such row.
  /// - Complexity: O(*s*) for *s* sections where an edge is open, else O(1).
  @_spi(Adapters) public func shape(of path: RowPath, in rowCounts: [Int]) -> SectionShape? {
    guard rowCounts.indices.contains(path.section), (0..<rowCounts[path.section]).contains(path.row) else { return nil }
    let isFirst = path.row == 0
    let isLast = path.row == rowCounts[path.section] - 1
    let isOpenAbove = openEdges.contains(.top) && rowCounts[..<path.section].allSatisfy { $0 == 0 }
    let isOpenBelow = openEdges.contains(.bottom) && rowCounts[(path.section + 1)...].allSatisfy { $0 == 0 }
    return SectionShape(
      roundsTop: isFirst && !isOpenAbove, roundsBottom: isLast && !isOpenBelow, hasSeparator: !isLast || isOpenBelow)
  }
}

/// What one row looks like as a part of its section.
@_spi(Adapters) public struct SectionShape: Hashable, Sendable {
  /// Whether its upper corners are rounded.
  @_spi(Adapters) public let roundsTop: Bool

  /// Whether its lower corners are rounded.
  @_spi(Adapters) public let roundsBottom: Bool

  /// Whether there is a line below it, because the section goes on.
  @_spi(Adapters) public let hasSeparator: Bool
}
