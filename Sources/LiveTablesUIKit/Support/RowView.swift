#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells
import UIKit

/// The common interface of table views and collection views.
@MainActor protocol RowView: UIScrollView {
  /// The number of rows in each section, as reported by the view.
  var shownRowCounts: [Int] { get }
  /// The rows on screen, from top to bottom.
  var visibleRows: [RowPath] { get }
  func cell(at path: RowPath) -> AnyObject?
  func reloadData()
  var prefetcher: AnyObject? { get set }
  /// Reloads rows that keep their positions.
  func reloadRows(_ paths: [RowPath])
  /// Returns the frame of a row, measured from the top of the table, or `nil` if there is no such row.
  func frame(of path: RowPath) -> CGRect?
  var selectedRows: [RowPath] { get }
  func select(_ path: RowPath, animated: Bool)
  func deselect(_ path: RowPath, animated: Bool)
  /// Whether at most one row can currently appear selected.
  var showsOneSelected: Bool { get }
  var isHorizontal: Bool { get }
  func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool)
}

// MARK: - Selection

extension RowView {
  /// Selects only the given rows in the view, if its settings allow it.
  func showSelection(_ paths: [RowPath]) {
    let (shown, wanted) = (Set(selectedRows), Set(showsOneSelected ? paths.prefix(1) : paths[...]))
    if shown == wanted { return }
    for path in shown.subtracting(wanted).sorted() { deselect(path, animated: false) }
    for path in wanted.subtracting(shown).sorted() { select(path, animated: false) }
  }
}

// MARK: - Scroll position

extension RowView {
  /// Returns the start of a row in the scroll direction, or `nil` if there is no such row.
  func start(of path: RowPath) -> Double? { frame(of: path).map { Double(isHorizontal ? $0.minX : $0.minY) } }

  var hiddenAbove: Double {
    let (offset, inset) = (contentOffset, adjustedContentInset)
    return Double(isHorizontal ? offset.x + inset.left : offset.y + inset.top)
  }

  func anchor(for operations: BatchOperations, keeping: ContentOffsetAdjustment) -> ScrollAnchor? {
    let rows = visibleRows.lazy.compactMap { path in self.start(of: path).map { (path: path, top: $0) } }
    return ScrollAnchor(for: operations, rows: rows, offset: hiddenAbove, keeping: keeping)
  }

  /// Scrolls so that the anchor's row keeps its position.
  func keep(_ anchor: ScrollAnchor?) {
    if let offset = anchor?.offset(top: { self.start(of: $0) }) { show(hiddenAbove: offset) }
  }

  func show(hiddenAbove offset: Double) {
    // If the user has pulled the view beyond its end, the view returns on its own.
    if abs(offset - hiddenAbove) < 0.5, isTracking || isDecelerating { return }
    let target = contentOffset(contentOffset, hiddenAbove: offset, of: contentSize)
    if abs(target.x - contentOffset.x) < 0.5, abs(target.y - contentOffset.y) < 0.5 { return }
    // `setContentOffset(_:animated:)` would stop a view that is decelerating.
    contentOffset = target
    // A view without a window needs no cells.
    if window != nil { layoutIfNeeded() }
  }

  /// Returns a content offset with a different offset in the scroll direction, limited to the extent of the table.
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
