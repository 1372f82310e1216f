#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension CollectionViewBinder {
  func showAll(_ commit: () -> Void) {
    if questions > 0 { return swapUnseen(commit) }
    switch reordering.tableChanges(nil) {
    case .follow(let move):
      follow(move, commit)
      return reloadLater()  // a view that moves an item must not be reloaded
    case .commit:
      commit()
      return reloadLater()
    case .none, .edit, .reload, .reloadLater: break
    }
    guard let view, isInPlace else {
      commit()
      prefetching.forgetAll()
      return cells.reload()
    }
    cancelMovementOfOthers(in: view)
    let first = knowsCounts && view.window != nil ? firstRow() : nil
    commit()
    reloadView()
    keep(first)
  }

  /// Reloads the collection view and keeps the position of the first visible row.
  private func reloadInPlace(_ view: UICollectionView) {
    let first = knowsCounts && view.window != nil ? firstRow() : nil
    reloadView()
    keep(first)
  }

  func reloadView() {
    reordering.reset()
    needsReload = false
    cells.reload()
    endDisplaying()
    knowsCounts = false
    view?.reloadData()
    // A view loses its selection until it is laid out.
    if let view, view.window != nil { view.layoutIfNeeded() }
  }

  func show(_ stage: BatchUpdate<Section, Row>, _ animation: BatchAnimation, _ commit: () -> Void) {
    if questions > 0, !reordering.isReporting { return swapUnseen(commit) }
    guard let view, isInPlace else {
      commit()
      return cells.reload()
    }
    switch reordering.tableChanges(stage.operations) {
    case .follow(let move): return follow(move, commit)
    case .commit: return commit()
    case .reload:
      commit()
      return reloadInPlace(view)
    case .none, .edit, .reloadLater: break
    }
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
        reloadView()
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

  /// Replaces the data while the collection view is being laid out and cannot be updated.
  ///
  /// The view keeps its row counts, and is reloaded afterwards.
  private func swapUnseen(_ commit: () -> Void) {
    reordering.tableChangedUnseen(rowCounts: link.table.rowCounts)
    commit()
    cells.reload()
    reloadLater()
  }

  /// Replaces the data after the collection view has moved an item, and updates the paths of the cells.
  private func follow(_ move: BatchMove<RowPath>, _ commit: () -> Void) {
    let source = link.table
    commit()
    var operations = BatchOperations()
    operations.movedRows = [move]
    let stage = BatchUpdate(unchecked: operations, source: source, target: link.table)
    if !cells.change(stage, in: self).rows.isEmpty { reloadLater() }
    follow(stage, PathMap(operations))
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
    if staleViews.isEmpty { return }
    func element(_ place: SupplementaryPlace) -> (kind: String, path: IndexPath) {
      (place.kind.elementKind, IndexPath(item: place.item, section: place.section))
    }
    // A flow layout does not replace a removed view.
    let lasting = staleViews.filter { cells.hasSupplementaryView(at: $0, in: self) }
    view.collectionViewLayout.invalidateViews(lasting.map(element))
    view.layoutIfNeeded()
    let isShown = staleViews.map(element).contains { view.supplementaryView(forElementKind: $0, at: $1) != nil }
    staleViews = []
    if isShown { reloadInPlace(view) }
  }

  // MARK: - Recovery

  func reloadLater() {
    needsReload = true
    tidyUpLater()
  }

  func repair() {
    guard let view, isInPlace else { return }
    if needsReload || view.window == nil {
      cancelMovementOfOthers(in: view)
      reloadInPlace(view)
    } else {
      repairShown(view)
    }
    showSelection()
    scrollToWanted()
  }

  private func repairShown(_ view: UICollectionView) {
    view.layoutIfNeeded()
    let wrong = view.indexPathsForVisibleItems.filter { path in
      guard let row = RowPath(path), let cell = view.cellForItem(at: path) else { return false }
      return cells.shownCell(at: row) !== cell && !misfits.contains(ObjectIdentifier(cell))
    }
    if !wrong.isEmpty {
      cancelMovementOfOthers(in: view)
      UIView.performWithoutAnimation { view.reloadItems(at: wrong) }
    }
    staleViews = wrongViews(in: view)
    replaceStaleViews(in: view)
  }

  private func wrongViews(in view: UICollectionView) -> Set<SupplementaryPlace> {
    var places: Set<SupplementaryPlace> = []
    for kind in cells.supplementaries.keys {
      for path in view.indexPathsForVisibleSupplementaryElements(ofKind: kind.elementKind) where path.count == 2 {
        guard let shown = view.supplementaryView(forElementKind: kind.elementKind, at: path), !(shown is BoundaryView),
          !misfits.contains(ObjectIdentifier(shown))
        else { continue }
        let place = SupplementaryPlace(kind, section: path.section, item: path.item)
        if cells.shownSupplementaryView(at: place) !== shown { places.insert(place) }
      }
    }
    return places
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
