#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension CollectionViewBinder {
  // MARK: - Delegate

  func maySelect(_ path: IndexPath, in view: UICollectionView) -> Bool {
    guard link.delegation.route(.maySelect, isImplemented: false).isHandled else {
      return (earlier(.maySelect)?.collectionView(_:shouldSelectItemAt:))?(view, path) ?? true
    }
    guard updates.isCurrent, let path = RowPath(path), let row = link.table[path] else { return false }
    return link.selection.maySelect?(row, path) ?? true
  }

  func mayDeselect(_ path: IndexPath, in view: UICollectionView) -> Bool {
    (earlier(.other)?.collectionView(_:shouldDeselectItemAt:))?(view, path) ?? true
  }

  func didSelect(_ path: IndexPath, in view: UICollectionView) {
    if updates.isCurrent, let path = RowPath(path) {
      // In mode `many`, taps deselect rows through `didDeselect`. The view may have deselected a row on its own.
      if link.selection.mode != .many || !link.selection.contains(path) { link.selection.user(.tap, at: path) }
      showSelection()
    }
    (earlier(.didSelect)?.collectionView(_:didSelectItemAt:))?(view, path)
  }

  func didDeselect(_ path: IndexPath, in view: UICollectionView) {
    // If only one row can be selected, the view reports the deselection before the selection of the other row.
    let takesSeveral = view.allowsMultipleSelection || view.isEditing && view.allowsMultipleSelectionDuringEditing
    if updates.isCurrent, takesSeveral, let path = RowPath(path), link.selection.contains(path) {
      link.selection.user(.tap, at: path)
      showSelection()
    }
    (earlier(.didDeselect)?.collectionView(_:didDeselectItemAt:))?(view, path)
  }

  func mayHighlight(_ path: IndexPath, in view: UICollectionView) -> Bool {
    (earlier(.other)?.collectionView(_:shouldHighlightItemAt:))?(view, path) ?? true
  }

  func didHighlight(_ path: IndexPath, in view: UICollectionView) {
    report(.highlighted, at: path)
    (earlier(.didHighlight)?.collectionView(_:didHighlightItemAt:))?(view, path)
  }

  func didUnhighlight(_ path: IndexPath, in view: UICollectionView) {
    report(.unhighlighted, at: path)
    (earlier(.didUnhighlight)?.collectionView(_:didUnhighlightItemAt:))?(view, path)
  }
}
#endif
