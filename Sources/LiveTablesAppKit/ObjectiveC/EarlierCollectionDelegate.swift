#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Foundation

/// What the delegate of a collection view says that was there before: `nil` where it has no such method.
@MainActor struct EarlierCollectionDelegate {
  let delegate: (any NSCollectionViewDelegate)?

  init(_ proxy: DelegateProxy) { delegate = proxy.earlierDelegate as? any NSCollectionViewDelegate }

  #if canImport(ObjectiveC)
  func shouldSelect(_ paths: Set<IndexPath>, _ view: NSCollectionView) -> Set<IndexPath>? {
    delegate?.collectionView?(view, shouldSelectItemsAt: paths)
  }
  func didSelect(_ paths: Set<IndexPath>, _ view: NSCollectionView) {
    delegate?.collectionView?(view, didSelectItemsAt: paths)
  }
  func didDeselect(_ paths: Set<IndexPath>, _ view: NSCollectionView) {
    delegate?.collectionView?(view, didDeselectItemsAt: paths)
  }
  func willDisplay(_ item: NSCollectionViewItem, at path: IndexPath, _ view: NSCollectionView) {
    delegate?.collectionView?(view, willDisplay: item, forRepresentedObjectAt: path)
  }
  func didEndDisplaying(_ item: NSCollectionViewItem, at path: IndexPath, _ view: NSCollectionView) {
    delegate?.collectionView?(view, didEndDisplaying: item, forRepresentedObjectAt: path)
  }
  func writer(_ path: IndexPath, _ view: NSCollectionView) -> (any NSPasteboardWriting)? {
    delegate?.collectionView?(view, pasteboardWriterForItemAt: path) ?? nil
  }
  func dragWillBegin(
    _ session: NSDraggingSession, at point: NSPoint, _ paths: Set<IndexPath>, _ view: NSCollectionView
  ) { delegate?.collectionView?(view, draggingSession: session, willBeginAt: point, forItemsAt: paths) }
  func dragEnded(
    _ session: NSDraggingSession, at point: NSPoint, _ operation: NSDragOperation, _ view: NSCollectionView
  ) { delegate?.collectionView?(view, draggingSession: session, endedAt: point, dragOperation: operation) }
  func validate(
    _ info: any NSDraggingInfo, _ path: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
    _ operation: UnsafeMutablePointer<NSCollectionView.DropOperation>, _ view: NSCollectionView
  ) -> NSDragOperation? {
    delegate?.collectionView?(view, validateDrop: info, proposedIndexPath: path, dropOperation: operation)
  }
  func accept(
    _ info: any NSDraggingInfo, _ path: IndexPath, _ operation: NSCollectionView.DropOperation,
    _ view: NSCollectionView
  ) -> Bool? { delegate?.collectionView?(view, acceptDrop: info, indexPath: path, dropOperation: operation) }
  #else
  func shouldSelect(_ paths: Set<IndexPath>, _ view: NSCollectionView) -> Set<IndexPath>? {
    delegate?.collectionView(view, shouldSelectItemsAt: paths)
  }
  func didSelect(_ paths: Set<IndexPath>, _ view: NSCollectionView) {
    delegate?.collectionView(view, didSelectItemsAt: paths)
  }
  func didDeselect(_ paths: Set<IndexPath>, _ view: NSCollectionView) {
    delegate?.collectionView(view, didDeselectItemsAt: paths)
  }
  func willDisplay(_ item: NSCollectionViewItem, at path: IndexPath, _ view: NSCollectionView) {
    delegate?.collectionView(view, willDisplay: item, forRepresentedObjectAt: path)
  }
  func didEndDisplaying(_ item: NSCollectionViewItem, at path: IndexPath, _ view: NSCollectionView) {
    delegate?.collectionView(view, didEndDisplaying: item, forRepresentedObjectAt: path)
  }
  func writer(_ path: IndexPath, _ view: NSCollectionView) -> (any NSPasteboardWriting)? {
    delegate?.collectionView(view, pasteboardWriterForItemAt: path)
  }
  func dragWillBegin(
    _ session: NSDraggingSession, at point: NSPoint, _ paths: Set<IndexPath>, _ view: NSCollectionView
  ) { delegate?.collectionView(view, draggingSession: session, willBeginAt: point, forItemsAt: paths) }
  func dragEnded(
    _ session: NSDraggingSession, at point: NSPoint, _ operation: NSDragOperation, _ view: NSCollectionView
  ) { delegate?.collectionView(view, draggingSession: session, endedAt: point, dragOperation: operation) }
  func validate(
    _ info: any NSDraggingInfo, _ path: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
    _ operation: UnsafeMutablePointer<NSCollectionView.DropOperation>, _ view: NSCollectionView
  ) -> NSDragOperation? {
    delegate?.collectionView(view, validateDrop: info, proposedIndexPath: path, dropOperation: operation)
  }
  func accept(
    _ info: any NSDraggingInfo, _ path: IndexPath, _ operation: NSCollectionView.DropOperation,
    _ view: NSCollectionView
  ) -> Bool? { delegate?.collectionView(view, acceptDrop: info, indexPath: path, dropOperation: operation) }
  #endif
}
#endif
