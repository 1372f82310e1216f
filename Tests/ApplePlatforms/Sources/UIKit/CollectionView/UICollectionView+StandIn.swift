public import Foundation

/// State that tests check. Not UIKit API.
extension UICollectionView {
  /// Describes an inconsistency, such as a missing cell, a view that is used twice or reusable while in use, or a wrong
  /// selection. `nil` if there is none, or if the view needs layout.
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

  /// The target of the current interactive movement, or `nil` if there is none.
  public var standInMovementTarget: IndexPath? { standInMovement?.current }

  /// The number of views in the reuse queues.
  public var standInWaitingViews: Int { standInReuse.queues.values.reduce(0) { $0 + $1.count } }
}
