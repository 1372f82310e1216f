#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// The context menu of a view, which is filled when it is about to open.
@MainActor final class RowMenu: NSObject, NSMenuDelegate {
  let menu = NSMenu()
  private let items: @MainActor () -> [NSMenuItem]

  init(_ items: @escaping @MainActor () -> [NSMenuItem]) {
    self.items = items
    super.init()
    menu.delegate = self
  }

  /// Fills the menu, which does not open if it has no items.
  func menuNeedsUpdate(_ menu: NSMenu) {
    menu.removeAllItems()
    for item in items() { menu.addItem(item) }
  }
}
#endif
