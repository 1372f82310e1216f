@MainActor public protocol UIScrollViewDelegate: NSObjectProtocol {
  func scrollViewDidScroll(_ scrollView: UIScrollView)
  func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
  func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
  func scrollViewDidScrollToTop(_ scrollView: UIScrollView)

  /// The object to which Objective-C would forward methods that the delegate does not implement. Not UIKit API.
  var standInForwardingScrollDelegate: (any UIScrollViewDelegate)? { get }

  /// Returns whether the delegate implements a method, by its Objective-C name, like `responds(to:)`. Not UIKit API.
  func standInResponds(to message: String) -> Bool
}

/// The default implementations of optional methods, which call the object to which the delegate forwards.
extension UIScrollViewDelegate {
  public func standInResponds(to message: String) -> Bool { true }

  public var standInForwardingScrollDelegate: (any UIScrollViewDelegate)? { nil }

  public func scrollViewDidScroll(_ scrollView: UIScrollView) {
    standInForwardingScrollDelegate?.scrollViewDidScroll(scrollView)
  }
  public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    standInForwardingScrollDelegate?.scrollViewWillBeginDragging(scrollView)
  }
  public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
    standInForwardingScrollDelegate?.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
  }
  public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    standInForwardingScrollDelegate?.scrollViewDidEndDecelerating(scrollView)
  }
  public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    standInForwardingScrollDelegate?.scrollViewDidEndScrollingAnimation(scrollView)
  }
  public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    standInForwardingScrollDelegate?.scrollViewShouldScrollToTop(scrollView) ?? true
  }
  public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
    standInForwardingScrollDelegate?.scrollViewDidScrollToTop(scrollView)
  }
}

@MainActor open class UIScrollView: UIView {
  public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, scrollableAxes, never, always }
  public enum KeyboardDismissMode: Int, Sendable { case none, onDrag, interactive }

  /// Disfavored, because subclasses have a property with this name and a narrower type.
  @_disfavoredOverload open weak var delegate: (any UIScrollViewDelegate)? {
    didSet {
      standInAnswered = Set(standInChoices.filter { delegate?.standInResponds(to: $0) ?? false })
    }
  }

  /// The methods without which the view calls deprecated methods, or uses its properties.
  private let standInChoices = [
    "collectionView:contextMenuConfigurationForItemsAtIndexPaths:point:",
    "collectionView:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:",
    "tableView:trailingSwipeActionsConfigurationForRowAtIndexPath:",
    "tableView:heightForHeaderInSection:", "tableView:heightForFooterInSection:",
  ]

  /// The methods in `standInChoices` that the delegate implemented when it was set; a view checks only then.
  private var standInAnswered: Set<String> = []

  /// Returns whether the view calls a method in `standInChoices`.
  func standInAnswers(_ message: String) -> Bool { standInAnswered.contains(message) }

  /// Returns whether the view calls the deprecated form of a method.
  func standInPrefersOlder(than message: String) -> Bool { !standInAnswers(message) }

  open var contentSize = CGSize.zero
  open var contentInset = UIEdgeInsets.zero { didSet { setNeedsLayout() } }
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
  open var scrollIndicatorInsets = UIEdgeInsets.zero
  open var keyboardDismissMode = KeyboardDismissMode.none
  open var alwaysBounceVertical = false
  open var alwaysBounceHorizontal = false
  open var bounces = true
  open var isScrollEnabled = true
  open var showsVerticalScrollIndicator = true
  open var showsHorizontalScrollIndicator = true
  open internal(set) var isDragging = false
  open internal(set) var isTracking = false
  open internal(set) var isDecelerating = false

  open var refreshControl: UIRefreshControl? {
    didSet {
      if oldValue === refreshControl { return }
      oldValue?.removeFromSuperview()
      if refreshControl != nil, traitCollection.userInterfaceIdiom == .mac {
        StandInException.raise(
          "NSInternalInconsistencyException",
          "UIRefreshControl is not supported when running Catalyst apps in the Mac idiom")
      }
      if let refreshControl { insertSubview(refreshControl, at: 0) }
    }
  }

  open var contentOffset: CGPoint {
    get { bounds.origin }
    set {
      if newValue == bounds.origin { return }
      bounds.origin = newValue
      setNeedsLayout()
      delegate?.scrollViewDidScroll(self)
    }
  }

  open var adjustedContentInset: UIEdgeInsets {
    if contentInsetAdjustmentBehavior == .never { return contentInset }
    let safe = safeAreaInsets
    return UIEdgeInsets(
      top: contentInset.top + safe.top, left: contentInset.left, bottom: contentInset.bottom + safe.bottom,
      right: contentInset.right)
  }

  open func adjustedContentInsetDidChange() {}

  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    self.contentOffset = contentOffset
    isDecelerating = false
    guard animated else { return }
    StandInAnimations.atEnd { [weak self] in
      guard let self else { return }
      delegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }

  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    let inset = adjustedContentInset
    var offset = contentOffset
    if rect.maxY > offset.y + bounds.height - inset.bottom { offset.y = rect.maxY - bounds.height + inset.bottom }
    if rect.minY < offset.y + inset.top { offset.y = rect.minY - inset.top }
    setContentOffset(offset, animated: animated)
  }

  /// Returns the nearest offset at which the content fills the view.
  func standInClamped(_ offset: CGPoint) -> CGPoint {
    let inset = adjustedContentInset
    return CGPoint(
      x: max(-inset.left, min(offset.x, contentSize.width + inset.right - bounds.width)),
      y: max(-inset.top, min(offset.y, contentSize.height + inset.bottom - bounds.height)))
  }
}
