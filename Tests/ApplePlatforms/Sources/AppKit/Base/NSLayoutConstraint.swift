/// An edge of a view, which can be pinned to an edge of another view.
@MainActor open class NSLayoutAnchor<Kind>: NSObject {
  fileprivate weak var view: NSView?
  init(_ view: NSView) {
    self.view = view
    super.init()
  }

  open func constraint(equalTo anchor: NSLayoutAnchor<Kind>) -> NSLayoutConstraint {
    NSLayoutConstraint(view, anchor.view)
  }
}

public enum StandInHorizontal {}
public enum StandInVertical {}
public typealias NSLayoutXAxisAnchor = NSLayoutAnchor<StandInHorizontal>
public typealias NSLayoutYAxisAnchor = NSLayoutAnchor<StandInVertical>

extension NSView {
  public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self) }
  public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self) }
  public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self) }
  public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self) }
}

/// A constraint that is validated when it is activated, but does not affect the layout.
@MainActor open class NSLayoutConstraint: NSObject {
  private weak var first: NSView?
  private weak var second: NSView?

  fileprivate init(_ first: NSView?, _ second: NSView?) {
    self.first = first
    self.second = second
    super.init()
  }

  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints {
      guard let view = constraint.first, let superview = view.superview, constraint.second === superview else {
        return StandInException.raise("a constraint is not to the superview")
      }
      if view.translatesAutoresizingMaskIntoConstraints {
        StandInException.raise("the view has constraints of its autoresizing mask as well")
      }
    }
  }
}
