#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension TableViewBinder {
  // MARK: - Batches

  func show(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) {
    guard let view else { return commit() }
    let operations = stage.operations
    view.layoutIfNeeded()  // a pending reload would read the row counts during the batch
    let map = PathMap(operations)
    let titles = titles(ofUpdated: operations)
    // A new title above the visible area moves all rows below the title.
    let mayMove = operations.isStructural || !titles.isEmpty
    let anchor = mayMove ? view.anchor(for: operations, keeping: contentOffsetAdjustment) : nil
    var views: [SupplementaryPath] = []
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
    hasNewSizes = false
    if !views.isEmpty || !show(titles, map) { reloadInPlace() }
    showIndex(after: operations)
    showSelection()
  }

  // MARK: - Repairs

  func showSizes(in view: UITableView) {
    let isInUpdate = view.hasUncommittedUpdates  // of the caller, at whose end the view counts its sections
    hasNewSizes = isInUpdate || !updates.canUpdate || link.isUpdating
    if hasNewSizes { return isInUpdate ? () : repairLater() }
    if !isReady { return reloadInPlace() }
    UIView.performWithoutAnimation { view.performBatchUpdates(nil, completion: nil) }
  }

  func repairCells(_ staleRows: [Row.Identity]) {
    guard let view else { return }
    if isReady, hasWrongViews(in: view) { return reloadInPlace() }
    if hasNewSizes { showSizes(in: view) }
    if style != nil { decorateCells() }
    reloadVisible(staleRows)
  }
}
#endif
