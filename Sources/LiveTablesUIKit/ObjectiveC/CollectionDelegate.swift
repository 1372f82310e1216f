#if canImport(UIKit)
import Foundation
import UIKit

/// The caller's own delegate of a collection view, or what the view does where that one does not know a message.
@MainActor struct CollectionDelegate {
  let view: UICollectionView
  let delegate: (any UICollectionViewDelegate)?

  private var flow: (any UICollectionViewDelegateFlowLayout)? {
    delegate as? any UICollectionViewDelegateFlowLayout
  }
}

#if canImport(ObjectiveC)
extension CollectionDelegate {
  // MARK: - What is told

  func didHighlight(_ path: IndexPath) { delegate?.collectionView?(view, didHighlightItemAt: path) }
  func didUnhighlight(_ path: IndexPath) { delegate?.collectionView?(view, didUnhighlightItemAt: path) }
  func didSelect(_ path: IndexPath) { delegate?.collectionView?(view, didSelectItemAt: path) }
  func didDeselect(_ path: IndexPath) { delegate?.collectionView?(view, didDeselectItemAt: path) }
  func willDisplay(_ cell: UICollectionViewCell, _ path: IndexPath) {
    delegate?.collectionView?(view, willDisplay: cell, forItemAt: path)
  }
  func didEndDisplaying(_ cell: UICollectionViewCell, _ path: IndexPath) {
    delegate?.collectionView?(view, didEndDisplaying: cell, forItemAt: path)
  }
  func willDisplay(_ other: UICollectionReusableView, _ kind: String, _ path: IndexPath) {
    delegate?.collectionView?(view, willDisplaySupplementaryView: other, forElementKind: kind, at: path)
  }
  func didEndDisplaying(_ other: UICollectionReusableView, _ kind: String, _ path: IndexPath) {
    delegate?.collectionView?(view, didEndDisplayingSupplementaryView: other, forElementOfKind: kind, at: path)
  }

  // MARK: - What is asked

  func shouldHighlight(_ path: IndexPath) -> Bool {
    delegate?.collectionView?(view, shouldHighlightItemAt: path) ?? true
  }
  func shouldSelect(_ path: IndexPath) -> Bool { delegate?.collectionView?(view, shouldSelectItemAt: path) ?? true }
  func shouldDeselect(_ path: IndexPath) -> Bool { delegate?.collectionView?(view, shouldDeselectItemAt: path) ?? true }
  func target(from source: IndexPath, at current: IndexPath, to proposed: IndexPath) -> IndexPath {
    delegate?.collectionView?(
      view, targetIndexPathForMoveOfItemFromOriginalIndexPath: source, atCurrentIndexPath: current,
      toProposedIndexPath: proposed) ?? proposed
  }
  func offset(proposed: CGPoint) -> CGPoint {
    delegate?.collectionView?(view, targetContentOffsetForProposedContentOffset: proposed) ?? proposed
  }
  func contextMenu(_ paths: [IndexPath], _ point: CGPoint) -> UIContextMenuConfiguration? {
    delegate?.collectionView?(view, contextMenuConfigurationForItemsAt: paths, point: point)
  }
  func itemSize(_ path: IndexPath, _ layout: UICollectionViewLayout) -> CGSize? {
    flow?.collectionView?(view, layout: layout, sizeForItemAt: path)
  }
  func headerSize(_ section: Int, _ layout: UICollectionViewLayout) -> CGSize? {
    flow?.collectionView?(view, layout: layout, referenceSizeForHeaderInSection: section)
  }
  func footerSize(_ section: Int, _ layout: UICollectionViewLayout) -> CGSize? {
    flow?.collectionView?(view, layout: layout, referenceSizeForFooterInSection: section)
  }
}
#else
extension CollectionDelegate {
  // MARK: - What is told

  func didHighlight(_ path: IndexPath) { delegate?.collectionView(view, didHighlightItemAt: path) }
  func didUnhighlight(_ path: IndexPath) { delegate?.collectionView(view, didUnhighlightItemAt: path) }
  func didSelect(_ path: IndexPath) { delegate?.collectionView(view, didSelectItemAt: path) }
  func didDeselect(_ path: IndexPath) { delegate?.collectionView(view, didDeselectItemAt: path) }
  func willDisplay(_ cell: UICollectionViewCell, _ path: IndexPath) {
    delegate?.collectionView(view, willDisplay: cell, forItemAt: path)
  }
  func didEndDisplaying(_ cell: UICollectionViewCell, _ path: IndexPath) {
    delegate?.collectionView(view, didEndDisplaying: cell, forItemAt: path)
  }
  func willDisplay(_ other: UICollectionReusableView, _ kind: String, _ path: IndexPath) {
    delegate?.collectionView(view, willDisplaySupplementaryView: other, forElementKind: kind, at: path)
  }
  func didEndDisplaying(_ other: UICollectionReusableView, _ kind: String, _ path: IndexPath) {
    delegate?.collectionView(view, didEndDisplayingSupplementaryView: other, forElementOfKind: kind, at: path)
  }

  // MARK: - What is asked

  func shouldHighlight(_ path: IndexPath) -> Bool {
    delegate?.collectionView(view, shouldHighlightItemAt: path) ?? true
  }
  func shouldSelect(_ path: IndexPath) -> Bool { delegate?.collectionView(view, shouldSelectItemAt: path) ?? true }
  func shouldDeselect(_ path: IndexPath) -> Bool { delegate?.collectionView(view, shouldDeselectItemAt: path) ?? true }
  func target(from source: IndexPath, at current: IndexPath, to proposed: IndexPath) -> IndexPath {
    delegate?.collectionView(
      view, targetIndexPathForMoveOfItemFromOriginalIndexPath: source, atCurrentIndexPath: current,
      toProposedIndexPath: proposed) ?? proposed
  }
  func offset(proposed: CGPoint) -> CGPoint {
    delegate?.collectionView(view, targetContentOffsetForProposedContentOffset: proposed) ?? proposed
  }
  func contextMenu(_ paths: [IndexPath], _ point: CGPoint) -> UIContextMenuConfiguration? {
    delegate?.collectionView(view, contextMenuConfigurationForItemsAt: paths, point: point)
  }
  func itemSize(_ path: IndexPath, _ layout: UICollectionViewLayout) -> CGSize? {
    flow?.collectionView(view, layout: layout, sizeForItemAt: path)
  }
  func headerSize(_ section: Int, _ layout: UICollectionViewLayout) -> CGSize? {
    flow?.collectionView(view, layout: layout, referenceSizeForHeaderInSection: section)
  }
  func footerSize(_ section: Int, _ layout: UICollectionViewLayout) -> CGSize? {
    flow?.collectionView(view, layout: layout, referenceSizeForFooterInSection: section)
  }
}
#endif
#endif
