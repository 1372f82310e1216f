public import Foundation

@MainActor open class NSMenuItem: NSObject {
  open var title = ""
  open var representedObject: Any?
  /// The closure that replaces Objective-C's target and selector.
  public var standInAction: (@MainActor () -> Void)?
  nonisolated public override init() { super.init() }

  /// Simulates the user choosing the item.
  public func standInChoose() { standInAction?() }
}

@MainActor open class NSMenu: NSObject {
  open private(set) var items: [NSMenuItem] = []
  open weak var delegate: (any NSMenuDelegate)?
  nonisolated public override init() { super.init() }

  open func addItem(_ newItem: NSMenuItem) { items.append(newItem) }
  open func removeAllItems() { items = [] }

  /// Simulates the user opening the menu, and returns its items.
  func standInOpen() -> [NSMenuItem] {
    delegate?.menuNeedsUpdate(self)
    return items
  }
}

@MainActor public protocol NSMenuDelegate: NSObjectProtocol {
  func menuNeedsUpdate(_ menu: NSMenu)
}

extension NSMenuDelegate {
  public func menuNeedsUpdate(_ menu: NSMenu) {}
}
