#if canImport(UIKit)
public import UIKit

extension UIViewController {
  /// Makes a table the view controller's view, and keeps it clear of the keyboard.
  ///
  /// ```swift
  /// override func loadView() {
  ///   tableView.bind(mails, cell: MailCell.self) { … }
  ///   install(tableView)
  /// }
  /// ```
  ///
  /// Called before the view is loaded, as here, the view controller's view is one that the table fills; called later, the
  /// table fills the view that is there. While a keyboard is on the screen the table ends above it, and what is being
  /// edited is scrolled to where it can be seen. Bars follow the table as it scrolls. A table that was installed before is
  /// taken away.
  ///
  /// - Parameters:
  ///   - view: A table view, a collection view, or any other view that scrolls.
  ///   - avoidsKeyboard: Whether it stays clear of the keyboard. A television has none that covers anything.
  public func install(_ view: UIScrollView, avoidsKeyboard: Bool = true) {
    let installation = InstallationView(view, avoidsKeyboard: avoidsKeyboard)
    if let installed = viewIfLoaded as? InstallationView {
      installed.end()
      installed.insertSubview(installation, at: 0)
      installation.fill(installed)
    } else if let loaded = viewIfLoaded {
      for case let before as InstallationView in loaded.subviews { before.removeFromSuperview() }
      loaded.insertSubview(installation, at: 0)
      installation.fill(loaded)
    } else {
      self.view = installation
    }
    setContentScrollView(view, for: [.top, .bottom])
  }
}
#endif
