public import Foundation

@MainActor public protocol UICollectionViewDataSource: NSObjectProtocol {
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell

  // optional
  func numberOfSections(in collectionView: UICollectionView) -> Int
  func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView
  func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
  func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)
  func indexTitles(for collectionView: UICollectionView) -> [String]?
  func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath

  /// The object to which Objective-C would forward methods that the data source does not implement.
  var standInForwardingDataSource: (any UICollectionViewDataSource)? { get }
}

extension UICollectionViewDataSource {
  public var standInForwardingDataSource: (any UICollectionViewDataSource)? { nil }

  public func numberOfSections(in collectionView: UICollectionView) -> Int {
    standInForwardingDataSource?.numberOfSections(in: collectionView) ?? 1
  }

  public func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView {
    if let next = standInForwardingDataSource {
      return next.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: indexPath)
    }
    return UICollectionReusableView(frame: .zero)  // never dequeued, so the view raises
  }

  public func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
    standInForwardingDataSource?.collectionView(collectionView, canMoveItemAt: indexPath) ?? false
  }

  public func collectionView(
    _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
  ) {
    standInForwardingDataSource?.collectionView(collectionView, moveItemAt: sourceIndexPath, to: destinationIndexPath)
  }

  public func indexTitles(for collectionView: UICollectionView) -> [String]? {
    standInForwardingDataSource?.indexTitles(for: collectionView)
  }

  public func collectionView(
    _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
  ) -> IndexPath {
    standInForwardingDataSource?.collectionView(collectionView, indexPathForIndexTitle: title, at: index)
      ?? IndexPath(item: 0, section: index)
  }
}

@MainActor public protocol UICollectionViewDataSourcePrefetching: NSObjectProtocol {
  func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])

  // optional
  func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
}

extension UICollectionViewDataSourcePrefetching {
  public func collectionView(_ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {}
}
