#if canImport(UIKit)
import Foundation
import UIKit

/// The caller's own delegate of a table view, or what the view does where that one does not know a message.
@MainActor struct TableDelegate {
  let view: UITableView
  let delegate: (any UITableViewDelegate)?
}

#if canImport(ObjectiveC)
extension TableDelegate {
  // MARK: - What is told

  func willDisplay(_ cell: UITableViewCell, _ path: IndexPath) {
    delegate?.tableView?(view, willDisplay: cell, forRowAt: path)
  }
  func didEndDisplaying(_ cell: UITableViewCell, _ path: IndexPath) {
    delegate?.tableView?(view, didEndDisplaying: cell, forRowAt: path)
  }
  func willDisplayHeader(_ header: UIView, _ section: Int) {
    delegate?.tableView?(view, willDisplayHeaderView: header, forSection: section)
  }
  func willDisplayFooter(_ footer: UIView, _ section: Int) {
    delegate?.tableView?(view, willDisplayFooterView: footer, forSection: section)
  }
  func didEndDisplayingHeader(_ header: UIView, _ section: Int) {
    delegate?.tableView?(view, didEndDisplayingHeaderView: header, forSection: section)
  }
  func didEndDisplayingFooter(_ footer: UIView, _ section: Int) {
    delegate?.tableView?(view, didEndDisplayingFooterView: footer, forSection: section)
  }
  func didHighlight(_ path: IndexPath) { delegate?.tableView?(view, didHighlightRowAt: path) }
  func didUnhighlight(_ path: IndexPath) { delegate?.tableView?(view, didUnhighlightRowAt: path) }
  func didSelect(_ path: IndexPath) { delegate?.tableView?(view, didSelectRowAt: path) }
  func didDeselect(_ path: IndexPath) { delegate?.tableView?(view, didDeselectRowAt: path) }
  func scrollViewWillBeginDragging() { delegate?.scrollViewWillBeginDragging?(view) }

  // MARK: - What is asked

  func shouldHighlight(_ path: IndexPath) -> Bool { delegate?.tableView?(view, shouldHighlightRowAt: path) ?? true }
  func willSelect(_ path: IndexPath) -> IndexPath? {
    let isKnown = knows(#selector(UITableViewDelegate.tableView(_:willSelectRowAt:)))
    return isKnown ? delegate?.tableView?(view, willSelectRowAt: path) : path
  }
  func editingStyle(_ path: IndexPath) -> UITableViewCell.EditingStyle {
    delegate?.tableView?(view, editingStyleForRowAt: path) ?? .delete
  }
  func target(from source: IndexPath, to proposed: IndexPath) -> IndexPath {
    delegate?.tableView?(view, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed) ?? proposed
  }
  #if !os(tvOS)
  func leadingActions(_ path: IndexPath) -> UISwipeActionsConfiguration? {
    delegate?.tableView?(view, leadingSwipeActionsConfigurationForRowAt: path)
  }
  func trailingActions(_ path: IndexPath) -> UISwipeActionsConfiguration? {
    delegate?.tableView?(view, trailingSwipeActionsConfigurationForRowAt: path)
  }
  #endif
  func header(_ section: Int) -> UIView? { delegate?.tableView?(view, viewForHeaderInSection: section) }
  func footer(_ section: Int) -> UIView? { delegate?.tableView?(view, viewForFooterInSection: section) }
  func height(_ path: IndexPath) -> CGFloat { delegate?.tableView?(view, heightForRowAt: path) ?? view.rowHeight }
  func headerHeight(_ section: Int) -> CGFloat {
    delegate?.tableView?(view, heightForHeaderInSection: section) ?? view.sectionHeaderHeight
  }
  func footerHeight(_ section: Int) -> CGFloat {
    delegate?.tableView?(view, heightForFooterInSection: section) ?? view.sectionFooterHeight
  }
  func estimatedHeight(_ path: IndexPath) -> CGFloat {
    delegate?.tableView?(view, estimatedHeightForRowAt: path) ?? view.estimatedRowHeight
  }
  func estimatedHeaderHeight(_ section: Int) -> CGFloat {
    delegate?.tableView?(view, estimatedHeightForHeaderInSection: section) ?? view.estimatedSectionHeaderHeight
  }
  func estimatedFooterHeight(_ section: Int) -> CGFloat {
    delegate?.tableView?(view, estimatedHeightForFooterInSection: section) ?? view.estimatedSectionFooterHeight
  }

  /// Whether rows may have something to offer when they are swiped.
  var offersActions: Bool {
    #if os(tvOS)
    false
    #else
    knows(#selector(UITableViewDelegate.tableView(_:leadingSwipeActionsConfigurationForRowAt:)))
      || knows(#selector(UITableViewDelegate.tableView(_:trailingSwipeActionsConfigurationForRowAt:)))
    #endif
  }

  private func knows(_ message: Selector) -> Bool { delegate?.responds(to: message) ?? false }
}
#else
extension TableDelegate {
  // MARK: - What is told

  func willDisplay(_ cell: UITableViewCell, _ path: IndexPath) {
    delegate?.tableView(view, willDisplay: cell, forRowAt: path)
  }
  func didEndDisplaying(_ cell: UITableViewCell, _ path: IndexPath) {
    delegate?.tableView(view, didEndDisplaying: cell, forRowAt: path)
  }
  func willDisplayHeader(_ header: UIView, _ section: Int) {
    delegate?.tableView(view, willDisplayHeaderView: header, forSection: section)
  }
  func willDisplayFooter(_ footer: UIView, _ section: Int) {
    delegate?.tableView(view, willDisplayFooterView: footer, forSection: section)
  }
  func didEndDisplayingHeader(_ header: UIView, _ section: Int) {
    delegate?.tableView(view, didEndDisplayingHeaderView: header, forSection: section)
  }
  func didEndDisplayingFooter(_ footer: UIView, _ section: Int) {
    delegate?.tableView(view, didEndDisplayingFooterView: footer, forSection: section)
  }
  func didHighlight(_ path: IndexPath) { delegate?.tableView(view, didHighlightRowAt: path) }
  func didUnhighlight(_ path: IndexPath) { delegate?.tableView(view, didUnhighlightRowAt: path) }
  func didSelect(_ path: IndexPath) { delegate?.tableView(view, didSelectRowAt: path) }
  func didDeselect(_ path: IndexPath) { delegate?.tableView(view, didDeselectRowAt: path) }
  func scrollViewWillBeginDragging() { delegate?.scrollViewWillBeginDragging(view) }

  // MARK: - What is asked

  func shouldHighlight(_ path: IndexPath) -> Bool { delegate?.tableView(view, shouldHighlightRowAt: path) ?? true }
  func willSelect(_ path: IndexPath) -> IndexPath? {
    guard let delegate else { return path }
    return delegate.tableView(view, willSelectRowAt: path)
  }
  func editingStyle(_ path: IndexPath) -> UITableViewCell.EditingStyle {
    delegate?.tableView(view, editingStyleForRowAt: path) ?? .delete
  }
  func target(from source: IndexPath, to proposed: IndexPath) -> IndexPath {
    delegate?.tableView(view, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed) ?? proposed
  }
  func leadingActions(_ path: IndexPath) -> UISwipeActionsConfiguration? {
    delegate?.tableView(view, leadingSwipeActionsConfigurationForRowAt: path)
  }
  func trailingActions(_ path: IndexPath) -> UISwipeActionsConfiguration? {
    delegate?.tableView(view, trailingSwipeActionsConfigurationForRowAt: path)
  }
  func header(_ section: Int) -> UIView? { delegate?.tableView(view, viewForHeaderInSection: section) }
  func footer(_ section: Int) -> UIView? { delegate?.tableView(view, viewForFooterInSection: section) }
  func height(_ path: IndexPath) -> CGFloat { delegate?.tableView(view, heightForRowAt: path) ?? view.rowHeight }
  func headerHeight(_ section: Int) -> CGFloat {
    delegate?.tableView(view, heightForHeaderInSection: section) ?? view.sectionHeaderHeight
  }
  func footerHeight(_ section: Int) -> CGFloat {
    delegate?.tableView(view, heightForFooterInSection: section) ?? view.sectionFooterHeight
  }
  func estimatedHeight(_ path: IndexPath) -> CGFloat {
    delegate?.tableView(view, estimatedHeightForRowAt: path) ?? view.estimatedRowHeight
  }
  func estimatedHeaderHeight(_ section: Int) -> CGFloat {
    delegate?.tableView(view, estimatedHeightForHeaderInSection: section) ?? view.estimatedSectionHeaderHeight
  }
  func estimatedFooterHeight(_ section: Int) -> CGFloat {
    delegate?.tableView(view, estimatedHeightForFooterInSection: section) ?? view.estimatedSectionFooterHeight
  }

  /// Whether rows may have something to offer when they are swiped.
  var offersActions: Bool { delegate != nil }
}
#endif
#endif
