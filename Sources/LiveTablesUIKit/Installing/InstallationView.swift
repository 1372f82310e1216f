#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells
import UIKit

/// A container that a scroll view fills, and that keeps the scroll view clear of the keyboard.
final class InstallationView: UIView {
  /// The scroll view, which is retained as a subview.
  weak let scrollView: UIScrollView?
  private(set) var keyboardInset: CGFloat = 0

  #if !os(tvOS)
  /// A view with the keyboard's frame, whose changes trigger an animated layout pass.
  private let keyboard = UIView()
  private let avoidsKeyboard: Bool
  #endif

  init(_ scrollView: UIScrollView, avoidsKeyboard: Bool) {
    self.scrollView = scrollView
    #if !os(tvOS)
    self.avoidsKeyboard = avoidsKeyboard
    #endif
    super.init(frame: scrollView.frame)
    backgroundColor = scrollView.backgroundColor
    addSubview(scrollView)
    scrollView.fill(self)
    #if !os(tvOS)
    if !avoidsKeyboard { return }
    keyboard.isHidden = true
    keyboard.translatesAutoresizingMaskIntoConstraints = false
    addSubview(keyboard)
    NSLayoutConstraint.activate([
      keyboard.topAnchor.constraint(equalTo: keyboardLayoutGuide.topAnchor),
      keyboard.bottomAnchor.constraint(equalTo: bottomAnchor),
      keyboard.leadingAnchor.constraint(equalTo: leadingAnchor),
      keyboard.trailingAnchor.constraint(equalTo: trailingAnchor),
    ])
    #endif
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    avoidKeyboard()
  }

  /// Removes the scroll view and restores its insets.
  func end() {
    setInset(0)
    for view in subviews { view.removeFromSuperview() }
  }

  override func willMove(toSuperview newSuperview: UIView?) {
    super.willMove(toSuperview: newSuperview)
    if newSuperview == nil { setInset(0) }
  }

  private func avoidKeyboard() {
    #if !os(tvOS)
    guard avoidsKeyboard, let scrollView, scrollView.superview === self else { return }
    let before = keyboardInset
    let top = keyboardLayoutGuide.layoutFrame.minY
    // If there is no keyboard, the guide is at the edge of the safe area, beyond which the scroll view may extend.
    let isShown = top < bounds.height - safeAreaInsets.bottom
    setInset(
      CGFloat(
        KeyboardCover(
          height: Double(bounds.height), keyboardTop: Double(isShown ? top : bounds.height),
          safeArea: Double(scrollView.adjustedContentInset.bottom - scrollView.contentInset.bottom)
        ).inset))
    if keyboardInset > before, let edited = scrollView.firstResponder {
      scrollView.scrollRectToVisible(edited.convert(edited.bounds, to: scrollView), animated: false)
    }
    #endif
  }

  private func setInset(_ inset: CGFloat) {
    let change = inset - keyboardInset
    if change == 0 { return }
    keyboardInset = inset
    scrollView?.contentInset.bottom += change
    scrollView?.verticalScrollIndicatorInsets.bottom += change
  }
}

extension UIView {
  func fill(_ view: UIView) {
    translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      topAnchor.constraint(equalTo: view.topAnchor), leadingAnchor.constraint(equalTo: view.leadingAnchor),
      trailingAnchor.constraint(equalTo: view.trailingAnchor), bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
  }

  fileprivate var firstResponder: UIView? {
    if isFirstResponder { return self }
    for view in subviews { if let found = view.firstResponder { return found } }
    return nil
  }
}
#endif
