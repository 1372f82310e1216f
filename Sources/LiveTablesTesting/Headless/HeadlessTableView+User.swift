public import LiveTablesCells

/// Simulated user actions. These actions affect only rows that are on screen.
extension HeadlessTableView {
  /// Simulates a tap on a row, or another selection gesture.
  ///
  /// - Returns: Whether the selection changed or the row was selected again.
  @discardableResult public func tap(_ path: RowPath, _ gesture: SelectionGesture = .tap) -> Bool {
    guard isOnScreen(path) else { return false }
    let isHighlighted = link.events.isHeard(.highlighted) || link.events.isHeard(.unhighlighted)
    if isHighlighted { link.events.report(.highlighted, at: path) }
    defer { if isHighlighted { link.events.report(.unhighlighted, at: path) } }
    return link.selection.user(gesture, at: path)
  }

  /// Swipes a row, and returns the actions that the rules offer, or an empty array if the row is not on screen.
  ///
  /// If the rules allow deletions but provide no actions, the result is empty. In this case, a UIKit table view
  /// shows its own button, which calls `UserEditing.delete(at:)`.
  public func swipe(_ path: RowPath) -> [RowAction<Section, Row>] {
    isOnScreen(path) ? link.editing.actions(at: path) : []
  }

  /// Swipes a row, and performs the action with the given title.
  ///
  /// - Returns: Whether the row has such an action, and the action was performed.
  @discardableResult public func swipe(_ path: RowPath, choosing title: String) -> Bool {
    guard let action = swipe(path).first(where: { $0.title == title }) else { return false }
    return link.editing.perform(action, at: path)
  }

  /// Starts dragging a row, or returns `nil` if the row is not on screen or cannot be moved.
  public func drag(_ path: RowPath) -> RowDrag<Section, Row>? {
    isOnScreen(path) ? link.editing.beginDrag(at: path) : nil
  }

  private func isOnScreen(_ path: RowPath) -> Bool { shown[.row(path)] != nil }

  /// Records the current rows, so that they can be reported when they leave the screen.
  func noteRows() {
    for case (.row(let path), let cell) in shown { shownRows[ObjectIdentifier(cell)] = link.table[path] }
  }
}
