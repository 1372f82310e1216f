#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTables
import UIKit

/// How the view is told of changes.
extension TableViewBinder {
  // MARK: - Batches

  func show(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) {
    guard let view = tableView, isInPlace else { return swapUnseen(commit) }
    let operations = stage.operations
    if isMoving || ownMove.map({ operations.isMove($0) }) == true { return showOwnMove(commit) }
    if isMisled { takeMoveBack(in: view) }
    view.layoutIfNeeded()  // a reload that is still pending would count the rows in the middle of the batch
    let map = PathMap(operations)
    let anchor = operations.isStructural ? view.anchor(for: operations, map, keeping: contentOffsetAdjustment) : nil
    let titles = titles(ofUpdated: operations)
    var views: [SupplementaryPlace] = []
    func update() {
      var moved: [RowPath] = []
      withLent(commit) { commit in
        view.performBatchUpdates(
          {
            commit()
            let reloads = self.follow(stage, map)
            view.apply(operations, animation)
            // A row cannot be moved and reloaded in one batch.
            if operations.isStructural { moved = reloads.rows } else { view.reload(reloads.rows, animation) }
            views = reloads.supplementaryViews
          }, completion: nil)
      }
      view.reload(moved, animation)
    }
    if animation.isAnimated { update() } else { UIView.performWithoutAnimation(update) }
    view.keep(anchor)
    if !views.isEmpty || !show(titles, map) { reloadShown(view) }
    showIndex(after: operations)
    showSelection(on: view)
  }

  /// Cells go with their rows; those whose content changed are configured again.
  private func follow(_ stage: BatchUpdate<Section, Row>, _ map: PathMap) -> CellReloads {
    let reloads = cells.change(stage, in: self)
    displayed.follow({ map.target(of: $0) }, row: { link.table[$0] })
    if !stage.operations.deletedRows.isEmpty, prefetching.count > 0 {
      let source = stage.source
      for path in stage.operations.deletedRows { source[path].map { prefetching.forget($0) } }
    }
    return reloads
  }

  /// The user has moved a row: the view shows that already, whatever the batches are that lead there.
  private func showOwnMove(_ commit: () -> Void) {
    let source = link.table
    commit()
    if let move = ownMove {
      ownMove = nil
      var operations = BatchOperations()
      operations.movedRows = [move]
      let reloads = follow(BatchUpdate(unchecked: operations, source: source, target: link.table), PathMap(operations))
      unfit += reloads.rows.compactMap { cells.shownCell(at: $0) }
    }
    tidyUpSoon()
  }

  private func swapUnseen(_ commit: () -> Void) {
    commit()
    cells.reload()
    prefetching.forgetAll()
    index = nil
  }

  // MARK: - Reloading

  func reloadAll(_ commit: () -> Void) {
    if isMoving { return showOwnMove(commit) }
    (ownMove, pretendedCounts) = (nil, nil)
    guard let view = tableView, isInPlace else { return swapUnseen(commit) }
    let first = isLaidOut ? firstRow(of: view) : nil
    commit()
    prefetching.forgetAll()
    index = nil
    reloadShown(view)
    if let (id, distance) = first, let path = link.table.path(of: id), let frame = view.frame(of: path) {
      view.show(hiddenAbove: Double(frame.minY) - distance)
    }
  }

  /// Has the view ask for everything again.
  private func reloadShown(_ view: UITableView) {
    for entry in displayed.removeAll() { link.events.report(.didEndDisplaying, entry.row, at: entry.path) }
    cells.reload()
    unfit = []
    view.reloadData()
    if view.window != nil {
      view.layoutIfNeeded()
      isLaidOut = true
    }
    showSelection(on: view)
  }

  private func firstRow(of view: UITableView) -> (Row.Identity, distance: Double)? {
    let offset = view.hiddenAbove
    if contentOffsetAdjustment == .never || (contentOffsetAdjustment == .unlessAtTop && offset <= 0) { return nil }
    guard let path = view.visibleRows.first, let row = link.table[path], let frame = view.frame(of: path) else {
      return nil
    }
    return (row.identity, Double(frame.minY) - offset)
  }

  // MARK: - What has to wait until the view is through with what it does

  /// A cell is on the screen that cannot show its row any more.
  func replaceSoon(_ cell: UITableViewCell) {
    unfit.append(cell)
    tidyUpSoon()
  }

  func tidyUpSoon() { errand.run { [weak self] in self?.tidyUp() } }

  private func tidyUp() {
    let cells = unfit
    unfit = []
    guard let view = tableView, isInPlace else { return }
    if isMisled { takeMoveBack(in: view) }
    if isReady, view.shownRowCounts == link.table.rowCounts {
      let paths = Set(cells.compactMap { view.indexPath(for: $0) })
      if !paths.isEmpty { UIView.performWithoutAnimation { view.reloadRows(at: paths.sorted(), with: .none) } }
    }
    showSelection(on: view)
  }

  /// The view has moved a row, and that was refused: it shows again what the table says.
  private func takeMoveBack(in view: UITableView) {
    (ownMove, pretendedCounts) = (nil, nil)
    reloadShown(view)
  }
}

extension BatchOperations {
  /// Whether sections or rows appear, go or move.
  var isStructural: Bool { count > updatedRows.count + updatedSections.count }

  /// Whether nothing else happens than that one row moves; of two neighbours it is all the same which one does.
  func isMove(_ move: RowMove) -> Bool {
    guard count == 1, let own = movedRows.first else { return false }
    let areNeighbours = move.from.section == move.to.section && abs(move.from.row - move.to.row) == 1
    return own == move || (areNeighbours && own == RowMove(from: move.to, to: move.from))
  }
}
#endif
