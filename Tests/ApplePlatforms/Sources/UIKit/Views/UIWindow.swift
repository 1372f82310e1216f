@MainActor open class UIWindow: UIView {
  private let standInUndoManager = UndoManager()
  open override var window: UIWindow? { self }
  open override var undoManager: UndoManager? { standInUndoManager }
  open private(set) var isKeyWindow = false

  open var rootViewController: UIViewController? {
    didSet {
      if oldValue === rootViewController { return }
      if let oldValue, oldValue.isViewLoaded { oldValue.view.removeFromSuperview() }
      guard let view = rootViewController?.view else { return }
      view.frame = bounds
      addSubview(view)
    }
  }

  open func makeKeyAndVisible() {
    isHidden = false
    isKeyWindow = true
  }

  open func makeKey() { isKeyWindow = true }

  /// The insets of the system's bars and the device's corners. Not UIKit API.
  public var standInSafeAreaInsets = UIEdgeInsets.zero {
    didSet { if oldValue != standInSafeAreaInsets { standInSafeAreaChanged() } }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    rootViewController?.view.frame = bounds
  }
}
