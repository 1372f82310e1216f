#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
@_spi(Adapters) import LiveTables

/// The context menu of a view, filled anew whenever it is about to open.
@MainActor final class RowMenu: NSObject, NSMenuDelegate {
  let menu = NSMenu()
  private let items: @MainActor () -> [NSMenuItem]

  init(_ items: @escaping @MainActor () -> [NSMenuItem]) {
    self.items = items
    super.init()
    menu.delegate = self
  }

  /// A menu without items does not open.
  func menuNeedsUpdate(_ menu: NSMenu) {
    menu.removeAllItems()
    for item in items() { menu.addItem(item) }
  }
}

extension TableLink {
  /// What is offered for a row, as items of a menu; each does it to that very row, wherever it is by then.
  func menuItems(at path: RowPath?) -> [NSMenuItem] {
    guard let path, let id = table[path]?.identity else { return [] }
    return editing.actions(at: path).map { action in
      .make(action.title) { [weak self] in
        guard let self, let path = table.path(of: id, near: path) else { return }
        editing.perform(action, at: path)
      }
    }
  }
}
#endif
