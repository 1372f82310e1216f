#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension CollectionViewBinder {
  func show(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) {
    guard let view else { return commit() }
    let map = PathMap(stage.operations)
    cancelMovementOfOthers(in: view)
    view.layoutIfNeeded()  // a pending reload must use the old row counts
    var reloads = CellReloads()
    if stage.operations.isStructural {
      anchor = view.anchor(for: stage.operations, keeping: contentOffsetAdjustment)
      var isRun = false
      lending({
        isRun = true
        commit()
        reloads = change(stage)
        stage.operations.apply(to: view)
      }) { block in animation.perform { view.performBatchUpdates(block) } }
      anchor = nil
      if !isRun {
        commit()
        reloadInPlace()
      }
    } else {
      commit()
      reloads = change(stage)
      if sizes?.changes(with: stage) == true || hasSizesOfOthers { hasNewSizes = true }
    }
    follow(stage, map)
    reload(reloads, in: view, animation)
    if hasNewSizes { view.collectionViewLayout.invalidateLayout() }
    hasNewSizes = false
    if style != nil { decorateAll() }
  }

  private func change(_ stage: BatchUpdate<Section, Row>) -> CellReloads {
    let reloads = cells.change(stage, in: self)
    staleViews = Set(reloads.supplementaryViews)
    return reloads
  }

  private func reload(_ reloads: CellReloads, in view: UICollectionView, _ animation: BatchAnimation) {
    if !reloads.rows.isEmpty {
      animation.perform { view.reloadItems(at: reloads.rows.map { IndexPath($0) }) }
    }
    replaceStaleViews(in: view)
  }

  /// Makes the collection view replace stale supplementary views, and reloads it if a stale view remains.
  private func replaceStaleViews(in view: UICollectionView) {
    let stale = staleViews
    if stale.isEmpty { return }
    func element(_ path: SupplementaryPath) -> (kind: String, path: IndexPath) {
      (path.kind.elementKind, IndexPath(path.itemPath))
    }
    // A flow layout has no replacement for a removed view.
    view.collectionViewLayout.invalidateViews(
      stale.filter { cells.hasSupplementaryView(at: $0, in: self) }.map(element))
    view.layoutIfNeeded()  // requests the other views
    let remaining = staleViews.map(element)
    staleViews = []
    if remaining.contains(where: { view.supplementaryView(forElementKind: $0, at: $1) != nil }) { reloadInPlace() }
  }

  // MARK: - Repairs

  func repairCells(_ staleRows: [Row.Identity]) {
    guard let view else { return }
    view.layoutIfNeeded()
    reloadVisible(staleRows)
    staleViews = wrongViews(in: view)
    replaceStaleViews(in: view)
  }

  private func wrongViews(in view: UICollectionView) -> Set<SupplementaryPath> {
    var wrong: Set<SupplementaryPath> = []
    for kind in cells.supplementaries.keys {
      for path in view.indexPathsForVisibleSupplementaryElements(ofKind: kind.elementKind) where path.count == 2 {
        let viewPath = SupplementaryPath(kind, section: path.section, item: path.item)
        let shown = view.supplementaryView(forElementKind: kind.elementKind, at: path)
        if let shown, cells.isWrong(shown, at: viewPath) { wrong.insert(viewPath) }
      }
    }
    return wrong
  }

  // MARK: - Scroll position

  func offset(proposed: CGPoint, in view: UICollectionView) -> CGPoint {
    let proposed =
      (earlier(.other)?.collectionView(_:targetContentOffsetForProposedContentOffset:))?(view, proposed) ?? proposed
    guard let offset = anchor?.offset(top: { view.start(of: $0) }) else { return proposed }
    let content = view.collectionViewLayout.collectionViewContentSize
    return view.contentOffset(proposed, hiddenAbove: offset, of: content)
  }
}

extension BatchOperations {
  /// Applies all operations except updates to a collection view, inside a batch.
  @MainActor fileprivate func apply(to view: UICollectionView) {
    if !deletedSections.isEmpty { view.deleteSections(IndexSet(deletedSections)) }
    if !insertedSections.isEmpty { view.insertSections(IndexSet(insertedSections)) }
    for move in movedSections { view.moveSection(move.from, toSection: move.to) }
    if !deletedRows.isEmpty { view.deleteItems(at: deletedRows.map { IndexPath($0) }) }
    if !insertedRows.isEmpty { view.insertItems(at: insertedRows.map { IndexPath($0) }) }
    for move in movedRows { view.moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
  }
}
#endif
