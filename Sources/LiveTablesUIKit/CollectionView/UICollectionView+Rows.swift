#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension UICollectionView: RowView {
  var shownRowCounts: [Int] { (0..<numberOfSections).map { numberOfItems(inSection: $0) } }

  var visibleRows: [RowPath] { indexPathsForVisibleItems.compactMap { RowPath($0) }.sorted() }

  func cell(at path: RowPath) -> AnyObject? { cellForItem(at: IndexPath(path)) }

  var prefetcher: AnyObject? {
    get { prefetchDataSource }
    set { prefetchDataSource = newValue as? any UICollectionViewDataSourcePrefetching }
  }

  func reloadRows(_ paths: [RowPath]) { reloadItems(at: paths.map { IndexPath($0) }) }

  func frame(of path: RowPath) -> CGRect? { layoutAttributesForItem(at: IndexPath(path))?.frame }

  var selectedRows: [RowPath] { (indexPathsForSelectedItems ?? []).compactMap { RowPath($0) } }

  func select(_ path: RowPath, animated: Bool) {
    selectItem(at: IndexPath(path), animated: animated, scrollPosition: [])
  }

  func deselect(_ path: RowPath, animated: Bool) { deselectItem(at: IndexPath(path), animated: animated) }

  var showsOneSelected: Bool { false }

  var isHorizontal: Bool { (collectionViewLayout as? UICollectionViewFlowLayout)?.scrollDirection == .horizontal }

  func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) {
    let item = IndexPath(path)
    switch position {
    case .top: scrollToItem(at: item, at: isHorizontal ? .left : .top, animated: animated)
    case .middle:
      scrollToItem(at: item, at: isHorizontal ? .centeredHorizontally : .centeredVertically, animated: animated)
    case .bottom: scrollToItem(at: item, at: isHorizontal ? .right : .bottom, animated: animated)
    case .nearest: frame(of: path).map { scrollRectToVisible($0, animated: animated) }
    }
  }
}

extension BatchAnimation {
  @MainActor func perform(_ change: () -> Void) {
    if isAnimated { change() } else { UIView.performWithoutAnimation(change) }
  }
}
#endif
