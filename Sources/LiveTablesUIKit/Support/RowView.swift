#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells
import UIKit

/// What views that show rows have in common, whatever they call it.
@MainActor protocol RowView: UIScrollView {
  /// How many rows the view believes to have in each section.
  var shownRowCounts: [Int] { get }
  /// The rows on the screen, from above.
  var visibleRows: [RowPath] { get }
  /// The cell on the screen at a path.
  func cell(at path: RowPath) -> AnyObject?
  /// Where a row is, measured from the top of the table; `nil` if there is no such row.
  func frame(of path: RowPath) -> CGRect?
  /// The rows that look selected.
  var selectedRows: [RowPath] { get }
  func select(_ path: RowPath, animated: Bool)
  func deselect(_ path: RowPath, animated: Bool)
  /// Whether only one row can look selected now, whatever else is selected.
  var showsOneSelected: Bool { get }
  /// Whether it scrolls from side to side.
  var isHorizontal: Bool { get }
  func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool)
}

// MARK: - Selection

extension RowView {
  /// Makes exactly these rows look selected, as far as the view lets them.
  func showSelection(_ paths: [RowPath]) {
    let (shown, wanted) = (Set(selectedRows), Set(showsOneSelected ? paths.prefix(1) : paths[...]))
    if shown == wanted { return }
    for path in shown.subtracting(wanted).sorted() { deselect(path, animated: false) }
    for path in wanted.subtracting(shown).sorted() { select(path, animated: false) }
  }
}

// MARK: - Staying in place

extension RowView {
  /// Where a row begins, in the direction in which the view scrolls; `nil` if there is no such row.
  func start(of path: RowPath) -> Double? { frame(of: path).map { Double(isHorizontal ? $0.minX : $0.minY) } }

  /// How much of the table is above the screen, or before it.
  var hiddenAbove: Double {
    let (offset, inset) = (contentOffset, adjustedContentInset)
    return Double(isHorizontal ? offset.x + inset.left : offset.y + inset.top)
  }

  /// The row that stays where it is on the screen.
  func anchor(for operations: BatchOperations, keeping: ContentOffsetAdjustment) -> ScrollAnchor? {
    let rows = visibleRows.lazy.compactMap { path in self.start(of: path).map { (path: path, top: $0) } }
    return ScrollAnchor(for: operations, rows: rows, offset: hiddenAbove, keeping: keeping)
  }

  /// Scrolls to where the row is that stays.
  func keep(_ anchor: ScrollAnchor?) {
    if let offset = anchor?.offset(top: { self.start(of: $0) }) { show(hiddenAbove: offset) }
  }

  /// Scrolls at once, as far as there is table.
  func show(hiddenAbove offset: Double) {
    // A view that the user has pulled over its end goes back by itself.
    if abs(offset - hiddenAbove) < 0.5, isTracking || isDecelerating { return }
    let target = contentOffset(contentOffset, hiddenAbove: offset, of: contentSize)
    if abs(target.x - contentOffset.x) < 0.5, abs(target.y - contentOffset.y) < 0.5 { return }
    // `setContentOffset(_:animated:)` would stop a view that goes on scrolling after the user let go.
    contentOffset = target
    // What nobody sees needs no cells.
    if window != nil { layoutIfNeeded() }
  }

  /// A content offset, but with so much of the table above the screen, as far as there is table.
  func contentOffset(_ other: CGPoint, hiddenAbove offset: Double, of content: CGSize) -> CGPoint {
    let (inset, hidden) = (adjustedContentInset, CGFloat(offset))
    if isHorizontal {
      let width = content.width + inset.left + inset.right - bounds.width
      return CGPoint(x: max(0, min(hidden, width)) - inset.left, y: other.y)
    }
    let height = content.height + inset.top + inset.bottom - bounds.height
    return CGPoint(x: other.x, y: max(0, min(hidden, height)) - inset.top)
  }
}
#endif
