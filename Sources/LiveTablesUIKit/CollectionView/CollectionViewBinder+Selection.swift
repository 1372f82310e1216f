#if canImport(UIKit)
import Foundation
@_spi(Adapters) public import LiveTables
import UIKit

/// Which rows are selected, by the user and by the program.
@_spi(Adapters) extension CollectionViewBinder: SelectionPresenter {
  /// Rows on the screen look selected, or not; their cells are configured again.
  @_spi(Adapters) public func showSelection(selected: [RowPath], deselected: [RowPath]) {
    guard let view = collectionView, isInPlace else { return }
    let reloads = cells.reconfigure(selected + deselected, in: self)
    if !reloads.isEmpty, isReady, questions == 0 {
      cancelMovementOfOthers(in: view)
      UIView.performWithoutAnimation { view.reloadItems(at: reloads.map { IndexPath($0) }) }
    }
    syncSelection()
  }

  /// Scrolls to a row that the program has selected.
  @_spi(Adapters) public func scroll(to path: RowPath) { scroll(to: path, at: .nearest, animated: true) }

  /// The view lets as many rows be selected; with `SelectionMode/none` as many as it did by itself.
  @_spi(Adapters) public func selectionModeChanged(to mode: SelectionMode) {
    guard let view = collectionView, isInPlace else { return }
    selectionPlace.show(mode, in: view)
  }

  /// Makes the collection view's selection what is selected; that is the caller's own where nothing can be selected here.
  func syncSelection() {
    if link.selection.mode != .none, isInPlace { collectionView?.showSelection(link.selection.paths) }
  }

  // MARK: - What the collection view asks and tells

  func maySelect(_ path: IndexPath, in view: UICollectionView) -> Bool {
    guard link.delegation.route(.maySelect, isImplemented: false).isHandled else {
      return forwarded(.maySelect, view)?.shouldSelect(path) ?? true
    }
    guard let path = RowPath(path), let row = link.table[path] else { return false }
    return link.selection.maySelect?(row, path) ?? true
  }

  func mayDeselect(_ path: IndexPath, in view: UICollectionView) -> Bool {
    forwarded(.other, view)?.shouldDeselect(path) ?? true
  }

  func didSelect(_ path: IndexPath, in view: UICollectionView) {
    if link.selection.mode != .none, let path = RowPath(path) {
      link.selection.user(.tap, at: path)
      syncSelection()
    }
    forwarded(.didSelect, view)?.didSelect(path)
  }

  func didDeselect(_ path: IndexPath, in view: UICollectionView) {
    // Where one row can be selected, this is told before the row that takes its place.
    if view.allowsMultipleSelection, let path = RowPath(path), link.selection.contains(path) {
      link.selection.user(.toggle, at: path)
      syncSelection()
    }
    forwarded(.didDeselect, view)?.didDeselect(path)
  }

  func mayHighlight(_ path: IndexPath, in view: UICollectionView) -> Bool {
    forwarded(.mayHighlight, view)?.shouldHighlight(path) ?? true
  }

  func didHighlight(_ path: IndexPath, in view: UICollectionView) {
    if let path = RowPath(path) { link.events.report(.highlighted, at: path) }
    forwarded(.didHighlight, view)?.didHighlight(path)
  }

  func didUnhighlight(_ path: IndexPath, in view: UICollectionView) {
    if let path = RowPath(path) { link.events.report(.unhighlighted, at: path) }
    forwarded(.didUnhighlight, view)?.didUnhighlight(path)
  }
}

extension CollectionViewBinder: ScrollableTableView {
  /// Scrolls to a row; a path without a row changes nothing.
  public func scroll(to path: RowPath, at position: ScrollPosition, animated: Bool) {
    guard let view = collectionView, link.table[path] != nil, knowsCounts else { return }
    let path = IndexPath(path)
    let isHorizontal = (view.collectionViewLayout as? UICollectionViewFlowLayout)?.scrollDirection == .horizontal
    switch position {
    case .top: view.scrollToItem(at: path, at: isHorizontal ? .left : .top, animated: animated)
    case .middle:
      view.scrollToItem(at: path, at: isHorizontal ? .centeredHorizontally : .centeredVertically, animated: animated)
    case .bottom: view.scrollToItem(at: path, at: isHorizontal ? .right : .bottom, animated: animated)
    case .nearest:
      guard let item = view.layoutAttributesForItem(at: path) else { return }
      view.scrollRectToVisible(item.frame, animated: animated)
    }
  }
}
#endif
