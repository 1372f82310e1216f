#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
@_spi(Adapters) import LiveTables

/// What users drag.
extension CollectionViewBinder {
  private var earlier: EarlierCollectionDelegate { EarlierCollectionDelegate(self) }

  func writer(at indexPath: IndexPath) -> (any NSPasteboardWriting)? {
    guard let collectionView else { return nil }
    guard let path = RowPath(indexPath), link.editing.may(.move, at: path) else {
      return earlier.writer(indexPath, collectionView)
    }
    return NSPasteboardItem(row: path)
  }

  func dragWillBegin(_ session: NSDraggingSession, at point: NSPoint, _ indexPaths: Set<IndexPath>) {
    drag?.cancel()
    drag = indexPaths.sorted().lazy.compactMap { RowPath($0) }.first.flatMap { link.editing.beginDrag(at: $0) }
    collectionView.map { earlier.dragWillBegin(session, at: point, indexPaths, $0) }
  }

  func dragEnded(_ session: NSDraggingSession, at point: NSPoint, _ operation: NSDragOperation) {
    drag?.cancel()
    drag = nil
    collectionView.map { earlier.dragEnded(session, at: point, operation, $0) }
  }

  private func isOwn(_ info: any NSDraggingInfo) -> Bool {
    drag?.source != nil && info.draggingSource as? NSCollectionView === collectionView
  }

  func validateDrop(
    _ info: any NSDraggingInfo, _ place: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
    _ operation: UnsafeMutablePointer<NSCollectionView.DropOperation>
  ) -> NSDragOperation {
    guard let collectionView else { return [] }
    guard isOwn(info), let drag else { return earlier.validate(info, place, operation, collectionView) ?? [] }
    guard place.pointee.length == 2 else { return [] }
    let proposed = RowPath(section: place.pointee.section, row: place.pointee.item)
    guard let gap = drag.gap(for: proposed) else { return [] }
    place.pointee = NSIndexPath(forItem: gap.row, inSection: gap.section)
    operation.pointee = .before
    return .move
  }

  func acceptDrop(
    _ info: any NSDraggingInfo, _ indexPath: IndexPath, _ operation: NSCollectionView.DropOperation
  ) -> Bool {
    guard let collectionView else { return false }
    guard isOwn(info), let drag else { return earlier.accept(info, indexPath, operation, collectionView) ?? false }
    return RowPath(indexPath).map { drag.drop(intoGap: $0) } ?? false
  }
}
#endif
