public import Foundation

/// Counts, visible views and positions.
extension UICollectionView {
  public var numberOfSections: Int { standInKnownCounts.count }

  public func numberOfItems(inSection section: Int) -> Int {
    let counts = standInKnownCounts
    guard counts.indices.contains(section) else {
      StandInException.raise(
        StandInException.inconsistency,
        "request for number of items in section \(section) when there are only \(counts.count) sections in the "
          + "collection view")
      return 0
    }
    return counts[section]
  }

  /// The number of items in each section, which is read if it is not known.
  var standInKnownCounts: [Int] {
    if let standInCounts { return standInCounts }
    let counts = standInReadCounts()
    standInCounts = counts
    return counts
  }

  /// Reads the number of items in each section from the data source.
  func standInReadCounts() -> [Int] {
    guard let dataSource else { return [] }
    return (0..<max(0, dataSource.numberOfSections(in: self))).map {
      max(0, dataSource.collectionView(self, numberOfItemsInSection: $0))
    }
  }

  func standInHasItem(at path: IndexPath) -> Bool {
    let counts = standInKnownCounts
    return path.count == 2 && counts.indices.contains(path.section) && (0..<counts[path.section]).contains(path.item)
  }

  // MARK: - Visible views

  public var visibleCells: [UICollectionViewCell] { indexPathsForVisibleItems.compactMap { standInCells[$0] } }
  public var indexPathsForVisibleItems: [IndexPath] { standInCells.keys.sorted() }

  public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { standInCells[indexPath] }

  public func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    standInCells.first { $0.value === cell }?.key
  }

  public func indexPathForItem(at point: CGPoint) -> IndexPath? {
    standInPrepareLayout()
    let rect = CGRect(origin: point, size: CGSize(width: 1, height: 1))
    return collectionViewLayout.layoutAttributesForElements(in: rect)?.first {
      $0.representedElementCategory == .cell && $0.frame.contains(point)
    }?.indexPath
  }

  public func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    standInViews[StandInElement(kind: elementKind, path: indexPath)]
  }

  public func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
    indexPathsForVisibleSupplementaryElements(ofKind: elementKind).compactMap {
      supplementaryView(forElementKind: elementKind, at: $0)
    }
  }

  public func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
    standInViews.keys.filter { $0.kind == elementKind }.map(\.path).sorted()
  }

  public func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    standInPrepareLayout()
    return collectionViewLayout.layoutAttributesForItem(at: indexPath)
  }

  public func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    standInPrepareLayout()
    return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }

  // MARK: - Scrolling

  public func scrollToItem(
    at indexPath: IndexPath, at scrollPosition: UICollectionView.ScrollPosition, animated: Bool
  ) {
    let counts = standInKnownCounts
    guard counts.indices.contains(indexPath.section) else {
      return StandInException.raise(
        StandInException.invalidArgument,
        "Attempted to scroll the collection view to an out-of-bounds section (\(indexPath.section)) when there are only "
          + "\(counts.count) sections.")
    }
    guard standInHasItem(at: indexPath) else {
      return StandInException.raise(
        StandInException.invalidArgument,
        "Attempted to scroll the collection view to an out-of-bounds item (\(indexPath.item)) when there are only "
          + "\(counts[indexPath.section]) items in section \(indexPath.section).")
    }
    guard let frame = layoutAttributesForItem(at: indexPath)?.frame else { return }
    var offset = contentOffset
    let inset = adjustedContentInset
    let height = bounds.height - inset.top - inset.bottom
    if scrollPosition.contains(.top) {
      offset.y = frame.minY - inset.top
    } else if scrollPosition.contains(.centeredVertically) {
      offset.y = frame.midY - inset.top - height / 2
    } else if scrollPosition.contains(.bottom) {
      offset.y = frame.maxY - inset.top - height
    }
    if scrollPosition.contains(.left) {
      offset.x = frame.minX
    } else if scrollPosition.contains(.centeredHorizontally) {
      offset.x = frame.midX - bounds.width / 2
    } else if scrollPosition.contains(.right) {
      offset.x = frame.maxX - bounds.width
    }
    if scrollPosition.isEmpty { return scrollRectToVisible(frame, animated: animated) }
    setContentOffset(standInClamped(offset), animated: animated)
  }
}
