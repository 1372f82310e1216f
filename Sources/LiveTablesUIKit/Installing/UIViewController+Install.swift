#if canImport(UIKit)
public import UIKit

extension UIViewController {
  /// Installs a table as the content of the view controller, and keeps it clear of the keyboard.
  ///
  /// ```swift
  /// override func loadView() {
  ///   tableView.bind(mails, cell: MailCell.self) { … }
  ///   install(tableView)
  /// }
  /// ```
  ///
  /// If you call this method before the view is loaded, as in this example, it creates a view that the table fills.
  /// Otherwise, the table fills the existing view. While the keyboard is on screen, the table ends above the keyboard
  /// and scrolls to the view that is being edited. Navigation bars and toolbars track the table's scrolling. A
  /// previously installed table is removed.
  ///
  /// - Parameters:
  ///   - view: A table view, collection view, or other scroll view.
  ///   - avoidsKeyboard: Whether to keep the table clear of the keyboard. This parameter has no effect on tvOS.
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
