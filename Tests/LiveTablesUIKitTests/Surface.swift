#if canImport(UIKit)
import Foundation
import UIKit

// Every declaration of UIKit that the adapters use for table views, as a reference of the type that the documentation
// gives it. Nothing here is run: where a declaration is not what it is taken for, this file does not compile, on Linux
// against the module that stands in for UIKit, on a Mac against UIKit itself.
//
// An optional requirement is an optional function on a Mac; on Linux it is one that always exists, which becomes an
// optional by itself.

@MainActor private func views(_ view: UIView) {
  _ = \UIView.window as KeyPath<UIView, UIWindow?>
  _ = \UIView.superview as KeyPath<UIView, UIView?>
  _ = \UIView.subviews as KeyPath<UIView, [UIView]>
  _ = \UIView.bounds as ReferenceWritableKeyPath<UIView, CGRect>
  _ = \UIView.frame as ReferenceWritableKeyPath<UIView, CGRect>
  _ = view.setNeedsLayout as @MainActor () -> Void
  _ = view.layoutIfNeeded as @MainActor () -> Void
  UIView.performWithoutAnimation {}
}

@MainActor private func scrollViews(_ view: UIScrollView) {
  _ = \UIScrollView.contentOffset as ReferenceWritableKeyPath<UIScrollView, CGPoint>
  _ = \UIScrollView.contentSize as ReferenceWritableKeyPath<UIScrollView, CGSize>
  _ = \UIScrollView.adjustedContentInset as KeyPath<UIScrollView, UIEdgeInsets>
  _ = view.setContentOffset(_:animated:) as @MainActor (CGPoint, Bool) -> Void
  #if !os(tvOS)
  _ = \UIScrollView.refreshControl as ReferenceWritableKeyPath<UIScrollView, UIRefreshControl?>
  #endif
}

#if !os(tvOS)
@MainActor private func controls(_ control: UIRefreshControl, _ action: UIAction) {
  _ = UIAction { (_: UIAction) in }
  _ = control.addAction(_:for:) as @MainActor (UIAction, UIControl.Event) -> Void
  _ = control.endRefreshing as @MainActor () -> Void
  _ = UIControl.Event.valueChanged as UIControl.Event
  _ = UIContextualAction(style: .destructive, title: "Delete" as String?) {
    (_: UIContextualAction, _: UIView, done) in done(true)
  }
  _ = UIContextualAction.Style.normal as UIContextualAction.Style
  _ = UISwipeActionsConfiguration.init(actions:) as @MainActor ([UIContextualAction]) -> UISwipeActionsConfiguration
}

@MainActor private func drags(_ delegate: any UITableViewDragDelegate, _ item: UIDragItem) {
  _ = UIDragItem(itemProvider: NSItemProvider())
  _ =
    delegate.tableView(_:itemsForBeginning:at:)
    as (UITableView, any UIDragSession, IndexPath) -> [UIDragItem]
  _ =
    delegate.tableView(_:dragSessionWillBegin:) as ((UITableView, any UIDragSession) -> Void)?
  _ = delegate.tableView(_:dragSessionDidEnd:) as ((UITableView, any UIDragSession) -> Void)?
  _ = \UITableView.dragDelegate as ReferenceWritableKeyPath<UITableView, (any UITableViewDragDelegate)?>
  _ = \UITableView.dragInteractionEnabled as ReferenceWritableKeyPath<UITableView, Bool>
}
#endif

@MainActor private func cells(_ view: UITableView, _ cell: UITableViewCell, _ header: UITableViewHeaderFooterView) {
  _ =
    UITableViewCell.init(style:reuseIdentifier:) as @MainActor (UITableViewCell.CellStyle, String?) -> UITableViewCell
  _ = UINib.init(nibName:bundle:) as @MainActor (String, Bundle?) -> UINib
  _ = \UITableViewCell.reuseIdentifier as KeyPath<UITableViewCell, String?>
  _ = \UITableViewHeaderFooterView.textLabel as KeyPath<UITableViewHeaderFooterView, UILabel?>
  _ = view.register(_:forCellReuseIdentifier:) as @MainActor (AnyClass?, String) -> Void
  _ = view.register(_:forCellReuseIdentifier:) as @MainActor (UINib?, String) -> Void
  _ = view.register(_:forHeaderFooterViewReuseIdentifier:) as @MainActor (AnyClass?, String) -> Void
  _ = view.register(_:forHeaderFooterViewReuseIdentifier:) as @MainActor (UINib?, String) -> Void
  _ = view.dequeueReusableCell(withIdentifier:) as @MainActor (String) -> UITableViewCell?
  _ = view.dequeueReusableCell(withIdentifier:for:) as @MainActor (String, IndexPath) -> UITableViewCell
  _ =
    view.dequeueReusableHeaderFooterView(withIdentifier:) as @MainActor (String) -> UITableViewHeaderFooterView?
  for style: UITableViewCell.EditingStyle in [.none, .delete, .insert] { _ = style }
}

@MainActor private func tables(_ view: UITableView) {
  _ = \UITableView.dataSource as ReferenceWritableKeyPath<UITableView, (any UITableViewDataSource)?>
  _ = \UITableView.delegate as ReferenceWritableKeyPath<UITableView, (any UITableViewDelegate)?>
  _ =
    \UITableView.prefetchDataSource
    as ReferenceWritableKeyPath<UITableView, (any UITableViewDataSourcePrefetching)?>
  _ = \UITableView.tableHeaderView as ReferenceWritableKeyPath<UITableView, UIView?>
  _ = \UITableView.tableFooterView as ReferenceWritableKeyPath<UITableView, UIView?>
  _ = \UITableView.backgroundView as ReferenceWritableKeyPath<UITableView, UIView?>
  _ = \UITableView.rowHeight as ReferenceWritableKeyPath<UITableView, CGFloat>
  _ = \UITableView.sectionHeaderHeight as ReferenceWritableKeyPath<UITableView, CGFloat>
  _ = \UITableView.sectionFooterHeight as ReferenceWritableKeyPath<UITableView, CGFloat>
  _ = \UITableView.estimatedRowHeight as ReferenceWritableKeyPath<UITableView, CGFloat>
  _ = \UITableView.estimatedSectionHeaderHeight as ReferenceWritableKeyPath<UITableView, CGFloat>
  _ = \UITableView.estimatedSectionFooterHeight as ReferenceWritableKeyPath<UITableView, CGFloat>
  _ = \UITableView.allowsSelection as ReferenceWritableKeyPath<UITableView, Bool>
  _ = \UITableView.allowsMultipleSelection as ReferenceWritableKeyPath<UITableView, Bool>
  _ = \UITableView.allowsMultipleSelectionDuringEditing as ReferenceWritableKeyPath<UITableView, Bool>
  _ = \UITableView.isEditing as ReferenceWritableKeyPath<UITableView, Bool>
  _ = \UITableView.numberOfSections as KeyPath<UITableView, Int>
  _ = \UITableView.indexPathsForVisibleRows as KeyPath<UITableView, [IndexPath]?>
  _ = \UITableView.indexPathsForSelectedRows as KeyPath<UITableView, [IndexPath]?>
  _ = view.numberOfRows(inSection:) as @MainActor (Int) -> Int
  _ = view.rectForRow(at:) as @MainActor (IndexPath) -> CGRect
  _ = view.indexPath(for:) as @MainActor (UITableViewCell) -> IndexPath?
  _ = view.cellForRow(at:) as @MainActor (IndexPath) -> UITableViewCell?
  _ = view.headerView(forSection:) as @MainActor (Int) -> UITableViewHeaderFooterView?
  _ = view.footerView(forSection:) as @MainActor (Int) -> UITableViewHeaderFooterView?
  _ =
    view.selectRow(at:animated:scrollPosition:) as @MainActor (IndexPath?, Bool, UITableView.ScrollPosition) -> Void
  _ = view.deselectRow(at:animated:) as @MainActor (IndexPath, Bool) -> Void
  _ =
    view.scrollToRow(at:at:animated:) as @MainActor (IndexPath, UITableView.ScrollPosition, Bool) -> Void
  for position: UITableView.ScrollPosition in [.none, .top, .middle, .bottom] { _ = position }
}

@MainActor private func updates(_ view: UITableView) {
  view.performBatchUpdates({}, completion: nil)
  _ = view.reloadData as @MainActor () -> Void
  _ = view.reloadSectionIndexTitles as @MainActor () -> Void
  _ = view.insertSections(_:with:) as @MainActor (IndexSet, UITableView.RowAnimation) -> Void
  _ = view.deleteSections(_:with:) as @MainActor (IndexSet, UITableView.RowAnimation) -> Void
  _ = view.moveSection(_:toSection:) as @MainActor (Int, Int) -> Void
  _ = view.insertRows(at:with:) as @MainActor ([IndexPath], UITableView.RowAnimation) -> Void
  _ = view.deleteRows(at:with:) as @MainActor ([IndexPath], UITableView.RowAnimation) -> Void
  _ = view.reloadRows(at:with:) as @MainActor ([IndexPath], UITableView.RowAnimation) -> Void
  _ = view.moveRow(at:to:) as @MainActor (IndexPath, IndexPath) -> Void
  for animation: UITableView.RowAnimation in [.fade, .right, .left, .top, .bottom, .none, .middle, .automatic] {
    _ = animation
  }
}

@MainActor private func dataSource(
  _ source: any UITableViewDataSource, _ ahead: any UITableViewDataSourcePrefetching
) {
  _ = source.tableView(_:numberOfRowsInSection:) as (UITableView, Int) -> Int
  _ = source.tableView(_:cellForRowAt:) as (UITableView, IndexPath) -> UITableViewCell
  _ = source.numberOfSections(in:) as ((UITableView) -> Int)?
  _ = source.tableView(_:titleForHeaderInSection:) as ((UITableView, Int) -> String?)?
  _ = source.tableView(_:titleForFooterInSection:) as ((UITableView, Int) -> String?)?
  _ = source.tableView(_:canEditRowAt:) as ((UITableView, IndexPath) -> Bool)?
  _ = source.tableView(_:canMoveRowAt:) as ((UITableView, IndexPath) -> Bool)?
  _ = source.sectionIndexTitles(for:) as ((UITableView) -> [String]?)?
  _ =
    source.tableView(_:sectionForSectionIndexTitle:at:) as ((UITableView, String, Int) -> Int)?
  _ =
    source.tableView(_:commit:forRowAt:)
    as ((UITableView, UITableViewCell.EditingStyle, IndexPath) -> Void)?
  _ = source.tableView(_:moveRowAt:to:) as ((UITableView, IndexPath, IndexPath) -> Void)?
  _ = ahead.tableView(_:prefetchRowsAt:) as (UITableView, [IndexPath]) -> Void
  _ = ahead.tableView(_:cancelPrefetchingForRowsAt:) as ((UITableView, [IndexPath]) -> Void)?
}

@MainActor private func delegateIsTold(_ delegate: any UITableViewDelegate) {
  typealias Shown<Place> = ((UITableView, UIView, Place) -> Void)?
  typealias Told = ((UITableView, IndexPath) -> Void)?
  _ =
    delegate.tableView(_:willDisplay:forRowAt:) as ((UITableView, UITableViewCell, IndexPath) -> Void)?
  _ =
    delegate.tableView(_:didEndDisplaying:forRowAt:)
    as ((UITableView, UITableViewCell, IndexPath) -> Void)?
  _ = delegate.tableView(_:willDisplayHeaderView:forSection:) as Shown<Int>
  _ = delegate.tableView(_:willDisplayFooterView:forSection:) as Shown<Int>
  _ = delegate.tableView(_:didEndDisplayingHeaderView:forSection:) as Shown<Int>
  _ = delegate.tableView(_:didEndDisplayingFooterView:forSection:) as Shown<Int>
  _ = delegate.tableView(_:didHighlightRowAt:) as Told
  _ = delegate.tableView(_:didUnhighlightRowAt:) as Told
  _ = delegate.tableView(_:didSelectRowAt:) as Told
  _ = delegate.tableView(_:didDeselectRowAt:) as Told
  _ = delegate.scrollViewWillBeginDragging(_:) as ((UIScrollView) -> Void)?
}

@MainActor private func delegateIsAsked(_ delegate: any UITableViewDelegate) {
  typealias Height<Place> = ((UITableView, Place) -> CGFloat)?
  _ = delegate.tableView(_:shouldHighlightRowAt:) as ((UITableView, IndexPath) -> Bool)?
  _ = delegate.tableView(_:willSelectRowAt:) as ((UITableView, IndexPath) -> IndexPath?)?
  _ =
    delegate.tableView(_:editingStyleForRowAt:)
    as ((UITableView, IndexPath) -> UITableViewCell.EditingStyle)?
  _ =
    delegate.tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)
    as ((UITableView, IndexPath, IndexPath) -> IndexPath)?
  _ = delegate.tableView(_:viewForHeaderInSection:) as ((UITableView, Int) -> UIView?)?
  _ = delegate.tableView(_:viewForFooterInSection:) as ((UITableView, Int) -> UIView?)?
  _ = delegate.tableView(_:heightForRowAt:) as Height<IndexPath>
  _ = delegate.tableView(_:heightForHeaderInSection:) as Height<Int>
  _ = delegate.tableView(_:heightForFooterInSection:) as Height<Int>
  _ = delegate.tableView(_:estimatedHeightForRowAt:) as Height<IndexPath>
  _ = delegate.tableView(_:estimatedHeightForHeaderInSection:) as Height<Int>
  _ = delegate.tableView(_:estimatedHeightForFooterInSection:) as Height<Int>
  #if !os(tvOS)
  _ =
    delegate.tableView(_:leadingSwipeActionsConfigurationForRowAt:)
    as ((UITableView, IndexPath) -> UISwipeActionsConfiguration?)?
  _ =
    delegate.tableView(_:trailingSwipeActionsConfigurationForRowAt:)
    as ((UITableView, IndexPath) -> UISwipeActionsConfiguration?)?
  #endif
}
#endif
