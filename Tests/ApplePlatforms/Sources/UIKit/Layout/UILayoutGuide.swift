@MainActor open class UILayoutGuide: NSObject {
  open internal(set) weak var owningView: UIView?
  open var identifier = ""
  let standInFrame: (UIView) -> CGRect

  public override init() {
    standInFrame = { $0.bounds }
    super.init()
  }

  init(_ view: UIView, _ frame: @escaping (UIView) -> CGRect) {
    owningView = view
    standInFrame = frame
    super.init()
  }

  /// The frame of the guide, in the coordinates of its view.
  open var layoutFrame: CGRect { owningView.map(standInFrame) ?? .zero }
}

@MainActor open class UIKeyboardLayoutGuide: UILayoutGuide {
  open var followsUndockedKeyboard = false
  open var usesBottomSafeArea = true
}

/// A simulated keyboard, which tests show and hide. Not UIKit API.
@MainActor public enum StandInKeyboard {
  /// The frame of the keyboard in the coordinates of the window, or `nil` if it is hidden.
  public private(set) static var frame: CGRect?

  /// Shows the keyboard at the bottom of a window, or hides it if `height` is zero.
  public static func show(height: CGFloat, in window: UIWindow) {
    let old = frame
    let bounds = window.bounds
    frame = height > 0 ? CGRect(x: 0, y: bounds.maxY - height, width: bounds.width, height: height) : nil
    let hidden = CGRect(x: 0, y: bounds.maxY, width: bounds.width, height: old?.height ?? 0)
    let info: [AnyHashable: Any] = [
      UIResponder.keyboardFrameBeginUserInfoKey: NSValue(cgRect: old ?? hidden),
      UIResponder.keyboardFrameEndUserInfoKey: NSValue(cgRect: frame ?? hidden),
      UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: 0.25),
      UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(value: 7),
    ]
    let center = NotificationCenter.default
    center.post(name: UIResponder.keyboardWillChangeFrameNotification, object: nil, userInfo: info)
    center.post(
      name: frame == nil ? UIResponder.keyboardWillHideNotification : UIResponder.keyboardWillShowNotification,
      object: nil, userInfo: info)
    window.standInSafeAreaChanged()
  }
}

extension UIResponder {
  public nonisolated class var keyboardWillShowNotification: NSNotification.Name {
    NSNotification.Name("UIKeyboardWillShowNotification")
  }
  public nonisolated class var keyboardWillHideNotification: NSNotification.Name {
    NSNotification.Name("UIKeyboardWillHideNotification")
  }
  public nonisolated class var keyboardWillChangeFrameNotification: NSNotification.Name {
    NSNotification.Name("UIKeyboardWillChangeFrameNotification")
  }
  public nonisolated class var keyboardFrameBeginUserInfoKey: String { "UIKeyboardFrameBeginUserInfoKey" }
  public nonisolated class var keyboardFrameEndUserInfoKey: String { "UIKeyboardFrameEndUserInfoKey" }
  public nonisolated class var keyboardAnimationDurationUserInfoKey: String {
    "UIKeyboardAnimationDurationUserInfoKey"
  }
  public nonisolated class var keyboardAnimationCurveUserInfoKey: String { "UIKeyboardAnimationCurveUserInfoKey" }
}

extension NSValue {
  public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }
  public var cgRectValue: CGRect { rectValue }
}

extension UIView {
  public var safeAreaLayoutGuide: UILayoutGuide {
    standInGuide("safe area") { UILayoutGuide($0) { $0.bounds.inset(by: $0.safeAreaInsets) } }
  }

  public var layoutMarginsGuide: UILayoutGuide {
    standInGuide("margins") { UILayoutGuide($0) { $0.bounds.inset(by: $0.layoutMargins) } }
  }

  public var readableContentGuide: UILayoutGuide {
    standInGuide("readable") { UILayoutGuide($0) { $0.bounds.inset(by: $0.layoutMargins) } }
  }

  /// The area of the keyboard, or else the area below the safe area.
  public var keyboardLayoutGuide: UIKeyboardLayoutGuide {
    let guide = standInGuide("keyboard") {
      UIKeyboardLayoutGuide($0) { view in
        let bounds = view.bounds
        var top = bounds.maxY - view.safeAreaInsets.bottom
        if let keyboard = StandInKeyboard.frame, let window = view.window {
          top = min(top, view.convert(keyboard, from: window).minY)
        }
        return CGRect(x: bounds.minX, y: top, width: bounds.width, height: max(0, bounds.maxY - top))
      }
    }
    return guide as! UIKeyboardLayoutGuide
  }

  public func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
    layoutGuide.owningView = self
    layoutGuides.append(layoutGuide)
  }

  private func standInGuide(_ name: String, _ make: (UIView) -> UILayoutGuide) -> UILayoutGuide {
    if let guide = standInGuides[name] { return guide }
    let guide = make(self)
    standInGuides[name] = guide
    return guide
  }
}
