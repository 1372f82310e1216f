extension UITableView {
  public var indexPathForSelectedRow: IndexPath? { standInSelected.first }
  public var indexPathsForSelectedRows: [IndexPath]? { standInSelected.isEmpty ? nil : standInSelected }

  var standInAllowsMultiple: Bool { isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }

  /// Selects a row without notifying the delegate, or deselects all rows if `indexPath` is `nil`.
  public func selectRow(at indexPath: IndexPath?, animated: Bool, scrollPosition: UITableView.ScrollPosition) {
    _ = standInEnsureCounts()
    guard let indexPath else {
      for path in standInSelected { standInMark(path, isSelected: false) }
      return
    }
    guard standInExists(indexPath) else { return }
    if !standInAllowsMultiple {
      for path in standInSelected where path != indexPath { standInMark(path, isSelected: false) }
    }
    standInMark(indexPath, isSelected: true)
    if scrollPosition != .none { scrollToRow(at: indexPath, at: scrollPosition, animated: animated) }
  }

  /// Deselects a row without notifying the delegate.
  public func deselectRow(at indexPath: IndexPath, animated: Bool) { standInMark(indexPath, isSelected: false) }

  func standInMark(_ path: IndexPath, isSelected: Bool) {
    standInSelected.removeAll { $0 == path }
    if isSelected { standInSelected.append(path) }
    standInCells[path]?.setSelected(isSelected, animated: false)
  }

  /// Deselects all rows but the first if multiple selection is not allowed.
  func standInLimitSelection() {
    guard !standInAllowsMultiple else { return }
    for path in standInSelected.dropFirst() { standInMark(path, isSelected: false) }
  }

  // MARK: - Editing

  func standInPrepareForEditing(_ cell: UITableViewCell, at path: IndexPath, animated: Bool) {
    let mayEdit = isEditing && dataSource?.tableView(self, canEditRowAt: path) ?? false
    cell.editingStyle = mayEdit ? delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete : .none
    cell.showsReorderControl = isEditing && dataSource?.tableView(self, canMoveRowAt: path) ?? false
    cell.indentationLevel = delegate?.tableView(self, indentationLevelForRowAt: path) ?? cell.indentationLevel
    if cell.isEditing != isEditing { cell.setEditing(isEditing, animated: animated) }
  }

  func standInEndSwipe() {
    guard let path = standInSwiped else { return }
    standInSwiped = nil
    standInCells[path]?.setEditing(isEditing, animated: true)
    delegate?.tableView(self, didEndEditingRowAt: path)
  }
}
