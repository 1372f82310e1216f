#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTablesOperators
@_spi(Adapters) import LiveTablesCells

extension OutlineViewBinder {
  func writer(for item: Any) -> (any NSPasteboardWriting)? {
    guard movesNodes, let path = path(of: item), link.editing.may(.move, at: path) else { return nil }
    return NSPasteboardItem(row: path)
  }

  private func drop(on parent: Any?, _ index: Int) -> NodeDrop<Value>? {
    guard let id = drag?.source.flatMap({ link.table[$0]?.identity }), let item = items[id],
      parent == nil || parent is OutlineItem<Value>
    else { return nil }
    let gap = index == NSOutlineViewDropOnItemIndex ? nil : index
    guard let drop = items.drop(item, under: parent as? OutlineItem<Value>, at: gap), mayMove?(id, drop.place) ?? true
    else { return nil }
    return drop
  }

  func validateDrop(_ info: any NSDraggingInfo, _ item: Any?, _ index: Int) -> NSDragOperation {
    isOwn(info) && drop(on: item, index) != nil ? .move : []
  }

  func acceptDrop(_ info: any NSDraggingInfo, _ item: Any?, _ index: Int) -> Bool {
    guard isOwn(info) else { return false }
    defer { endDrag() }
    guard movesNodes, let drop = drop(on: item, index) else { return false }
    request(drop)
    return true
  }
}
#endif
