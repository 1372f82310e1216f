#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells

extension CollectionViewBinder {
  func writer(at indexPath: IndexPath) -> (any NSPasteboardWriting)? {
    guard updates.isCurrent, let path = RowPath(indexPath), link.editing.may(.move, at: path) else {
      return view.flatMap { (earlier?.collectionView(_:pasteboardWriterForItemAt:))?($0, indexPath) }
    }
    return NSPasteboardItem(row: path)
  }

  func validateDrop(
    _ info: any NSDraggingInfo, _ place: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
    _ operation: UnsafeMutablePointer<NSCollectionView.DropOperation>
  ) -> NSDragOperation {
    guard let view else { return [] }
    guard isOwn(info), let drag else {
      let validate = earlier?.collectionView(_:validateDrop:proposedIndexPath:dropOperation:)
      return validate?(view, info, place, operation) ?? []
    }
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
    guard let view else { return false }
    guard isOwn(info), let drag else {
      let accept = earlier?.collectionView(_:acceptDrop:indexPath:dropOperation:)
      return accept?(view, info, indexPath, operation) ?? false
    }
    return RowPath(indexPath).map { drag.drop(intoGap: $0) } ?? false
  }
}
#endif
