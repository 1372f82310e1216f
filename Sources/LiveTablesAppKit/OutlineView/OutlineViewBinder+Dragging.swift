#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
import LiveTablesOperators
@_spi(Adapters) import LiveTablesCells

/// What users drag.
extension OutlineViewBinder {
  func writer(for item: Any) -> (any NSPasteboardWriting)? {
    guard movesNodes, let path = path(of: item), link.editing.may(.move, at: path) else { return nil }
    return NSPasteboardItem(row: path)
  }

  /// Which node would go where.
  private func move(to parent: Any?, _ index: Int) -> (id: Value.Identity, place: TreePlace<Value.Identity>)? {
    guard let id = drag?.source.flatMap({ link.table[$0]?.identity }), let item = items[id],
      parent == nil || parent is OutlineItem<Value>
    else { return nil }
    let gap = index == NSOutlineViewDropOnItemIndex ? nil : index
    guard let place = items.place(dropping: item, under: parent as? OutlineItem<Value>, at: gap),
      mayMove?(id, place) ?? true
    else { return nil }
    return (id, place)
  }

  func validateDrop(_ info: any NSDraggingInfo, _ item: Any?, _ index: Int) -> NSDragOperation {
    isOwn(info) && move(to: item, index) != nil ? .move : []
  }

  func acceptDrop(_ info: any NSDraggingInfo, _ item: Any?, _ index: Int) -> Bool {
    guard isOwn(info) else { return false }
    defer { endDrag() }
    guard movesNodes, let (id, place) = move(to: item, index) else { return false }
    request(id, at: place)
    return true
  }
}
#endif
