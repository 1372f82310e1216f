/// Simulated actions of the user. Not UIKit API.
extension UIScrollView {
  /// Simulates the user scrolling to an offset within the content, and performs layout.
  public func standInScroll(to offset: CGPoint) {
    delegate?.scrollViewWillBeginDragging(self)
    isTracking = true
    isDragging = true
    contentOffset = standInClamped(offset)
    layoutIfNeeded()
    isTracking = false
    isDragging = false
    delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
  }

  /// Simulates the user dragging to an offset, which may be outside of the content, without lifting the finger.
  public func standInPull(to offset: CGPoint) {
    isTracking = true
    isDragging = true
    contentOffset = offset
    layoutIfNeeded()
  }

  /// Simulates the user lifting the finger while the content decelerates.
  public func standInFling() {
    isTracking = false
    isDragging = false
    isDecelerating = true
  }

  /// Simulates the user pulling to refresh.
  public func standInPullToRefresh() {
    guard let refreshControl, !refreshControl.isRefreshing else { return }
    refreshControl.beginRefreshing()
    refreshControl.sendActions(for: .valueChanged)
  }
}
