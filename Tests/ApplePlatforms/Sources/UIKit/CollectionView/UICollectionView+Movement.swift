public import Foundation

/// Interactive movement of an item.
extension UICollectionView {
  public func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool {
    guard standInMovement == nil, window != nil, standInHasItem(at: indexPath), standInCells[indexPath] != nil,
      dataSource?.collectionView(self, canMoveItemAt: indexPath) == true
    else { return false }
    standInMovement = StandInMovement(original: indexPath, current: indexPath)
    standInCells[indexPath]?.dragStateDidChange(.dragging)
    return true
  }

  public func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) {
    guard let movement = standInMovement else { return }
    let proposed = collectionViewLayout.targetIndexPath(
      forInteractivelyMovingItem: movement.current, withPosition: targetPosition)
    standInProposeMovement(to: proposed)
  }

  /// Updates the movement with a proposed index path instead of a position. Not UIKit API.
  public func standInProposeMovement(to proposed: IndexPath) {
    guard let movement = standInMovement, proposed != movement.current else { return }
    let target = standInTarget(of: movement, proposed)
    let counts = standInKnownCounts
    let limit =
      counts.indices.contains(target.section)
      ? counts[target.section] + (target.section == movement.original.section ? 0 : 1) : 0
    guard target.count == 2, (0..<limit).contains(target.item) else {
      return StandInException.raise(
        StandInException.inconsistency,
        "attempt to move \(movement.original.standInName) to \(target.standInName), which does not exist")
    }
    standInMovement?.current = target
  }

  private func standInTarget(of movement: StandInMovement, _ proposed: IndexPath) -> IndexPath {
    let newer =
      "collectionView:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:"
    if standInPrefersOlder(than: newer) {
      return delegate?.collectionView(
        self, targetIndexPathForMoveFromItemAt: movement.original, toProposedIndexPath: proposed) ?? proposed
    }
    return delegate?.collectionView(
      self, targetIndexPathForMoveOfItemFromOriginalIndexPath: movement.original, atCurrentIndexPath: movement.current,
      toProposedIndexPath: proposed) ?? proposed
  }

  public func endInteractiveMovement() {
    guard let movement = standInMovement else { return }
    standInMovement = nil
    standInCells[movement.original]?.dragStateDidChange(.none)
    if movement.current == movement.original { return }
    let before = standInKnownCounts
    standInIsTellingMove = true
    dataSource?.collectionView(self, moveItemAt: movement.original, to: movement.current)
    standInIsTellingMove = false
    if standInNeedsReload { return }
    var batch = StandInBatch()
    batch.moved = [StandInBatch.Move(movement.original, movement.current)]
    standInEnd(batch, before: before)
  }

  public func cancelInteractiveMovement() {
    guard let movement = standInMovement else { return }
    standInMovement = nil
    standInCells[movement.original]?.dragStateDidChange(.none)
  }
}
