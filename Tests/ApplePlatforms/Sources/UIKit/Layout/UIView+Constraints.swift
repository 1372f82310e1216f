/// The known edges, center and length of a view along one axis.
private struct Span {
  var low: CGFloat?
  var high: CGFloat?
  var middle: CGFloat?
  var length: CGFloat?

  mutating func complete() {
    if length == nil, let low, let high { length = high - low }
    if length == nil, let low, let middle { length = (middle - low) * 2 }
    if low == nil, let high, let length { low = high - length }
    if low == nil, let middle, let length { low = middle - length / 2 }
    if high == nil, let low, let length { high = low + length }
    if middle == nil, let low, let length { middle = low + length / 2 }
  }
}

private struct Spans {
  var x = Span()
  var y = Span()

  subscript(attribute: NSLayoutConstraint.Attribute) -> CGFloat? {
    get {
      switch attribute {
      case .left, .leading: x.low
      case .right, .trailing: x.high
      case .centerX: x.middle
      case .width: x.length
      case .top: y.low
      case .bottom: y.high
      case .centerY: y.middle
      case .height: y.length
      case .notAnAttribute: 0
      }
    }
    set {
      switch attribute {
      case .left, .leading: x.low = newValue
      case .right, .trailing: x.high = newValue
      case .centerX: x.middle = newValue
      case .width: x.length = newValue
      case .top: y.low = newValue
      case .bottom: y.high = newValue
      case .centerY: y.middle = newValue
      case .height: y.length = newValue
      case .notAnAttribute: break
      }
    }
  }

  mutating func complete() {
    x.complete()
    y.complete()
  }
}

extension UIView {
  /// Sets the frames of the subviews that are positioned by constraints.
  ///
  /// Instead of solving a system of equations, this method computes unknown values from known ones, by descending
  /// priority, which suffices for views that are pinned to each other. Inequalities are ignored. If no constraint
  /// determines the size of a view, the view gets the size of its contents.
  func standInSolveConstraints() {
    let views = subviews.filter { !$0.translatesAutoresizingMaskIntoConstraints }
    guard !views.isEmpty else { return }
    var spans = Dictionary(uniqueKeysWithValues: views.map { (ObjectIdentifier($0), Spans()) })
    let constraints = subviews.flatMap(\.standInConstraints).filter { $0.relation == .equal }
      .sorted { $0.priority.rawValue > $1.priority.rawValue }
    standInFollow(constraints, &spans)
    for view in views {
      var span = spans[ObjectIdentifier(view)]!
      let width = span.x.length ?? bounds.width
      let size = view.standInFittingSize(CGSize(width: width, height: 0), .required, .fittingSizeLevel)
      if span.x.length == nil { span.x.length = size.width }
      span.complete()
      if span.y.length == nil { span.y.length = size.height }
      span.complete()
      spans[ObjectIdentifier(view)] = span
      standInFollow(constraints, &spans)
    }
    for view in views {
      let span = spans[ObjectIdentifier(view)]!
      view.frame = CGRect(
        x: span.x.low ?? 0, y: span.y.low ?? 0, width: max(0, span.x.length ?? 0), height: max(0, span.y.length ?? 0))
    }
  }

  private func standInFollow(_ constraints: [NSLayoutConstraint], _ spans: inout [ObjectIdentifier: Spans]) {
    var isChanged = true
    while isChanged {
      isChanged = false
      for constraint in constraints {
        guard let first = constraint.firstItem else { continue }
        let known = standInValue(constraint.secondItem, constraint.secondAttribute, spans)
        if spans[ObjectIdentifier(first)]?[constraint.firstAttribute] == nil,
          spans[ObjectIdentifier(first)] != nil, let known
        {
          spans[ObjectIdentifier(first)]![constraint.firstAttribute] =
            known * constraint.multiplier + constraint.constant
          spans[ObjectIdentifier(first)]!.complete()
          isChanged = true
        } else if let second = constraint.secondItem, constraint.multiplier != 0,
          spans[ObjectIdentifier(second)] != nil,
          spans[ObjectIdentifier(second)]?[constraint.secondAttribute] == nil,
          let value = standInValue(first, constraint.firstAttribute, spans)
        {
          spans[ObjectIdentifier(second)]![constraint.secondAttribute] =
            (value - constraint.constant) / constraint.multiplier
          spans[ObjectIdentifier(second)]!.complete()
          isChanged = true
        }
      }
    }
  }

  private func standInValue(
    _ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute, _ spans: [ObjectIdentifier: Spans]
  ) -> CGFloat? {
    guard let item else { return 0 }
    if let span = spans[ObjectIdentifier(item)] { return span[attribute] }
    guard let view = UIView.standInView(of: item) else { return nil }
    var rect = (item as? UILayoutGuide)?.layoutFrame ?? view.bounds
    rect = view === self ? rect : convert(rect, from: view)
    var span = Spans()
    (span.x.low, span.x.high, span.y.low, span.y.high) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    span.complete()
    return span[attribute]
  }

  /// Returns the fitting size of the view: the constants of its width and height constraints, or else the size of its
  /// contents, or else the size of its subviews and the space around them.
  func standInFittingSize(
    _ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize {
    var width = horizontal.rawValue >= UILayoutPriority.defaultHigh.rawValue ? target.width : nil
    var height = vertical.rawValue >= UILayoutPriority.defaultHigh.rawValue ? target.height : nil
    for constraint in standInConstraints where constraint.relation == .equal && constraint.secondItem == nil {
      if constraint.firstItem === self, constraint.firstAttribute == .width { width = width ?? constraint.constant }
      if constraint.firstItem === self, constraint.firstAttribute == .height { height = height ?? constraint.constant }
    }
    let intrinsic = standInContentSize(width: width)
    return CGSize(width: width ?? intrinsic.width, height: height ?? intrinsic.height)
  }

  private func standInContentSize(width: CGFloat?) -> CGSize {
    let own = width.map { sizeThatFits(CGSize(width: $0, height: 0)) } ?? intrinsicContentSize
    let intrinsic = intrinsicContentSize
    if intrinsic.height >= 0 {
      return CGSize(width: max(intrinsic.width, 0), height: width == nil ? intrinsic.height : own.height)
    }
    let pinned = subviews.filter { !$0.translatesAutoresizingMaskIntoConstraints }
    if pinned.isEmpty { return own == .zero || width != nil ? CGSize(width: own.width, height: own.height) : own }
    var size = CGSize.zero
    for view in pinned {
      let insets = standInInsets(of: view)
      let inner = view.standInFittingSize(
        CGSize(width: (width ?? 0) - insets.width, height: 0), width == nil ? .fittingSizeLevel : .required,
        .fittingSizeLevel)
      size.width = max(size.width, inner.width + insets.width)
      size.height += inner.height
      size.height += insets.height
    }
    return size
  }

  /// Returns the space that constraints leave around a subview, which may be part of a vertical chain of views.
  private func standInInsets(of view: UIView) -> CGSize {
    var insets = CGSize.zero
    for constraint in subviews.flatMap(\.standInConstraints) where constraint.relation == .equal {
      let isFirst = constraint.firstItem === view
      guard isFirst || constraint.secondItem === view, let first = constraint.firstItem,
        let second = constraint.secondItem
      else { continue }
      // A constraint between two siblings counts only for its first item.
      if !isFirst, UIView.standInView(of: first) !== self { continue }
      let other = isFirst ? second : first
      var around = CGFloat(0)
      switch constraint.firstAttribute {
      case .leading, .left, .top: around = constraint.constant
      case .trailing, .right, .bottom: around = -constraint.constant
      default: continue
      }
      if !isFirst { around = -around }
      if let guide = other as? UILayoutGuide, guide.owningView === self {
        let frame = guide.layoutFrame
        switch isFirst ? constraint.firstAttribute : constraint.secondAttribute {
        case .leading, .left: around += frame.minX - bounds.minX
        case .trailing, .right: around += bounds.maxX - frame.maxX
        case .top: around += frame.minY - bounds.minY
        default: around += bounds.maxY - frame.maxY
        }
      }
      switch constraint.firstAttribute {
      case .leading, .left, .trailing, .right: insets.width += around
      default: insets.height += around
      }
    }
    return insets
  }
}
