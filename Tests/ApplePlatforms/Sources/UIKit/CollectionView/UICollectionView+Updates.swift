import Foundation

/// Reloads and batch updates.
extension UICollectionView {
  func standInReloadData() {
    if standInBatch != nil {
      StandInException.raise(StandInException.inconsistency, "R8: reloadData inside a batch update")
    }
    if standInIsTellingMove || standInMovement != nil {
      StandInException.raise(
        StandInException.inconsistency, "R8: reloadData while an item is being moved interactively")
      standInMovement = nil
    }
    standInForgetData()
  }

  func standInPerform(_ updates: (() -> Void)?, _ completion: ((Bool) -> Void)?) {
    if let reason = standInReasonAgainstBatch {
      StandInException.raise(StandInException.inconsistency, "R8: \(reason)")
      updates?()
      standInForgetData()
      completion?(false)
      return
    }
    // Pending reloads and layout are performed before the batch.
    if standInNeedsReload || standInNeedsLayout { layoutIfNeeded() }
    let before = standInKnownCounts
    let now = standInReadCounts()
    if before != now {
      StandInException.raise(
        StandInException.inconsistency,
        "R0: the data was changed outside of a batch update: \(now) items where the collection view has \(before)")
    }
    standInBatch = StandInBatch()
    updates?()
    let batch = standInBatch ?? StandInBatch()
    standInBatch = nil
    let isLegal = standInEnd(batch, before: before)
    StandInAnimations.atEnd { completion?(isLegal) }
  }

  private var standInReasonAgainstBatch: String? {
    if standInBatch != nil { return "performBatchUpdates inside a batch update" }
    if standInIsTellingMove || standInMovement != nil {
      return "performBatchUpdates while an item is being moved interactively"
    }
    if standInIsLayingOut || !standInReuse.requests.isEmpty { return "performBatchUpdates during a layout pass" }
    if window == nil { return "performBatchUpdates on a view without a window" }
    if !standInHasLayout { return "performBatchUpdates before the first layout" }
    return nil
  }

  /// Reconfigures the existing cells of items.
  func standInReconfigure(_ paths: [IndexPath]) {
    for path in paths where !standInHasItem(at: path) {
      return StandInException.raise(
        StandInException.inconsistency, "attempt to reconfigure \(path.standInName), which does not exist")
    }
    standInReconfigured += paths
    standInUpdate { _ in }
  }

  /// Adds a change to the current batch, or performs it as a separate batch after the data has changed.
  func standInUpdate(_ note: (inout StandInBatch) -> Void) {
    if standInBatch != nil {
      note(&standInBatch!)
      return
    }
    if let reason = standInReasonAgainstBatch {
      StandInException.raise(StandInException.inconsistency, "R8: \(reason)")
      return standInForgetData()
    }
    var batch = StandInBatch()
    note(&batch)
    _ = standInEnd(batch, before: standInKnownCounts)
  }

  // MARK: - The end of a batch

  /// Checks a batch, and applies it if it is valid.
  @discardableResult func standInEnd(_ batch: StandInBatch, before: [Int]) -> Bool {
    let after = standInReadCounts()
    let reconfigured = standInReconfigured
    standInReconfigured = []
    let failure =
      batch.failure(before: before, after: after, wording: .items) ?? batch.strictFailure(reconfigured: reconfigured)
    if let failure {
      StandInException.raise(failure.name, failure.reason)
      standInForgetData()
      return false
    }
    standInCounts = after
    standInIsLayingOut = true
    defer { standInIsLayingOut = false }
    let map = batch.mapping(before: before, after: after)
    collectionViewLayout.standInIsInvalid = true
    standInPrepareLayout()
    collectionViewLayout.prepare(forCollectionViewUpdates: standInUpdateItems(batch))
    standInCarry(through: map)
    contentOffset = standInClamped(
      delegate?.collectionView(self, targetContentOffsetForProposedContentOffset: contentOffset) ?? contentOffset)
    standInLeaveScreen()
    for path in reconfigured {
      if let path = map.target(of: path), let cell = standInCells[path] {
        _ = standInAskForCell(at: path, existing: cell)
      }
    }
    standInShowVisible()
    standInLastOffset = contentOffset
    collectionViewLayout.finalizeCollectionViewUpdates()
    return true
  }

  /// Moves cells, supplementary views and the selection with their items and sections.
  private func standInCarry(through map: StandInMapping) {
    standInDropReady()
    standInPrefetched = Set(standInPrefetched.compactMap { map.target(of: $0) })
    standInSelected = standInSelected.compactMap { map.target(of: $0) }
    standInStale = []
    let (cells, views) = (standInCells, standInViews)
    standInCells = [:]
    standInViews = [:]
    for (path, cell) in cells.sorted(by: { $0.key < $1.key }) {
      if let target = map.target(of: path) { standInCells[target] = cell } else { standInDepart(cell, path) }
    }
    for (element, view) in views {
      if let section = map.target(ofSection: element.path.section) {
        let path = IndexPath(item: element.path.item, section: section)
        standInViews[StandInElement(kind: element.kind, path: path)] = view
      } else {
        standInDepart(view, element)
      }
    }
  }

  /// Removes the views that the batch has moved off screen, when the animation ends.
  private func standInLeaveScreen() {
    for (path, cell) in standInCells.sorted(by: { $0.key < $1.key }) {
      let frame = collectionViewLayout.layoutAttributesForItem(at: path)?.frame
      if frame?.standInOverlaps(bounds) == true { continue }
      standInCells[path] = nil
      standInDepart(cell, path)
    }
    for (element, view) in standInViews {
      let attributes = collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: element.kind, at: element.path)
      if attributes?.frame.standInOverlaps(bounds) == true { continue }
      standInViews[element] = nil
      standInDepart(view, element)
    }
  }

  /// Removes a cell when the animation ends; until then, it belongs to no item and is not reused.
  private func standInDepart(_ cell: UICollectionViewCell, _ path: IndexPath) {
    StandInAnimations.atEnd { [weak self] in self?.standInPutAway(cell, path) }
  }

  private func standInDepart(_ view: UICollectionReusableView, _ element: StandInElement) {
    StandInAnimations.atEnd { [weak self] in self?.standInPutAway(view, element) }
  }

  private func standInUpdateItems(_ batch: StandInBatch) -> [UICollectionViewUpdateItem] {
    let section = { (index: Int) in IndexPath(item: NSNotFound, section: index) }
    return batch.deletedSections.map { UICollectionViewUpdateItem(.delete, before: section($0)) }
      + batch.deleted.map { UICollectionViewUpdateItem(.delete, before: $0) }
      + batch.insertedSections.map { UICollectionViewUpdateItem(.insert, after: section($0)) }
      + batch.inserted.map { UICollectionViewUpdateItem(.insert, after: $0) }
      + batch.movedSections.map {
        UICollectionViewUpdateItem(.move, before: section($0.source), after: section($0.target))
      }
      + batch.moved.map { UICollectionViewUpdateItem(.move, before: $0.source, after: $0.target) }
      + batch.reloaded.map { UICollectionViewUpdateItem(.reload, before: $0, after: $0) }
  }

  // MARK: - Invalidated views

  /// Marks the supplementary views that a layout has invalidated.
  func standInInvalidate(_ context: UICollectionViewLayoutInvalidationContext) {
    for (kind, paths) in context.invalidatedSupplementaryIndexPaths ?? [:] {
      for path in paths {
        let element = StandInElement(kind: kind, path: path)
        standInNamed.insert(element)
        if !standInKeepsInvalidated { standInStale.insert(element) }
      }
    }
    if standInHasLayout { standInCheckNamed() }
    setNeedsLayout()
  }

  /// Raises an exception if the layout has no attributes for an invalidated supplementary view.
  func standInCheckNamed() {
    for element in standInNamed
    where collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: element.kind, at: element.path) == nil {
      StandInException.raise(
        StandInException.inconsistency,
        "no UICollectionViewLayoutAttributes instance for -layoutAttributesForSupplementaryElementOfKind: "
          + "\(element.kind) at path \(element.path.standInName)")
    }
  }
}
