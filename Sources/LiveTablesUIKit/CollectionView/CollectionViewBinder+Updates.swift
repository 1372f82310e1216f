#if canImport(UIKit)
import Foundation
import LiveTables
import UIKit

/// How the collection view is told of changes.
extension CollectionViewBinder {
  var countedRows: [Int]? {
    guard let collectionView, knowsCounts, !isFollowingMove, pretendedCounts == nil else { return nil }
    return collectionView.shownRowCounts
  }

  func showAll(_ commit: () -> Void) {
    guard let collectionView, !isFollowingMove else {
      commit()
      cells.reload()
      return repairLater(everything: true)  // while it moves an item it must not be reloaded
    }
    cancelMovementOfOthers(in: collectionView)
    commit()
    reloadView()
  }

  func reloadView() {
    pretendedCounts = nil
    cells.reload()
    for entry in displayed.removeAll() { link.events.report(.didEndDisplaying, entry.row, at: entry.path) }
    knowsCounts = false
    collectionView?.reloadData()
  }

  func show(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) {
    let map = PathMap(stage.operations)
    guard let view = collectionView, !isFollowingMove else {
      commit()
      _ = cells.change(stage, in: self)
      return follow(map)
    }
    cancelMovementOfOthers(in: view)
    view.layoutIfNeeded()  // what is pending counts from what was shown until now
    var reloads = CellReloads()
    if stage.operations.isUpdate {
      commit()
      reloads = cells.change(stage, in: self)
      if sizes?.changes(with: stage) == true { view.collectionViewLayout.invalidateLayout() }
    } else {
      anchor = view.anchor(for: stage.operations, map, keeping: positionKeeping)
      var isRun = false
      withLent({
        isRun = true
        commit()
        reloads = cells.change(stage, in: self)
        stage.operations.tell(view)
      }) { block in
        animation.perform { view.performBatchUpdates(block) }
      }
      anchor = nil
      if !isRun {
        commit()
        reloadView()
      }
    }
    follow(map)
    reload(reloads, in: view, animation)
    decorateAll()
  }

  private func follow(_ map: PathMap) { displayed.follow({ map.target(of: $0) }, row: { link.table[$0] }) }

  private func reload(_ reloads: CellReloads, in view: UICollectionView, _ animation: BatchAnimation) {
    if !reloads.rows.isEmpty {
      animation.perform { view.reloadItems(at: reloads.rows.map { IndexPath($0) }) }
    }
    if reloads.supplementaryViews.isEmpty { return }
    view.collectionViewLayout.invalidateViews(
      reloads.supplementaryViews.map { ($0.kind.elementKind, IndexPath(item: $0.item, section: $0.section)) })
  }

  // MARK: - Repairing

  /// Puts right, in a turn of its own, what the collection view cannot be told in the middle of what it does.
  func repairLater(everything: Bool = false) {
    needsReload = needsReload || everything
    repair.run { [weak self] in self?.repairNow() }
  }

  private func repairNow() {
    guard let view = collectionView, isInPlace else { return }
    if needsReload {
      needsReload = false
      reloadView()
      return syncSelection()
    }
    let wrong = view.indexPathsForVisibleItems.filter { path in
      RowPath(path).map { cells.shownCell(at: $0) !== view.cellForItem(at: path) } ?? false
    }
    if !wrong.isEmpty { UIView.performWithoutAnimation { view.reloadItems(at: wrong) } }
    let wrongViews = wrongViews(in: view)
    if !wrongViews.isEmpty { view.collectionViewLayout.invalidateViews(wrongViews) }
  }

  private func wrongViews(in view: UICollectionView) -> [(kind: String, path: IndexPath)] {
    cells.supplementaries.kinds.map(\.elementKind).flatMap { name in
      view.indexPathsForVisibleSupplementaryElements(ofKind: name).filter { path in
        guard path.count == 2, let shown = view.supplementaryView(forElementKind: name, at: path),
          !(shown is SurroundingView)
        else { return false }
        let place = SupplementaryPlace(SupplementaryKind(elementKind: name), section: path.section, item: path.item)
        return cells.shownSupplementaryView(at: place) !== shown
      }.map { (name, $0) }
    }
  }

  // MARK: - Staying in place

  func offset(proposed: CGPoint, in view: UICollectionView) -> CGPoint {
    let proposed = forwarded(.other, view)?.offset(proposed: proposed) ?? proposed
    guard let offset = anchor?.offset(top: { view.frame(of: $0).map { Double($0.minY) } }) else { return proposed }
    let inset = view.adjustedContentInset
    let content = view.collectionViewLayout.collectionViewContentSize.height
    let range = Double(content + inset.top + inset.bottom - view.bounds.height)
    return CGPoint(x: proposed.x, y: CGFloat(max(0, min(offset, range))) - inset.top)
  }
}

extension BatchOperations {
  /// Whether nothing appears, goes or moves.
  fileprivate var isUpdate: Bool { count == updatedRows.count + updatedSections.count }

  /// Tells a collection view, inside a batch, of all but the updates.
  @MainActor fileprivate func tell(_ view: UICollectionView) {
    if !deletedSections.isEmpty { view.deleteSections(IndexSet(deletedSections)) }
    if !insertedSections.isEmpty { view.insertSections(IndexSet(insertedSections)) }
    for move in movedSections { view.moveSection(move.from, toSection: move.to) }
    if !deletedRows.isEmpty { view.deleteItems(at: deletedRows.map { IndexPath($0) }) }
    if !insertedRows.isEmpty { view.insertItems(at: insertedRows.map { IndexPath($0) }) }
    for move in movedRows { view.moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
  }
}
#endif
