extension UITableView {
  public var hasActiveDrag: Bool { standInDrag != nil }
  public var hasActiveDrop: Bool { false }
}

/// Simulated reordering and dragging of rows. Not UIKit API.
extension UITableView {
  /// Begins to move a row by its reorder control.
  ///
  /// - Returns: Whether the row has a reorder control.
  @discardableResult public func standInTakeUp(_ path: IndexPath) -> Bool {
    guard isEditing, let cell = standInCells[path], cell.showsReorderControl, standInBatchDepth == 0 else {
      return false
    }
    standInHeld = path
    standInHeldTarget = path
    return true
  }

  /// Holds the row that is being moved over another row.
  ///
  /// - Returns: The target of the move, or `nil` if no row is being moved.
  @discardableResult public func standInCarry(to proposed: IndexPath) -> IndexPath? {
    guard let source = standInHeld else { return nil }
    let target =
      delegate?.tableView(self, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed) ?? proposed
    if standInCounts(moving: source, to: target) == nil {
      StandInException.raise(
        StandInException.inconsistency, "a row at \(source) cannot go to \(target), where there is no place")
      return source
    }
    standInHeldTarget = target
    return target
  }

  /// Drops the row that is being moved. The data source is notified only if the index path has changed.
  ///
  /// - Returns: The target of the move, or `nil` if no row was being moved.
  @discardableResult public func standInLetGo() -> IndexPath? {
    guard let source = standInHeld, let target = standInHeldTarget else { return nil }
    standInHeld = nil
    standInHeldTarget = nil
    if target != source { standInMoveRow(source, to: target) }
    return target
  }

  /// Moves a row by its reorder control to the position of another row.
  ///
  /// - Returns: The target of the move, or `nil` if the row cannot be moved.
  @discardableResult public func standInReorder(_ source: IndexPath, to proposed: IndexPath) -> IndexPath? {
    guard standInTakeUp(source) else { return nil }
    standInCarry(to: proposed)
    return standInLetGo()
  }

  /// Begins to drag a row with a long press, outside of editing mode.
  ///
  /// - Returns: Whether the row can be dragged.
  @discardableResult public func standInLift(_ path: IndexPath) -> Bool {
    guard dragInteractionEnabled, standInDrag == nil, standInCells[path] != nil, let dragDelegate else { return false }
    let session = StandInDragSession()
    session.items = dragDelegate.tableView(self, itemsForBeginning: session, at: path)
    guard !session.items.isEmpty else { return false }
    standInDrag = session
    standInLifted = path
    dragDelegate.tableView(self, dragSessionWillBegin: session)
    return true
  }

  /// Drops the dragged row. Without a drop delegate, the data source moves the row if it allows that.
  ///
  /// - Parameter proposed: The proposed index path, or `nil` to cancel the drag.
  /// - Returns: The new index path of the row, or `nil` if it was not moved.
  @discardableResult public func standInDrop(at proposed: IndexPath?) -> IndexPath? {
    guard let session = standInDrag else { return nil }
    standInDrag = nil
    defer { dragDelegate?.tableView(self, dragSessionDidEnd: session) }
    guard let source = standInLifted, let proposed, dropDelegate == nil, standInExists(source) else { return nil }
    standInLifted = nil
    guard dataSource?.tableView(self, canMoveRowAt: source) == true else { return nil }
    let target =
      delegate?.tableView(self, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed) ?? proposed
    guard target != source, standInCounts(moving: source, to: target) != nil else { return nil }
    standInMoveRow(source, to: target)
    return target
  }

  /// Notifies the data source of a move by the user, and then moves the cell.
  private func standInMoveRow(_ source: IndexPath, to target: IndexPath) {
    guard let before = standInCounts, let after = standInCounts(moving: source, to: target) else { return }
    var batch = StandInBatch()
    batch.moved = [.init(source, target)]
    standInBatchDepth += 1
    dataSource?.tableView(self, moveRowAt: source, to: target)
    standInBatchDepth -= 1
    standInMoved(batch, before: before, after: after)
  }

  /// Returns the counts after a row has been moved, or `nil` if the target does not exist.
  private func standInCounts(moving source: IndexPath, to target: IndexPath) -> [Int]? {
    guard standInExists(source), var counts = standInCounts, target.count == 2,
      counts.indices.contains(target.section)
    else { return nil }
    counts[source.section] -= 1
    counts[target.section] += 1
    return (0..<counts[target.section]).contains(target.row) ? counts : nil
  }

  /// Ends the user's move when rows change, and raises an exception if the row is held at another index path.
  func standInReleaseHeld() {
    if let held = standInHeld, let target = standInHeldTarget, held != target {
      StandInException.raise(
        StandInException.inconsistency, "the rows were changed while the user holds the one at \(held)")
    }
    standInHeld = nil
    standInHeldTarget = nil
  }
}
