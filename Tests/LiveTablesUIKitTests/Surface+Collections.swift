#if canImport(UIKit)
import Foundation
import UIKit

// What the adapters use for collection views and for installed tables; see Surface.swift.

@MainActor private func collectionCells(_ view: UICollectionView, _ reusable: UICollectionReusableView) {
  _ = UICollectionViewCell.init(frame:) as @MainActor (CGRect) -> UICollectionViewCell
  _ = UICollectionReusableView.init(frame:) as @MainActor (CGRect) -> UICollectionReusableView
  _ = \UICollectionReusableView.reuseIdentifier as KeyPath<UICollectionReusableView, String?>
  _ = reusable.prepareForReuse as @MainActor () -> Void
  _ = \UICollectionViewCell.contentView as KeyPath<UICollectionViewCell, UIView>
  _ = \UICollectionViewCell.backgroundView as ReferenceWritableKeyPath<UICollectionViewCell, UIView?>
  _ = view.register(_:forCellWithReuseIdentifier:) as @MainActor (AnyClass?, String) -> Void
  _ = view.register(_:forCellWithReuseIdentifier:) as @MainActor (UINib?, String) -> Void
  _ =
    view.register(_:forSupplementaryViewOfKind:withReuseIdentifier:)
    as @MainActor (AnyClass?, String, String) -> Void
  _ =
    view.register(_:forSupplementaryViewOfKind:withReuseIdentifier:) as @MainActor (UINib?, String, String) -> Void
  _ =
    view.dequeueReusableCell(withReuseIdentifier:for:) as @MainActor (String, IndexPath) -> UICollectionViewCell
  _ =
    view.dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:)
    as @MainActor (String, String, IndexPath) -> UICollectionReusableView
  _ = UICollectionView.elementKindSectionHeader as String
  _ = UICollectionView.elementKindSectionFooter as String
}

@MainActor private func collections(_ view: UICollectionView) {
  _ = \UICollectionView.dataSource as ReferenceWritableKeyPath<UICollectionView, (any UICollectionViewDataSource)?>
  _ = \UICollectionView.delegate as ReferenceWritableKeyPath<UICollectionView, (any UICollectionViewDelegate)?>
  _ =
    \UICollectionView.prefetchDataSource
    as ReferenceWritableKeyPath<UICollectionView, (any UICollectionViewDataSourcePrefetching)?>
  _ = \UICollectionView.collectionViewLayout as ReferenceWritableKeyPath<UICollectionView, UICollectionViewLayout>
  _ = \UICollectionView.backgroundView as ReferenceWritableKeyPath<UICollectionView, UIView?>
  _ = \UICollectionView.allowsSelection as ReferenceWritableKeyPath<UICollectionView, Bool>
  _ = \UICollectionView.allowsMultipleSelection as ReferenceWritableKeyPath<UICollectionView, Bool>
  _ = \UICollectionView.numberOfSections as KeyPath<UICollectionView, Int>
  _ = \UICollectionView.visibleCells as KeyPath<UICollectionView, [UICollectionViewCell]>
  _ = \UICollectionView.indexPathsForVisibleItems as KeyPath<UICollectionView, [IndexPath]>
  _ = \UICollectionView.indexPathsForSelectedItems as KeyPath<UICollectionView, [IndexPath]?>
  _ = view.numberOfItems(inSection:) as @MainActor (Int) -> Int
  _ = view.indexPath(for:) as @MainActor (UICollectionViewCell) -> IndexPath?
  _ = view.cellForItem(at:) as @MainActor (IndexPath) -> UICollectionViewCell?
  _ =
    view.supplementaryView(forElementKind:at:) as @MainActor (String, IndexPath) -> UICollectionReusableView?
  _ = view.indexPathsForVisibleSupplementaryElements(ofKind:) as @MainActor (String) -> [IndexPath]
  _ = view.layoutAttributesForItem(at:) as @MainActor (IndexPath) -> UICollectionViewLayoutAttributes?
  _ = \UICollectionViewLayoutAttributes.frame as ReferenceWritableKeyPath<UICollectionViewLayoutAttributes, CGRect>
  _ =
    view.selectItem(at:animated:scrollPosition:)
    as @MainActor (IndexPath?, Bool, UICollectionView.ScrollPosition) -> Void
  _ = view.deselectItem(at:animated:) as @MainActor (IndexPath, Bool) -> Void
  _ =
    view.scrollToItem(at:at:animated:) as @MainActor (IndexPath, UICollectionView.ScrollPosition, Bool) -> Void
  for position: UICollectionView.ScrollPosition in [
    .top, .bottom, .left, .right, .centeredVertically, .centeredHorizontally,
  ] { _ = position }
}

@MainActor private func collectionUpdates(_ view: UICollectionView) {
  view.performBatchUpdates({})
  _ = view.reloadData as @MainActor () -> Void
  _ = view.insertSections as @MainActor (IndexSet) -> Void
  _ = view.deleteSections as @MainActor (IndexSet) -> Void
  _ = view.moveSection(_:toSection:) as @MainActor (Int, Int) -> Void
  _ = view.insertItems(at:) as @MainActor ([IndexPath]) -> Void
  _ = view.deleteItems(at:) as @MainActor ([IndexPath]) -> Void
  _ = view.reloadItems(at:) as @MainActor ([IndexPath]) -> Void
  _ = view.moveItem(at:to:) as @MainActor (IndexPath, IndexPath) -> Void
  _ = view.beginInteractiveMovementForItem(at:) as @MainActor (IndexPath) -> Bool
  _ = view.updateInteractiveMovementTargetPosition as @MainActor (CGPoint) -> Void
  _ = view.endInteractiveMovement as @MainActor () -> Void
  _ = view.cancelInteractiveMovement as @MainActor () -> Void
}

@MainActor private func layouts(
  _ layout: UICollectionViewFlowLayout, _ context: UICollectionViewLayoutInvalidationContext
) {
  _ = layout.invalidateLayout as @MainActor () -> Void
  _ = layout.invalidateLayout(with:) as @MainActor (UICollectionViewLayoutInvalidationContext) -> Void
  _ = context.invalidateSupplementaryElements(ofKind:at:) as @MainActor (String, [IndexPath]) -> Void
  _ = \UICollectionViewLayout.collectionViewContentSize as KeyPath<UICollectionViewLayout, CGSize>
  _ = \UICollectionViewFlowLayout.itemSize as ReferenceWritableKeyPath<UICollectionViewFlowLayout, CGSize>
  _ =
    \UICollectionViewFlowLayout.headerReferenceSize as ReferenceWritableKeyPath<UICollectionViewFlowLayout, CGSize>
  _ =
    \UICollectionViewFlowLayout.footerReferenceSize as ReferenceWritableKeyPath<UICollectionViewFlowLayout, CGSize>
  _ =
    \UICollectionViewFlowLayout.scrollDirection
    as ReferenceWritableKeyPath<UICollectionViewFlowLayout, UICollectionView.ScrollDirection>
}

@MainActor private func collectionDataSource(
  _ source: any UICollectionViewDataSource, _ ahead: any UICollectionViewDataSourcePrefetching
) {
  _ = source.collectionView(_:numberOfItemsInSection:) as (UICollectionView, Int) -> Int
  _ = source.collectionView(_:cellForItemAt:) as (UICollectionView, IndexPath) -> UICollectionViewCell
  _ = source.numberOfSections(in:) as ((UICollectionView) -> Int)?
  _ =
    source.collectionView(_:viewForSupplementaryElementOfKind:at:)
    as ((UICollectionView, String, IndexPath) -> UICollectionReusableView)?
  _ = source.indexTitles(for:) as ((UICollectionView) -> [String]?)?
  _ =
    source.collectionView(_:indexPathForIndexTitle:at:) as ((UICollectionView, String, Int) -> IndexPath)?
  _ = source.collectionView(_:canMoveItemAt:) as ((UICollectionView, IndexPath) -> Bool)?
  _ = source.collectionView(_:moveItemAt:to:) as ((UICollectionView, IndexPath, IndexPath) -> Void)?
  _ = ahead.collectionView(_:prefetchItemsAt:) as (UICollectionView, [IndexPath]) -> Void
  _ = ahead.collectionView(_:cancelPrefetchingForItemsAt:) as ((UICollectionView, [IndexPath]) -> Void)?
}

@MainActor private func collectionDelegate(
  _ delegate: any UICollectionViewDelegate, _ flow: any UICollectionViewDelegateFlowLayout
) {
  typealias Told = ((UICollectionView, IndexPath) -> Void)?
  typealias Asked = ((UICollectionView, IndexPath) -> Bool)?
  _ = delegate.collectionView(_:didHighlightItemAt:) as Told
  _ = delegate.collectionView(_:didUnhighlightItemAt:) as Told
  _ = delegate.collectionView(_:didSelectItemAt:) as Told
  _ = delegate.collectionView(_:didDeselectItemAt:) as Told
  _ = delegate.collectionView(_:shouldHighlightItemAt:) as Asked
  _ = delegate.collectionView(_:shouldSelectItemAt:) as Asked
  _ = delegate.collectionView(_:shouldDeselectItemAt:) as Asked
  _ =
    delegate.collectionView(_:willDisplay:forItemAt:)
    as ((UICollectionView, UICollectionViewCell, IndexPath) -> Void)?
  _ =
    delegate.collectionView(_:didEndDisplaying:forItemAt:)
    as ((UICollectionView, UICollectionViewCell, IndexPath) -> Void)?
  _ =
    delegate.collectionView(_:willDisplaySupplementaryView:forElementKind:at:)
    as ((UICollectionView, UICollectionReusableView, String, IndexPath) -> Void)?
  _ =
    delegate.collectionView(_:didEndDisplayingSupplementaryView:forElementOfKind:at:)
    as ((UICollectionView, UICollectionReusableView, String, IndexPath) -> Void)?
  _ =
    delegate.collectionView(
      _:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)
    as ((UICollectionView, IndexPath, IndexPath, IndexPath) -> IndexPath)?
  _ =
    delegate.collectionView(_:targetContentOffsetForProposedContentOffset:)
    as ((UICollectionView, CGPoint) -> CGPoint)?
  _ =
    delegate.collectionView(_:contextMenuConfigurationForItemsAt:point:)
    as ((UICollectionView, [IndexPath], CGPoint) -> UIContextMenuConfiguration?)?
  _ =
    flow.collectionView(_:layout:sizeForItemAt:)
    as ((UICollectionView, UICollectionViewLayout, IndexPath) -> CGSize)?
  _ =
    flow.collectionView(_:layout:referenceSizeForHeaderInSection:)
    as ((UICollectionView, UICollectionViewLayout, Int) -> CGSize)?
  _ =
    flow.collectionView(_:layout:referenceSizeForFooterInSection:)
    as ((UICollectionView, UICollectionViewLayout, Int) -> CGSize)?
}

#if !os(tvOS)
@MainActor private func collectionDrags(
  _ drag: any UICollectionViewDragDelegate, _ drop: any UICollectionViewDropDelegate
) {
  _ =
    drag.collectionView(_:itemsForBeginning:at:) as (UICollectionView, any UIDragSession, IndexPath) -> [UIDragItem]
  _ = drag.collectionView(_:dragSessionWillBegin:) as ((UICollectionView, any UIDragSession) -> Void)?
  _ = drag.collectionView(_:dragSessionDidEnd:) as ((UICollectionView, any UIDragSession) -> Void)?
  _ = drop.collectionView(_:canHandle:) as ((UICollectionView, any UIDropSession) -> Bool)?
  _ =
    drop.collectionView(_:dropSessionDidUpdate:withDestinationIndexPath:)
    as ((UICollectionView, any UIDropSession, IndexPath?) -> UICollectionViewDropProposal)?
  _ =
    drop.collectionView(_:performDropWith:) as (UICollectionView, any UICollectionViewDropCoordinator) -> Void
  _ =
    \UICollectionView.dragDelegate
    as ReferenceWritableKeyPath<UICollectionView, (any UICollectionViewDragDelegate)?>
  _ =
    \UICollectionView.dropDelegate
    as ReferenceWritableKeyPath<UICollectionView, (any UICollectionViewDropDelegate)?>
  _ = \UICollectionView.dragInteractionEnabled as ReferenceWritableKeyPath<UICollectionView, Bool>
  _ = UICollectionViewDropProposal(operation: .cancel)
  _ = UICollectionViewDropProposal(operation: .move, intent: .insertAtDestinationIndexPath)
}

@MainActor private func collectionDrops(_ coordinator: any UICollectionViewDropCoordinator, _ item: UIDragItem) {
  _ = coordinator.session as any UIDropSession
  _ = coordinator.destinationIndexPath as IndexPath?
  _ = coordinator.items as [any UICollectionViewDropItem]
  _ = coordinator.items.first?.dragItem as UIDragItem?
  coordinator.drop(item, toItemAt: IndexPath(item: 0, section: 0))
}
#endif

@MainActor private func collectionMenus() {
  let action = UIAction(title: "", attributes: [.destructive]) { (_: UIAction) in }
  _ = UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { (_: [UIMenuElement]) -> UIMenu? in
    UIMenu(children: [action])
  }
}

@MainActor private func installing(_ view: UIView, _ controller: UIViewController) {
  controller.view = view
  _ = \UIViewController.viewIfLoaded as KeyPath<UIViewController, UIView?>
  _ =
    controller.setContentScrollView(_:for:) as @MainActor (UIScrollView?, NSDirectionalRectEdge) -> Void
  _ = \UIScrollView.contentInset as ReferenceWritableKeyPath<UIScrollView, UIEdgeInsets>
  _ = \UIScrollView.verticalScrollIndicatorInsets as ReferenceWritableKeyPath<UIScrollView, UIEdgeInsets>
  #if !os(tvOS)
  _ = \UIView.keyboardLayoutGuide as KeyPath<UIView, UIKeyboardLayoutGuide>
  #endif
  _ = \UIView.safeAreaInsets as KeyPath<UIView, UIEdgeInsets>
  _ = \UILayoutGuide.layoutFrame as KeyPath<UILayoutGuide, CGRect>
  _ = NSLayoutConstraint.activate as @MainActor ([NSLayoutConstraint]) -> Void
  _ = NSLayoutConstraint.deactivate as @MainActor ([NSLayoutConstraint]) -> Void
  _ =
    view.topAnchor.constraint(equalTo:constant:)
    as @MainActor (NSLayoutAnchor<NSLayoutYAxisAnchor>, CGFloat) -> NSLayoutConstraint
  _ =
    view.leadingAnchor.constraint(equalTo:constant:)
    as @MainActor (NSLayoutAnchor<NSLayoutXAxisAnchor>, CGFloat) -> NSLayoutConstraint
  _ =
    view.systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:)
    as @MainActor (CGSize, UILayoutPriority, UILayoutPriority) -> CGSize
}
#endif
