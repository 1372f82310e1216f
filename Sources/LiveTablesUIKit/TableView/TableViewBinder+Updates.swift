#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension TableViewBinder {
  // MARK: - Batches

  func show(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) {
    guard let view, isInPlace else { return swapUnseen(commit) }
    if questions > 0, !reordering.isReporting { return swapInLayout(commit) }
    let operations = stage.operations
    switch reordering.tableChanges(operations) {
    case .follow(let move): return follow(move, commit)
    case .commit: return commit()
    case .reload: reloadInPlace(view)
    case .none, .edit, .reloadLater: break
    }
    view.layoutIfNeeded()  // a pending reload would read the row counts during the batch
    let map = PathMap(operations)
    let titles = titles(ofUpdated: operations)
    // A new title above the visible area moves all rows below the title.
    let mayMove = operations.isStructural || !titles.isEmpty
    let anchor = mayMove ? view.anchor(for: operations, keeping: contentOffsetAdjustment) : nil
    var views: [SupplementaryPlace] = []
    func update() {
      var moved: [RowPath] = []
      lending({
        commit()
        let reloads = cells.change(stage, in: self)
        follow(stage, map)
        view.apply(operations, animation)
        // A row cannot be both moved and reloaded in a single batch.
        if operations.isStructural { moved = reloads.rows } else { view.reload(reloads.rows, animation) }
        views = reloads.supplementaryViews
      }) { view.performBatchUpdates($0, completion: nil) }
      view.reload(moved, animation)
    }
    let isAnimated = animation.isAnimated && anchor?.hasChangesAbove != true
    if isAnimated { update() } else { UIView.performWithoutAnimation(update) }
    view.keep(anchor)
    if !views.isEmpty || !show(titles, map) { reloadInPlace(view) }
    showIndex(after: operations)
    showSelection()
  }

  /// Replaces the data after the view has moved a row, and updates the paths of the cells.
  private func follow(_ move: BatchMove<RowPath>, _ commit: () -> Void) {
    let source = link.table
    commit()
    var operations = BatchOperations()
    operations.movedRows = [move]
    let stage = BatchUpdate(unchecked: operations, source: source, target: link.table)
    unfit += cells.change(stage, in: self).rows.compactMap { cells.shownCell(at: $0) }
    follow(stage, PathMap(operations))
    tidyUpLater()
  }

  private func swapUnseen(_ commit: () -> Void) {
    commit()
    cells.reload()
    prefetching.forgetAll()
    index = nil
  }

  /// Replaces the data while the table view is being laid out and cannot be updated.
  ///
  /// The view keeps its row counts, and is reloaded afterwards.
  private func swapInLayout(_ commit: () -> Void) {
    reordering.tableChangedUnseen(rowCounts: link.table.rowCounts)
    swapUnseen(commit)
    tidyUpLater()
  }

  // MARK: - Reloading

  func reloadAll(_ commit: () -> Void) {
    if questions > 0, isInPlace { return swapInLayout(commit) }
    switch reordering.tableChanges(nil) {
    case .follow(let move): return follow(move, commit)
    case .commit: return commit()
    case .none, .edit, .reload, .reloadLater: break
    }
    guard let view, isInPlace else { return swapUnseen(commit) }
    let first = isLaidOut ? firstRow() : nil
    commit()
    index = nil
    reloadShown(view)
    keep(first)
  }

  /// Reloads the view and keeps the position of the first visible row.
  private func reloadInPlace(_ view: UITableView) {
    let first = isLaidOut ? firstRow() : nil
    reloadShown(view)
    keep(first)
  }

  private func reloadShown(_ view: UITableView) {
    reordering.reset()
    endDisplaying()
    cells.reload()
    unfit = []
    hasNewSizes = false
    view.reloadData()
    if view.window != nil {
      view.layoutIfNeeded()
      isLaidOut = true
    }
    showSelection()
  }

  func showSizes(in view: UITableView) {
    hasNewSizes = questions > 0 || link.isUpdating || view.hasUncommittedUpdates || !reordering.isIdle
    if hasNewSizes { return tidyUpLater() }
    if !isReady { return reloadShown(view) }
    UIView.performWithoutAnimation { view.performBatchUpdates(nil, completion: nil) }
  }

  // MARK: - Deferred work

  /// Schedules the replacement of a cell that can no longer show its row.
  func replaceLater(_ cell: UITableViewCell) {
    unfit.append(cell)
    tidyUpLater()
  }

  func reload(_ rows: [RowPath], in view: UITableView) {
    if rows.isEmpty { return }
    if isIdle, questions == 0 { return UIView.performWithoutAnimation { view.reload(rows, .none) } }
    unfit += rows.compactMap { cells.shownCell(at: $0) }
    tidyUpLater()
  }

  func repair() {
    let cells = unfit
    unfit = []
    guard let view, isInPlace else { return }
    if reordering.needsReload || isReady && hasWrongViews(in: view) { reloadInPlace(view) }
    if hasNewSizes { showSizes(in: view) }
    if style != nil { decorateCells() }
    if isReady, view.shownRowCounts == link.table.rowCounts {
      let paths = Set(cells.compactMap { view.indexPath(for: $0) })
      if !paths.isEmpty { UIView.performWithoutAnimation { view.reloadRows(at: paths.sorted(), with: .none) } }
    }
    showSelection()
    scrollToWanted()
  }
}
#endif
