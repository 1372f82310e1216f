extension UIView {
  public func setNeedsLayout() { standInNeedsLayout = true }
  public func setNeedsDisplay() {}
  public func setNeedsUpdateConstraints() { setNeedsLayout() }
  public func updateConstraintsIfNeeded() {}

  public func invalidateIntrinsicContentSize() {
    standInInvalidations += 1
    setNeedsLayout()
    superview?.setNeedsLayout()
  }

  public func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }

  /// Lays out all views that need layout, starting at the topmost ancestor that does.
  public func layoutIfNeeded() {
    var root = self
    while let parent = root.superview, parent.standInNeedsLayout { root = parent }
    var passes = 0
    while root.standInLayOut(), passes < 20 { passes += 1 }
  }

  /// Performs one layout pass.
  ///
  /// - Returns: Whether any view needed layout.
  private func standInLayOut() -> Bool {
    var isChanged = false
    if standInNeedsLayout {
      standInNeedsLayout = false
      isChanged = true
      standInSolveConstraints()
      standInOwningController?.viewWillLayoutSubviews()
      layoutSubviews()
      standInOwningController?.viewDidLayoutSubviews()
    }
    for view in subviews where view.standInLayOut() { isChanged = true }
    return isChanged
  }

  public var safeAreaInsets: UIEdgeInsets {
    guard let window, window !== self else { return (self as? UIWindow)?.standInSafeAreaInsets ?? .zero }
    let safe = window.bounds.inset(by: window.standInSafeAreaInsets)
    let mine = convert(CGRect(origin: bounds.origin, size: bounds.size), to: window)
    let extra = standInOwningController?.additionalSafeAreaInsets ?? .zero
    return UIEdgeInsets(
      top: max(0, safe.minY - mine.minY) + extra.top, left: max(0, safe.minX - mine.minX) + extra.left,
      bottom: max(0, mine.maxY - safe.maxY) + extra.bottom, right: max(0, mine.maxX - safe.maxX) + extra.right)
  }

  func standInSafeAreaChanged() {
    safeAreaInsetsDidChange()
    setNeedsLayout()
    for view in subviews { view.standInSafeAreaChanged() }
  }
}
