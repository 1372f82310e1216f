extension UIView {
  public func addSubview(_ view: UIView) { standInInsert(view, at: nil) }
  public func insertSubview(_ view: UIView, at index: Int) { standInInsert(view, at: index) }

  public func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    view.removeFromSuperview()
    standInInsert(view, at: subviews.firstIndex { $0 === siblingSubview })
  }

  public func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    view.removeFromSuperview()
    standInInsert(view, at: subviews.firstIndex { $0 === siblingSubview }.map { $0 + 1 })
  }

  public func removeFromSuperview() {
    guard let superview else { return }
    superview.willRemoveSubview(self)
    let hadWindow = window != nil
    if let first = UIResponder.standInFirst as? UIView, first.isDescendant(of: self) { first.resignFirstResponder() }
    willMove(toSuperview: nil)
    if hadWindow { standInWillMove(toWindow: nil) }
    superview.subviews.removeAll { $0 === self }
    superview.setNeedsLayout()
    self.superview = nil
    didMoveToSuperview()
    if hadWindow { standInDidMoveToWindow() }
  }

  public func bringSubviewToFront(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.append(subviews.remove(at: index))
  }

  public func sendSubviewToBack(_ view: UIView) {
    guard let index = subviews.firstIndex(where: { $0 === view }) else { return }
    subviews.insert(subviews.remove(at: index), at: 0)
  }

  public func isDescendant(of view: UIView) -> Bool {
    var ancestor: UIView? = self
    while let current = ancestor {
      if current === view { return true }
      ancestor = current.superview
    }
    return false
  }

  public func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  private func standInInsert(_ view: UIView, at index: Int?) {
    if isDescendant(of: view) {
      return StandInException.raise(StandInException.invalidArgument, "Can't add self as subview")
    }
    view.removeFromSuperview()
    let window = window
    view.willMove(toSuperview: self)
    if window != nil { view.standInWillMove(toWindow: window) }
    subviews.insert(view, at: min(index ?? subviews.count, subviews.count))
    view.superview = self
    didAddSubview(view)
    view.didMoveToSuperview()
    if window != nil { view.standInDidMoveToWindow() }
    setNeedsLayout()
  }

  func standInWillMove(toWindow window: UIWindow?) {
    willMove(toWindow: window)
    for view in subviews { view.standInWillMove(toWindow: window) }
  }

  func standInDidMoveToWindow() {
    setNeedsLayout()
    didMoveToWindow()
    for view in subviews { view.standInDidMoveToWindow() }
  }

  // MARK: - Coordinates

  public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
    let mine = standInOrigin
    let other = view?.standInOrigin ?? .zero
    return CGPoint(x: point.x + mine.x - other.x, y: point.y + mine.y - other.y)
  }

  public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
    let mine = standInOrigin
    let other = view?.standInOrigin ?? .zero
    return CGPoint(x: point.x + other.x - mine.x, y: point.y + other.y - mine.y)
  }

  public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, to: view), size: rect.size)
  }

  public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
    CGRect(origin: convert(rect.origin, from: view), size: rect.size)
  }

  /// The origin of the view's coordinates, in its window or its topmost ancestor.
  private var standInOrigin: CGPoint {
    guard let superview else { return CGPoint(x: -bounds.minX, y: -bounds.minY) }
    let origin = superview.standInOrigin
    return CGPoint(x: origin.x + frame.minX - bounds.minX, y: origin.y + frame.minY - bounds.minY)
  }
}
