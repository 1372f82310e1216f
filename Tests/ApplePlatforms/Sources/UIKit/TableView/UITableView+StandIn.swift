/// Simulated actions of the user. Not UIKit API.
extension UITableView {
  /// Simulates a tap on a row.
  ///
  /// - Returns: Whether the row responded to the tap.
  @discardableResult public func standInTap(_ path: IndexPath) -> Bool {
    guard let cell = standInCells[path], allowsSelection,
      !isEditing || allowsSelectionDuringEditing
        || allowsMultipleSelectionDuringEditing
    else { return false }
    guard delegate?.tableView(self, shouldHighlightRowAt: path) ?? true else { return false }
    cell.setHighlighted(true, animated: false)
    standInHighlighted = path
    delegate?.tableView(self, didHighlightRowAt: path)
    guard let path = standInHighlighted else { return true }
    standInHighlighted = nil
    standInCells[path]?.setHighlighted(false, animated: false)
    delegate?.tableView(self, didUnhighlightRowAt: path)
    if standInSelected.contains(path), standInAllowsMultiple {
      guard let chosen = standInWill(deselect: path) else { return true }
      standInMark(chosen, isSelected: false)
      delegate?.tableView(self, didDeselectRowAt: chosen)
      return true
    }
    guard let chosen = standInWill(select: path), standInExists(chosen) else { return true }
    if !standInAllowsMultiple {
      for old in standInSelected where old != chosen {
        guard let old = standInWill(deselect: old) else { continue }
        standInMark(old, isSelected: false)
        delegate?.tableView(self, didDeselectRowAt: old)
      }
    }
    standInMark(chosen, isSelected: true)
    delegate?.tableView(self, didSelectRowAt: chosen)
    return true
  }

  private func standInWill(select path: IndexPath) -> IndexPath? {
    guard let delegate else { return path }
    return delegate.tableView(self, willSelectRowAt: path)
  }

  private func standInWill(deselect path: IndexPath) -> IndexPath? {
    guard let delegate else { return path }
    return delegate.tableView(self, willDeselectRowAt: path)
  }

  /// Simulates a tap on the delete or insert control of a row in editing mode, with its confirmation.
  ///
  /// - Returns: Whether the row has such a control.
  @discardableResult public func standInPressEditControl(_ path: IndexPath) -> Bool {
    guard isEditing, let style = standInCells[path]?.editingStyle, style != .none else { return false }
    dataSource?.tableView(self, commit: style, forRowAt: path)
    return true
  }

  /// Simulates a swipe on a row from its trailing or leading edge.
  ///
  /// - Returns: The delegate's actions; if it has none for the trailing edge, the default action that deletes the row.
  public func standInSwipe(_ path: IndexPath, isLeading: Bool = false) -> [UIContextualAction] {
    guard standInCells[path] != nil, let dataSource, dataSource.tableView(self, canEditRowAt: path) else { return [] }
    let offered =
      isLeading
      ? delegate?.tableView(self, leadingSwipeActionsConfigurationForRowAt: path) : standInTrailingActions(path)
    var actions = offered?.actions ?? []
    if offered == nil, !isLeading {
      guard delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete == .delete else { return [] }
      let title = delegate?.tableView(self, titleForDeleteConfirmationButtonForRowAt: path) ?? "Delete"
      actions = [
        UIContextualAction(style: .destructive, title: title) { [weak self] _, _, done in
          if let self, let path = standInSwiped { dataSource.tableView(self, commit: .delete, forRowAt: path) }
          done(true)
        }
      ]
    }
    guard !actions.isEmpty else { return [] }
    standInEndSwipe()
    standInSwiped = path
    delegate?.tableView(self, willBeginEditingRowAt: path)
    standInCells[path]?.setEditing(true, animated: true)
    return actions
  }

  private func standInTrailingActions(_ path: IndexPath) -> UISwipeActionsConfiguration? {
    guard standInPrefersOlder(than: "tableView:trailingSwipeActionsConfigurationForRowAtIndexPath:") else {
      return delegate?.tableView(self, trailingSwipeActionsConfigurationForRowAt: path)
    }
    return delegate?.tableView(self, editActionsForRowAt: path).map { actions in
      UISwipeActionsConfiguration(
        actions: actions.map { action in
          UIContextualAction(style: .normal, title: action.title) { _, _, done in
            action.handler(action, path)
            done(true)
          }
        })
    }
  }

  /// Simulates a tap on a swipe action.
  public func standInPress(_ action: UIContextualAction) {
    action.handler(action, self) { [weak self] _ in self?.standInEndSwipe() }
  }

  /// Simulates a tap on a section index title, which scrolls to its section.
  public func standInPressIndexTitle(at index: Int) {
    guard let dataSource, let titles = standInIndexTitles, titles.indices.contains(index) else { return }
    let section = dataSource.tableView(self, sectionForSectionIndexTitle: titles[index], at: index)
    let counts = standInEnsureCounts()
    guard counts.indices.contains(section) else {
      return StandInException.raise(
        StandInException.range,
        "sectionForSectionIndexTitle gave section \(section), but there are only \(counts.count) sections")
    }
    scrollToRow(at: IndexPath(row: counts[section] == 0 ? NSNotFound : 0, section: section), at: .top, animated: false)
    layoutIfNeeded()
  }
}
