#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension UITableView: RowView {
  var shownRowCounts: [Int] { (0..<numberOfSections).map { numberOfRows(inSection: $0) } }

  var visibleRows: [RowPath] {
    // A view that is not in a window would create cells for its visible rows.
    let shown = window == nil ? indexPathsForRows(in: bounds) : indexPathsForVisibleRows
    return (shown ?? []).compactMap { RowPath($0) }.sorted()
  }

  func cell(at path: RowPath) -> AnyObject? { cellForRow(at: IndexPath(path)) }

  var prefetcher: AnyObject? {
    get { prefetchDataSource }
    set { prefetchDataSource = newValue as? any UITableViewDataSourcePrefetching }
  }

  func reloadRows(_ paths: [RowPath]) { reloadRows(at: paths.map { IndexPath($0) }, with: .none) }

  func frame(of path: RowPath) -> CGRect? {
    guard (0..<numberOfSections).contains(path.section), (0..<numberOfRows(inSection: path.section)).contains(path.row)
    else { return nil }
    return rectForRow(at: IndexPath(path))
  }

  var selectedRows: [RowPath] { (indexPathsForSelectedRows ?? []).compactMap { RowPath($0) } }

  func select(_ path: RowPath, animated: Bool) {
    if frame(of: path) == nil { return }  // the view does not show the table yet
    selectRow(at: IndexPath(path), animated: animated, scrollPosition: .none)
  }

  func deselect(_ path: RowPath, animated: Bool) { deselectRow(at: IndexPath(path), animated: animated) }

  var showsOneSelected: Bool { isEditing && !allowsMultipleSelectionDuringEditing }

  var isHorizontal: Bool { false }

  func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) {
    scrollToRow(at: IndexPath(path), at: UITableView.ScrollPosition(position), animated: animated)
  }
}

extension UITableView {
  /// Applies the operations of a batch, with its animation, after the data has been replaced.
  func apply(_ operations: BatchOperations, _ animation: BatchAnimation) {
    func style(_ kind: ChangeKind, _ section: Int) -> UITableView.RowAnimation {
      UITableView.RowAnimation(animation.animation(of: kind, inSection: section))
    }
    for (animation, sections) in Dictionary(grouping: operations.deletedSections, by: { style(.delete, $0) }) {
      deleteSections(IndexSet(sections), with: animation)
    }
    for (animation, sections) in Dictionary(grouping: operations.insertedSections, by: { style(.insert, $0) }) {
      insertSections(IndexSet(sections), with: animation)
    }
    for move in operations.movedSections { moveSection(move.from, toSection: move.to) }
    for (animation, rows) in Dictionary(grouping: operations.deletedRows, by: { style(.delete, $0.section) }) {
      deleteRows(at: rows.map { IndexPath($0) }, with: animation)
    }
    for (animation, rows) in Dictionary(grouping: operations.insertedRows, by: { style(.insert, $0.section) }) {
      insertRows(at: rows.map { IndexPath($0) }, with: animation)
    }
    for move in operations.movedRows { moveRow(at: IndexPath(move.from), to: IndexPath(move.to)) }
  }

  func reload(_ rows: [RowPath], _ animation: BatchAnimation) {
    let groups = Dictionary(grouping: rows) { path in
      UITableView.RowAnimation(animation.animation(of: .update, inSection: path.section))
    }
    for (animation, rows) in groups { reloadRows(at: rows.map { IndexPath($0) }, with: animation) }
  }
}

extension UITableView.RowAnimation {
  init(_ animation: LiveTables.RowAnimation) {
    self =
      switch animation {
      case .none: .none
      case .fade: .fade
      case .left: .left
      case .right: .right
      case .top: .top
      case .bottom: .bottom
      case .middle: .middle
      case .automatic: .automatic
      }
  }
}

extension UITableView.ScrollPosition {
  init(_ position: ScrollAlignment) {
    self =
      switch position {
      case .nearest: .none
      case .top: .top
      case .middle: .middle
      case .bottom: .bottom
      }
  }
}
#endif
