public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
  public let rawValue: Float
  public init(_ rawValue: Float) { self.rawValue = rawValue }
  public init(rawValue: Float) { self.rawValue = rawValue }
  public static let required = UILayoutPriority(1000)
  public static let defaultHigh = UILayoutPriority(750)
  public static let defaultLow = UILayoutPriority(250)
  public static let fittingSizeLevel = UILayoutPriority(50)
}

@MainActor open class NSLayoutConstraint: NSObject {
  public enum Axis: Int, Sendable { case horizontal, vertical }
  public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }

  public enum Attribute: Int, Sendable {
    case left = 1
    case right, top, bottom, leading, trailing, width, height, centerX, centerY
    case notAnAttribute = 0
  }

  open private(set) weak var firstItem: AnyObject?
  open private(set) weak var secondItem: AnyObject?
  public let firstAttribute: Attribute
  public let secondAttribute: Attribute
  public let relation: Relation
  public let multiplier: CGFloat
  open var constant: CGFloat { didSet { standInChanged() } }
  open var priority = UILayoutPriority.required { didSet { standInChanged() } }
  open var identifier: String?

  public init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    firstItem = view1 as AnyObject
    firstAttribute = attr1
    self.relation = relation
    secondItem = view2.map { $0 as AnyObject }
    secondAttribute = attr2
    self.multiplier = multiplier
    constant = c
    super.init()
  }

  private weak var holder: UIView?

  open var isActive: Bool {
    get { holder != nil }
    set {
      if newValue == isActive { return }
      if newValue {
        guard let view = UIView.standInView(of: firstItem) else { return }
        if let other = secondItem, let otherView = UIView.standInView(of: other), !otherView.standInShares(view) {
          return StandInException.raise(
            "NSGenericException",
            "Unable to activate constraint with anchors because they have no common ancestor. Does the constraint or its"
              + " anchors reference items in different view hierarchies?  That's illegal.")
        }
        holder = view
        view.standInConstraints.append(self)
      } else {
        holder?.standInConstraints.removeAll { $0 === self }
        standInChanged()
        holder = nil
      }
      standInChanged()
    }
  }

  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func standInChanged() {
    var view = holder
    while let current = view {
      current.setNeedsLayout()
      view = current.superview
    }
  }
}

extension UIView {
  static func standInView(of item: AnyObject?) -> UIView? { item as? UIView ?? (item as? UILayoutGuide)?.owningView }

  fileprivate func standInShares(_ other: UIView) -> Bool { standInRoot === other.standInRoot }

  private var standInRoot: UIView {
    var root = self
    while let parent = root.superview { root = parent }
    return root
  }
}
