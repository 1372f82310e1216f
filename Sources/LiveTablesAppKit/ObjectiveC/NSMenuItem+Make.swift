#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSMenuItem {
  /// Creates a menu item that calls a closure when the user chooses it.
  @MainActor static func make(_ title: String, _ body: @escaping @MainActor () -> Void) -> NSMenuItem {
    #if canImport(ObjectiveC)
    let choice = MenuChoice(body)
    let item = NSMenuItem(title: title, action: #selector(MenuChoice.choose(_:)), keyEquivalent: "")
    item.target = choice
    item.representedObject = choice  // the target is a weak reference
    return item
    #else
    let item = NSMenuItem()
    item.title = title
    item.standInAction = body
    return item
    #endif
  }
}

#if canImport(ObjectiveC)
/// The target of a menu item, which calls a closure when the user chooses the item.
@MainActor private final class MenuChoice: NSObject {
  private let body: @MainActor () -> Void

  init(_ body: @escaping @MainActor () -> Void) {
    self.body = body
    super.init()
  }

  @objc func choose(_ sender: Any?) { body() }
}
#endif
#endif
