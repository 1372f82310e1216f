#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
@_spi(Adapters) import LiveTables

/// What users drag.
extension OutlineViewBinder {
  private var earlier: EarlierOutlineDelegate { EarlierOutlineDelegate(self) }

  func writer(for item: Any) -> (any NSPasteboardWriting)? {
    guard let outlineView else { return nil }
    guard onMove != nil, let path = path(of: item), link.editing.may(.move, at: path) else {
      return earlier.writer(item, outlineView)
    }
    return NSPasteboardItem(row: path)
  }

  func dragWillBegin(_ session: NSDraggingSession, at point: NSPoint, _ dragged: [Any]) {
    drag?.cancel()
    drag = onMove == nil ? nil : dragged.lazy.compactMap(path(of:)).first.flatMap { link.editing.beginDrag(at: $0) }
    outlineView.map { earlier.dragWillBegin(session, at: point, dragged, $0) }
  }

  func dragEnded(_ session: NSDraggingSession, at point: NSPoint, _ operation: NSDragOperation) {
    endDrag()
    outlineView.map { earlier.dragEnded(session, at: point, operation, $0) }
  }

  func endDrag() {
    drag?.cancel()
    drag = nil
  }

  private func isOwn(_ info: any NSDraggingInfo) -> Bool {
    drag?.source != nil && info.draggingSource as? NSOutlineView === outlineView
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
    guard let outlineView else { return [] }
    if isOwn(info) { return move(to: item, index) == nil ? [] : .move }
    return earlier.validate(info, item, index, outlineView) ?? []
  }

  func acceptDrop(_ info: any NSDraggingInfo, _ item: Any?, _ index: Int) -> Bool {
    guard let outlineView else { return false }
    guard isOwn(info) else { return earlier.accept(info, item, index, outlineView) ?? false }
    defer { endDrag() }
    guard let onMove, let (id, place) = move(to: item, index) else { return false }
    onMove(id, place)
    return true
  }
}
#endif
