import LiveTables

/// The margins, spacing, and corner radius of a table's sections.
///
/// A view above a table looks like part of the same section if both styles are open at the shared edge:
///
/// ```swift
/// let style = SectionStyle(margin: 16, spacing: 12, cornerRadius: 10)
/// header.style = style.openedBottom        // a form above the table
/// binder.style = style.openedTop
/// ```
///
/// The style is independent of the platform. All lengths are in the view's coordinate units.
public struct SectionStyle: Hashable, Sendable {
  /// The margin on both sides of a section.
  package let margin: Double

  /// The space above and below a section or an adjacent view, at edges that are not open.
  package let spacing: Double

  /// The radius of the corners at edges that are not open.
  package let cornerRadius: Double

  /// The thickness of the separators between rows.
  package let separator: Double

  /// The edges across which the sections extend into an adjacent view.
  package private(set) var openEdges: Set<Edge> = []

  /// The top or bottom edge of all sections as a whole.
  package enum Edge: Hashable, Sendable {
    /// The top edge of the first section.
    case top
    /// The bottom edge of the last section.
    case bottom
  }

  /// Creates a style that has no open edges.
  ///
  /// - Parameters:
  ///   - margin: The margin on both sides of a section.
  ///   - spacing: The space above and below a section.
  ///   - cornerRadius: The radius of the corners.
  ///   - separator: The thickness of the separators between rows, or zero for no separators.
  public init(margin: Double = 16, spacing: Double = 16, cornerRadius: Double = 10, separator: Double = 0.5) {
    self.margin = margin
    self.spacing = spacing
    self.cornerRadius = cornerRadius
    self.separator = separator
  }

  /// A copy of the style whose top edge is open.
  public var openedTop: SectionStyle { opened(.top) }

  /// A copy of the style whose bottom edge is open.
  public var openedBottom: SectionStyle { opened(.bottom) }

  private func opened(_ edge: Edge) -> SectionStyle {
    var style = self
    style.openEdges.insert(edge)
    return style
  }

  /// The shape of a view that forms a section by itself, such as a form above a table.
  package var whole: SectionShape {
    SectionShape(
      roundsTop: !openEdges.contains(.top), roundsBottom: !openEdges.contains(.bottom),
      hasSeparator: openEdges.contains(.bottom))
  }

  /// Returns the shape of a row.
  ///
  /// If the top edge of the style is open, the first row of the table is open at its top edge. Likewise, if the bottom
  /// edge of the style is open, the last row is open at its bottom edge.
  ///
  /// - Parameters:
  ///   - path: The path of the row.
  ///   - rowCounts: The number of rows in each section.
  /// - Returns: The shape, or `nil` if the path has no row.
  /// - Complexity: O(*s*) for *s* sections if an edge is open, or O(1) if no edge is open.
  package func shape(of path: RowPath, in rowCounts: [Int]) -> SectionShape? {
    guard rowCounts.indices.contains(path.section), (0..<rowCounts[path.section]).contains(path.row) else { return nil }
    let isFirst = path.row == 0
    let isLast = path.row == rowCounts[path.section] - 1
    let isOpenAbove = openEdges.contains(.top) && rowCounts[..<path.section].allSatisfy { $0 == 0 }
    let isOpenBelow = openEdges.contains(.bottom) && rowCounts[(path.section + 1)...].allSatisfy { $0 == 0 }
    return SectionShape(
      roundsTop: isFirst && !isOpenAbove, roundsBottom: isLast && !isOpenBelow, hasSeparator: !isLast || isOpenBelow)
  }
}

/// The rounded corners and separators of a row, which depend on the row's position in its section.
package struct SectionShape: Hashable, Sendable {
  /// Whether the upper corners are rounded.
  package let roundsTop: Bool

  /// Whether the lower corners are rounded.
  package let roundsBottom: Bool

  /// Whether a separator is drawn below the row, because another row of the section follows.
  package let hasSeparator: Bool
}
