#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells

extension CollectionViewBinder {
  func reloadItems(_ commit: () -> Void) {
    guard let view else { return commit() }
    updating {
      commit()
      endDisplaying()
      view.reloadData()
      view.layoutSubtreeIfNeeded()
      if view.window != nil { updates.laidOut() }
      showSelection()
    }
  }

  func performItems(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) {
    guard let view else { return commit() }
    updating {
      animating(animation.isAnimated) {
        let operations = stage.operations
        var reloads = CellReloads()
        if operations.count > operations.updatedRows.count + operations.updatedSections.count {
          lending({
            commit()
            reloads = change(stage)
            perform(operations, on: view)
          }) { block in (animation.isAnimated ? view.animator() : view).performBatchUpdates(block) }
        } else {
          commit()
          reloads = change(stage)
          if hasSizesOfOthers { view.collectionViewLayout?.invalidateLayout() }
        }
        reload(reloads, on: view, animation)
      }
      showSelection()
    }
  }

  private func change(_ stage: BatchUpdate<Section, Row>) -> CellReloads {
    let reloads = cells.change(stage, in: self)
    let map = PathMap(stage.operations)
    displayed.follow({ map.target(of: $0) }, row: { link.table[$0] })
    return reloads
  }

  private func perform(_ operations: BatchOperations, on collectionView: NSCollectionView) {
    func paths(_ paths: [RowPath]) -> Set<IndexPath> { Set(paths.map { IndexPath($0) }) }
    if !operations.deletedSections.isEmpty { collectionView.deleteSections(IndexSet(operations.deletedSections)) }
    if !operations.insertedSections.isEmpty { collectionView.insertSections(IndexSet(operations.insertedSections)) }
    for move in operations.movedSections { collectionView.moveSection(move.from, toSection: move.to) }
    if !operations.deletedRows.isEmpty { collectionView.deleteItems(at: paths(operations.deletedRows)) }
    if !operations.insertedRows.isEmpty { collectionView.insertItems(at: paths(operations.insertedRows)) }
    for move in operations.movedRows { collectionView.moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
  }

  /// Reloads items and supplementary views that cannot be configured again.
  ///
  /// A collection view cannot replace a single supplementary view, so it is reloaded if that view is on screen.
  private func reload(_ reloads: CellReloads, on collectionView: NSCollectionView, _ animation: BatchAnimation) {
    let isStale = reloads.supplementaryViews.contains { path in
      collectionView.supplementaryView(forElementKind: path.kind.elementKind, at: IndexPath(path.itemPath)) != nil
    }
    if isStale {
      reloadInPlace()
    } else if !reloads.rows.isEmpty {
      let target = animation.isAnimated ? collectionView.animator() : collectionView
      target.reloadItems(at: Set(reloads.rows.map { IndexPath($0) }))
    }
  }

  // MARK: - Selection

  func allowed(_ proposed: Set<IndexPath>) -> Set<IndexPath> {
    let shouldSelect = earlier?.collectionView(_:shouldSelectItemsAt:)
    let earlier = view.flatMap { shouldSelect?($0, proposed) }
    if link.selection.mode == .none { return earlier ?? proposed }
    let route = link.delegation.route(.maySelect, isImplemented: earlier != nil)
    let new = (route.isForwarded ? earlier ?? proposed : proposed).compactMap { RowPath($0) }
    let allowed = Set(link.selection.allowed(link.selection.paths + new))
    return Set(new.filter { allowed.contains($0) }.map { IndexPath($0) })
  }
}
#endif
