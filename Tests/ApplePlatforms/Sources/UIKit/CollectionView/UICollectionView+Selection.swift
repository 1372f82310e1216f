public import Foundation

/// Selection by code and by the user.
extension UICollectionView {
  public var indexPathsForSelectedItems: [IndexPath]? { standInSelected }

  private var standInAllowsMultiple: Bool {
    isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
  }

  private var standInAllowsSelection: Bool {
    isEditing ? allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing : allowsSelection
  }

  public func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: UICollectionView.ScrollPosition
  ) {
    guard let indexPath else {
      for path in standInSelected { standInSetSelected(false, path) }
      return
    }
    guard standInAllowsSelection, standInHasItem(at: indexPath) else { return }
    if !standInAllowsMultiple {
      for path in standInSelected where path != indexPath { standInSetSelected(false, path) }
    }
    standInSetSelected(true, indexPath)
    if !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
  }

  public func deselectItem(at indexPath: IndexPath, animated: Bool) { standInSetSelected(false, indexPath) }

  private func standInSetSelected(_ isSelected: Bool, _ path: IndexPath) {
    if isSelected {
      if !standInSelected.contains(path) { standInSelected.append(path) }
    } else {
      standInSelected.removeAll { $0 == path }
    }
    standInCells[path]?.isSelected = isSelected
  }

  func standInKeepOneSelected() {
    for path in standInSelected.dropLast() { standInSetSelected(false, path) }
  }

  // MARK: - Simulated actions of the user. Not UIKit API.

  /// Simulates a tap on an item.
  ///
  /// - Returns: Whether the item is on screen.
  @discardableResult public func standInTap(_ path: IndexPath) -> Bool {
    guard window != nil, let cell = standInCells[path] else { return false }
    guard delegate?.collectionView(self, shouldHighlightItemAt: path) ?? true else { return true }
    cell.isHighlighted = true
    delegate?.collectionView(self, didHighlightItemAt: path)
    standInSelectByTouch(path)
    cell.isHighlighted = false
    delegate?.collectionView(self, didUnhighlightItemAt: path)
    return true
  }

  private func standInSelectByTouch(_ path: IndexPath) {
    guard standInAllowsSelection else { return }
    if standInAllowsMultiple, standInSelected.contains(path) {
      guard delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
      standInSetSelected(false, path)
      delegate?.collectionView(self, didDeselectItemAt: path)
      return
    }
    guard delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
    if !standInAllowsMultiple {
      for other in standInSelected where other != path {
        standInSetSelected(false, other)
        delegate?.collectionView(self, didDeselectItemAt: other)
      }
    }
    standInSetSelected(true, path)
    delegate?.collectionView(self, didSelectItemAt: path)
    if delegate?.collectionView(self, canPerformPrimaryActionForItemAt: path) ?? false {
      delegate?.collectionView(self, performPrimaryActionForItemAt: path)
    }
  }

  /// Returns the context menu for a long press on an item.
  public func standInContextMenu(at path: IndexPath) -> UIContextMenuConfiguration? {
    guard window != nil, let cell = standInCells[path] else { return nil }
    if standInPrefersOlder(than: "collectionView:contextMenuConfigurationForItemsAtIndexPaths:point:") {
      return delegate?.collectionView(self, contextMenuConfigurationForItemAt: path, point: cell.center)
    }
    return delegate?.collectionView(self, contextMenuConfigurationForItemsAt: [path], point: cell.center)
  }
}
