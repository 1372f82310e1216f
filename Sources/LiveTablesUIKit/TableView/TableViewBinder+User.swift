#if canImport(UIKit)
import Foundation
@_spi(Adapters) public import LiveTables
import UIKit

/// What the user does: selecting, editing, moving.
extension TableViewBinder {
  /// Whether a message is answered here, and not by the caller's delegate.
  func handles(_ message: DelegateMessage) -> Bool {
    link.delegation.route(message, isImplemented: forwardee != nil).isHandled
  }

  // MARK: - Selecting

  func willSelect(_ indexPath: IndexPath) -> IndexPath? {
    let path = rowPath(indexPath)
    guard let row = link.table[path] else { return nil }
    return link.selection.maySelect?(row, path) == false ? nil : indexPath
  }

  func didSelect(_ indexPath: IndexPath) {
    let path = rowPath(indexPath)
    if link.selection.mode == .none { return }
    if link.selection.mode != .many || !link.selection.contains(path) { link.selection.user(.tap, at: path) }
    if let tableView { showSelection(on: tableView) }
  }

  func didDeselect(_ indexPath: IndexPath) {
    let path = rowPath(indexPath)
    // where one row is selected at a time, the view deselects it because another one is selected, which is told too
    if link.selection.mode == .many, link.selection.contains(path) { link.selection.user(.tap, at: path) }
  }

  /// Makes the view's selection what it should be: it loses it when it reloads.
  ///
  /// In editing mode a view lets one row look selected, unless it is told otherwise.
  func showSelection(on view: UITableView) {
    if link.selection.mode == .none { return }
    let isLimited = view.isEditing && !view.allowsMultipleSelectionDuringEditing
    view.showSelection(isLimited ? Array(link.selection.paths.prefix(1)) : link.selection.paths)
  }

  // MARK: - Editing

  func may(_ kind: EditKind, _ indexPath: IndexPath) -> Bool { link.editing.may(kind, at: rowPath(indexPath)) }

  func canEdit(_ indexPath: IndexPath) -> Bool {
    if link.editing.editor.isEmpty { return tableView.map { caller($0).offersActions } ?? false }
    return editingStyle(indexPath) != .none || !link.editing.actions(at: rowPath(indexPath)).isEmpty
  }

  func editingStyle(_ indexPath: IndexPath) -> UITableViewCell.EditingStyle {
    if may(.delete, indexPath) { return .delete }
    return newRow != nil && may(.insert, indexPath) ? .insert : .none
  }

  func commit(_ style: UITableViewCell.EditingStyle, _ indexPath: IndexPath) {
    let path = rowPath(indexPath)
    switch style {
    case .delete: link.editing.delete(at: path)
    case .insert:
      guard let site = RowSite(path, in: link.table), let row = newRow?(site) else { return }
      link.editing.insert(row, at: path)
    default: break
    }
  }

  #if !os(tvOS)
  /// What is offered where a row is swiped.
  ///
  /// While it is, rows may come and go; what is chosen is done to the row that was swiped, unless that is gone.
  func swipeActions(_ indexPath: IndexPath) -> UISwipeActionsConfiguration? {
    let path = rowPath(indexPath)
    guard let id = link.table[path]?.identity else { return nil }
    let actions = link.editing.actions(at: path).map { action in
      UIContextualAction(style: action.isDestructive ? .destructive : .normal, title: action.title) {
        [weak self] _, _, done in
        guard let self, let now = link.table.path(of: id, near: path) else { return done(false) }
        done(link.editing.perform(action, at: now))
      }
    }
    return actions.isEmpty ? nil : UISwipeActionsConfiguration(actions: actions)
  }
  #endif

  // MARK: - Moving

  func target(_ source: IndexPath, _ proposed: IndexPath) -> IndexPath {
    let (from, to) = (rowPath(source), rowPath(proposed))
    let target = link.editing.target(from: from, to: to)
    follow(reordering.targeted(target, from: from))
    return IndexPath(target)
  }

  /// The view has taken a row elsewhere by itself; the table follows.
  ///
  /// Where that is refused or has to wait, the view goes on as if it had happened until it is through with the move.
  func moved(_ source: IndexPath, _ destination: IndexPath) {
    let move = RowMove(from: rowPath(source), to: rowPath(destination))
    if isMisled {  // it shows another table already, of which nobody wants anything any more
      let counts = (0..<link.table.sections.count).map { rowCount($0) }
      (ownMove, pretendedCounts) = (nil, (pretendedCounts ?? counts).moving(move))
      tidyUpSoon()
    } else if move.from != move.to {
      let expected = link.table.rowCounts.moving(move)
      ownMove = move
      if link.editing.target(from: move.from, to: move.to) == move.to {
        isMoving = true
        link.editing.move(from: move.from, to: move.to)
        isMoving = false
      }
      if ownMove == nil, link.table.rowCounts != expected { pretendedCounts = expected }
      if isMisled { tidyUpSoon() }
    }
    follow(reordering.over())
  }

  func follow(_ action: ReorderTracker.Action) {
    switch action {
    case .none: break
    case .begin: link.beginInteraction()
    case .end: link.endInteraction()
    }
  }
}

extension [Int] {
  /// How many rows sections have when one has moved.
  fileprivate func moving(_ move: RowMove) -> [Int] {
    enumerated().map { section, count in
      count - (section == move.from.section ? 1 : 0) + (section == move.to.section ? 1 : 0)
    }
  }
}

// MARK: - The selection on screen

@_spi(Adapters) extension TableViewBinder: SelectionPresenter {
  /// Rows look selected, or not; their cells are configured again.
  @_spi(Adapters) public func showSelection(selected: [RowPath], deselected: [RowPath]) {
    guard let view = tableView, isInPlace else { return }
    let reloads = cells.reconfigure(selected + deselected, in: self)
    if !reloads.isEmpty, isAtRest { UIView.performWithoutAnimation { view.reload(reloads, .none) } }
    showSelection(on: view)
  }

  /// Scrolls to a row, as little as shows it.
  @_spi(Adapters) public func scroll(to path: RowPath) { scroll(to: path, at: .nearest, animated: true) }

  /// The view lets as many rows be selected; with `SelectionMode/none` as many as it did by itself.
  @_spi(Adapters) public func selectionModeChanged(to mode: SelectionMode) {
    guard let view = tableView, isInPlace else { return }
    selectionPlace.show(mode, in: view)
  }
}

extension TableViewBinder: ScrollableTableView {
  /// Scrolls to a row; a path without a row changes nothing.
  public func scroll(to path: RowPath, at position: ScrollPosition, animated: Bool) {
    guard let view = tableView, isAtRest, link.table[path] != nil else { return }
    view.scrollToRow(at: IndexPath(path), at: UITableView.ScrollPosition(position), animated: animated)
  }
}
#endif
