import Foundation

/// Layout passes, which request views and notify the delegate of them.
extension UICollectionView {
  /// Discards the counts and the selection, and reloads all views at the next layout.
  func standInForgetData() {
    standInCounts = nil
    standInNeedsReload = true
    standInSelected = []
    collectionViewLayout.standInIsInvalid = true
    setNeedsLayout()
  }

  func standInPrepareLayout() {
    guard collectionViewLayout.standInIsInvalid else { return }
    collectionViewLayout.standInIsInvalid = false
    collectionViewLayout.prepare()
    contentSize = collectionViewLayout.collectionViewContentSize
    standInCheckNamed()
    standInNamed = []
  }

  /// Performs a layout pass.
  func standInLayOutItems() {
    if standInBatch != nil || standInIsTellingMove || standInIsLayingOut { return }
    standInIsLayingOut = true
    defer { standInIsLayingOut = false }
    if standInNeedsReload {
      standInNeedsReload = false
      standInDiscardAll()
      _ = standInKnownCounts
    }
    standInHasLayout = true
    if collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds) {
      collectionViewLayout.standInIsInvalid = true
    }
    let isNewLayout = collectionViewLayout.standInIsInvalid
    standInPrepareLayout()
    if isNewLayout, contentOffset != standInClamped(contentOffset), !isTracking {
      contentOffset = standInClamped(contentOffset)
    }
    standInShowVisible()
    standInPrefetch()
    backgroundView?.frame = bounds
  }

  // MARK: - Visible views

  /// The layout attributes of all visible elements, from top to bottom.
  private var standInWanted: [UICollectionViewLayoutAttributes] {
    if bounds.width <= 0 || bounds.height <= 0 { return [] }
    return (collectionViewLayout.layoutAttributesForElements(in: bounds) ?? [])
      .filter { !$0.isHidden && $0.frame.standInOverlaps(bounds) }
      .sorted { ($0.frame.minY, $0.frame.minX, $0.indexPath) < ($1.frame.minY, $1.frame.minX, $1.indexPath) }
  }

  func standInShowVisible() {
    let wanted = standInWanted
    let cells = Set(wanted.filter { $0.representedElementCategory == .cell }.map(\.indexPath))
    let views = Set(
      wanted.compactMap { attributes in
        attributes.representedElementKind.map { StandInElement(kind: $0, path: attributes.indexPath) }
      })
    for path in standInCells.keys.filter({ !cells.contains($0) }).sorted() { standInHold(path) }
    let stale = standInStale
    standInStale = []
    for (element, view) in standInViews where !views.contains(element) || stale.contains(element) {
      standInViews[element] = nil
      standInPutAway(view, element)
    }
    for attributes in wanted {
      if let kind = attributes.representedElementKind {
        standInShow(StandInElement(kind: kind, path: attributes.indexPath), attributes)
      } else {
        standInShow(attributes.indexPath, attributes)
      }
    }
  }

  private func standInShow(_ path: IndexPath, _ attributes: UICollectionViewLayoutAttributes) {
    if let cell = standInCells[path] {
      cell.frame = attributes.frame
      return
    }
    guard let cell = standInReady(path) ?? standInAskForCell(at: path) else { return }
    standInCells[path] = cell
    cell.frame = attributes.frame
    cell.apply(attributes)
    cell.isSelected = standInSelected.contains(path)
    addSubview(cell)
    delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
  }

  private func standInShow(_ element: StandInElement, _ attributes: UICollectionViewLayoutAttributes) {
    if let view = standInViews[element] {
      view.frame = attributes.frame
      return
    }
    guard let view = standInAskForView(element) else { return }
    standInViews[element] = view
    view.frame = attributes.frame
    view.apply(attributes)
    addSubview(view)
    delegate?.collectionView(
      self, willDisplaySupplementaryView: view, forElementKind: element.kind, at: element.path)
  }

  /// Returns the item's cell if it was prepared or has just left the screen.
  private func standInReady(_ path: IndexPath) -> UICollectionViewCell? {
    if let cell = standInAhead.removeValue(forKey: path) { return cell }
    guard let index = standInHeld.firstIndex(where: { $0.path == path }) else { return nil }
    return standInHeld.remove(at: index).cell
  }

  // MARK: - Removed views

  /// Removes the cell of an item that was scrolled off screen, and keeps it for a while.
  private func standInHold(_ path: IndexPath) {
    guard let cell = standInCells.removeValue(forKey: path) else { return }
    cell.removeFromSuperview()
    delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    guard isPrefetchingEnabled, standInHasItem(at: path) else { return standInReuse.enqueue(cell) }
    standInHeld.append((path, cell))
    while standInHeld.count > 3 { standInReuse.enqueue(standInHeld.removeFirst().cell) }
  }

  func standInPutAway(_ cell: UICollectionViewCell, _ path: IndexPath) {
    cell.removeFromSuperview()
    delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    standInReuse.enqueue(cell)
  }

  func standInPutAway(_ view: UICollectionReusableView, _ element: StandInElement) {
    view.removeFromSuperview()
    delegate?.collectionView(
      self, didEndDisplayingSupplementaryView: view, forElementOfKind: element.kind, at: element.path)
    standInReuse.enqueue(view)
  }

  /// Makes all cells that are ready but not on screen available to other items.
  func standInDropReady() {
    for (_, cell) in standInHeld { standInReuse.enqueue(cell) }
    for (_, cell) in standInAhead.sorted(by: { $0.key < $1.key }) { standInReuse.enqueue(cell) }
    standInHeld = []
    standInAhead = [:]
  }

  private func standInDiscardAll() {
    let (cells, views) = (standInCells, standInViews)
    standInCells = [:]
    standInViews = [:]
    standInStale = []
    standInDropReady()
    for (path, cell) in cells.sorted(by: { $0.key < $1.key }) { standInPutAway(cell, path) }
    for (element, view) in views { standInPutAway(view, element) }
    standInPrefetched = []
    standInLastOffset = contentOffset
  }

  // MARK: - Prefetching

  /// Prefetches the items in the scrolling direction, and requests the cell of the next one.
  private func standInPrefetch() {
    let offset = contentOffset
    let (dx, dy) = (offset.x - standInLastOffset.x, offset.y - standInLastOffset.y)
    standInLastOffset = offset
    guard isPrefetchingEnabled, window != nil, dx != 0 || dy != 0 else { return }
    let ahead = bounds.offsetBy(
      dx: dx == 0 ? 0 : dx > 0 ? bounds.width : -bounds.width, dy: dy == 0 ? 0 : dy > 0 ? bounds.height : -bounds.height
    )
    let coming = (collectionViewLayout.layoutAttributesForElements(in: ahead) ?? [])
      .filter { $0.representedElementCategory == .cell && standInCells[$0.indexPath] == nil }
      .map(\.indexPath).sorted()
    let isForward = dx > 0 || dy > 0
    if let next = isForward ? coming.first : coming.last, standInAhead.isEmpty,
      !standInHeld.contains(where: { $0.path == next }), let cell = standInAskForCell(at: next)
    {
      standInAhead[next] = cell
    }
    let unwanted = standInPrefetched.subtracting(coming).filter { standInCells[$0] == nil }.sorted()
    let new = coming.filter { !standInPrefetched.contains($0) }
    standInPrefetched = Set(coming)
    if !unwanted.isEmpty {
      prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: unwanted)
    }
    if !new.isEmpty { prefetchDataSource?.collectionView(self, prefetchItemsAt: new) }
  }
}
