public import Foundation

/// What tests ask. No API of UIKit.
extension UICollectionView {
  /// What is wrong with what is on the screen, if anything is: a cell too many or too few, one in two places or in use
  /// and waiting at once. `nil` while the view waits to be laid out.
  public var standInMismatch: String? {
    if window == nil || standInNeedsReload || standInNeedsLayout || collectionViewLayout.standInIsInvalid { return nil }
    let wanted = (collectionViewLayout.layoutAttributesForElements(in: bounds) ?? [])
      .filter { $0.frame.standInOverlaps(bounds) }
    let cells = Set(wanted.filter { $0.representedElementCategory == .cell }.map(\.indexPath))
    if bounds.height > 0, cells != Set(standInCells.keys) {
      return "cells are at \(standInCells.keys.sorted()) instead of \(cells.sorted())"
    }
    let used =
      standInCells.values.map(ObjectIdentifier.init) + standInHeld.map { ObjectIdentifier($0.cell) }
      + standInAhead.values.map(ObjectIdentifier.init) + standInViews.values.map(ObjectIdentifier.init)
    if Set(used).count != used.count { return "a view is used twice" }
    let waiting = Set(standInReuse.queues.values.joined().map(ObjectIdentifier.init))
    if !waiting.isDisjoint(with: used) { return "a view waits to be reused while it is in use" }
    for (path, cell) in standInCells where cell.isSelected != standInSelected.contains(path) {
      return "the cell at \(path) is \(cell.isSelected ? "" : "not ")selected, and its item is not the same"
    }
    return nil
  }

  /// Whether an item is being moved interactively, and where it would fall.
  public var standInMovementTarget: IndexPath? { standInMovement?.current }

  /// How many views wait to be reused.
  public var standInWaitingViews: Int { standInReuse.queues.values.reduce(0) { $0 + $1.count } }
}
