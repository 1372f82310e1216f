#if canImport(UIKit)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension TableViewBinder {
  /// Returns the path of the row that the user touches, or a path of no row while the view shows other rows than the
  /// table.
  private func touchedPath(_ indexPath: IndexPath) -> RowPath { rowPath(updates.isCurrent ? indexPath : IndexPath()) }

  // MARK: - Selecting

  func willSelect(_ indexPath: IndexPath) -> IndexPath? {
    let path = touchedPath(indexPath)
    guard let row = link.table[path] else { return nil }
    return link.selection.maySelect?(row, path) == false ? nil : indexPath
  }

  func didSelect(_ indexPath: IndexPath) {
    let path = touchedPath(indexPath)
    if link.selection.mode != .many || !link.selection.contains(path) { link.selection.user(.tap, at: path) }
    showSelection()
  }

  func didDeselect(_ indexPath: IndexPath) {
    let path = touchedPath(indexPath)
    // If only one row can be selected, the view also reports the deselection caused by selecting another row.
    guard link.selection.mode == .many || isSelectingInEditingMode, link.selection.contains(path) else { return }
    link.selection.user(.tap, at: path)
    showSelection()
  }

  // MARK: - Editing

  func may(_ kind: EditKind, _ indexPath: IndexPath) -> Bool { link.editing.may(kind, at: touchedPath(indexPath)) }

  func canEdit(_ indexPath: IndexPath) -> Bool {
    if isSelectingInEditingMode || earlierOffersActions { return true }
    return editingStyle(indexPath) != .none || !link.editing.actions(at: touchedPath(indexPath)).isEmpty
  }

  func editingStyle(_ indexPath: IndexPath) -> UITableViewCell.EditingStyle {
    if may(.delete, indexPath) { return .delete }
    return newRow != nil && may(.insert, indexPath) ? .insert : .none
  }

  /// Returns the control of a row in editing mode, or `.none` if the control would have no effect.
  func offeredStyle(_ indexPath: IndexPath, in view: UITableView) -> UITableViewCell.EditingStyle {
    handles(.mayEdit)
      ? editingStyle(indexPath)
      : (earlier?.tableView(_:editingStyleForRowAt:))?(view, indexPath) ?? (view.isEditing ? .none : .delete)
  }

  #if !os(tvOS)
  /// Returns the trailing swipe actions of a row, without which the view would offer to delete the row.
  func trailingActions(_ indexPath: IndexPath, in view: UITableView) -> UISwipeActionsConfiguration? {
    handles(.actions) || may(.delete, indexPath)
      ? swipeActions(at: indexPath)
      : (earlier?.tableView(_:trailingSwipeActionsConfigurationForRowAt:))?(view, indexPath)
        ?? UISwipeActionsConfiguration(actions: [])
  }
  #endif

  func commit(_ style: UITableViewCell.EditingStyle, _ indexPath: IndexPath) {
    let path = touchedPath(indexPath)
    switch style {
    case .delete: link.editing.delete(at: path)
    case .insert:
      guard let site = RowSite(path, in: link.table), let row = newRow?(site) else { return }
      link.editing.insert(row, at: path)
    default: break
    }
  }

  private var earlierOffersActions: Bool {
    #if os(tvOS)
    false
    #else
    if (earlier?.tableView(_:leadingSwipeActionsConfigurationForRowAt:)) != nil { return true }
    return !handles(.actions)
      && ((earlier?.tableView(_:trailingSwipeActionsConfigurationForRowAt:)) != nil
        || earlierDelegateImplements("tableView:editActionsForRowAtIndexPath:"))
    #endif
  }

  /// Whether rows can be selected in editing mode, which may require rows to be editable.
  private var isSelectingInEditingMode: Bool {
    view.map { $0.isEditing && $0.allowsMultipleSelectionDuringEditing } ?? false
  }

  // MARK: - Moving

  func target(_ source: IndexPath, _ proposed: IndexPath) -> IndexPath {
    let (from, to) = (touchedPath(source), touchedPath(proposed))
    let target = link.editing.target(from: from, to: to)
    holdsRow = target != from
    return IndexPath(target)
  }
}
#endif
