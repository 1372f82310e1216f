#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells
import UIKit

/// A view that a table fills, and that keeps the table clear of the keyboard.
final class InstallationView: UIView {
  /// The table, which is kept by being a subview.
  weak let scrollView: UIScrollView?
  /// What the keyboard adds to the table's insets now.
  private(set) var keyboardInset: CGFloat = 0

  #if !os(tvOS)
  /// Is where the keyboard is, so that this view is laid out whenever that changes, and with its animation.
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

  /// The table is taken away, with the insets that it had before.
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
    // Without a keyboard, the guide is at the edge of the safe area, to which the table may well extend.
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
  /// Makes this view as large as the one that it is in.
  func fill(_ view: UIView) {
    translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      topAnchor.constraint(equalTo: view.topAnchor), leadingAnchor.constraint(equalTo: view.leadingAnchor),
      trailingAnchor.constraint(equalTo: view.trailingAnchor), bottomAnchor.constraint(equalTo: view.bottomAnchor),
    ])
  }

  /// Whatever in this view is being edited.
  fileprivate var firstResponder: UIView? {
    if isFirstResponder { return self }
    for view in subviews { if let found = view.firstResponder { return found } }
    return nil
  }
}
#endif
