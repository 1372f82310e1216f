/// What a finger does. No API of UIKit.
extension UIScrollView {
  /// Scrolls as a finger would, as far as there is something to scroll to, and lays out.
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

  /// Pulls the contents, perhaps over their end, and holds on.
  public func standInPull(to offset: CGPoint) {
    isTracking = true
    isDragging = true
    contentOffset = offset
    layoutIfNeeded()
  }

  /// Lets go while the contents go on by themselves.
  public func standInFling() {
    isTracking = false
    isDragging = false
    isDecelerating = true
  }

  /// Pulls the contents down until the refresh control begins.
  public func standInPullToRefresh() {
    guard let refreshControl, !refreshControl.isRefreshing else { return }
    refreshControl.beginRefreshing()
    refreshControl.sendActions(for: .valueChanged)
  }
}
