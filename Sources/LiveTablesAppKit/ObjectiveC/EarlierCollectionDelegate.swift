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
  #endif
}
#endif
