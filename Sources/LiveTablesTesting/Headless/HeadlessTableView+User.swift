@_spi(Adapters) public import LiveTablesCells

/// What the user does, as with fingers: what is not on the screen cannot be touched.
extension HeadlessTableView {
  /// The user taps a row, or clicks it in some other way.
  ///
  /// - Parameters:
  ///   - path: The row.
  ///   - gesture: How it is tapped.
  /// - Returns: Whether that selected or deselected anything, or selected a row again.
  @discardableResult public func tap(_ path: RowPath, _ gesture: SelectionGesture = .tap) -> Bool {
    guard isOnScreen(path) else { return false }
    let isHighlighted = link.events.isHeard(.highlighted) || link.events.isHeard(.unhighlighted)
    if isHighlighted { link.events.report(.highlighted, at: path) }
    defer { if isHighlighted { link.events.report(.unhighlighted, at: path) } }
    return link.selection.user(gesture, at: path)
  }

  /// The user swipes a row, and sees which actions its editor offers.
  ///
  /// An editor that allows deleting and has no actions offers none here; a table view of UIKit then has a button of its own,
  /// which does what `TableEditing.delete(at:)` does.
  ///
  /// - Parameter path: The row.
  /// - Returns: The actions; none if the row is not on the screen.
  public func swipe(_ path: RowPath) -> [RowAction<Section, Row>] {
    isOnScreen(path) ? link.editing.actions(at: path) : []
  }

  /// The user swipes a row and chooses what is offered under a title.
  ///
  /// - Parameters:
  ///   - path: The row.
  ///   - title: The title of the action.
  /// - Returns: Whether there is such an action, and it was carried out.
  @discardableResult public func swipe(_ path: RowPath, choosing title: String) -> Bool {
    guard let action = swipe(path).first(where: { $0.title == title }) else { return false }
    return link.editing.perform(action, at: path)
  }

  /// The user takes hold of a row.
  ///
  /// - Parameter path: The row.
  /// - Returns: `nil` if it is not on the screen, or may not be moved.
  public func drag(_ path: RowPath) -> RowDrag<Section, Row>? {
    isOnScreen(path) ? link.editing.beginDrag(at: path) : nil
  }

  private func isOnScreen(_ path: RowPath) -> Bool { shown[.row(path)] != nil }

  /// What rows are now, so that it can be said when they leave.
  func noteRows() {
    for case (.row(let path), let cell) in shown { shownRows[ObjectIdentifier(cell)] = link.table[path] }
  }
}
