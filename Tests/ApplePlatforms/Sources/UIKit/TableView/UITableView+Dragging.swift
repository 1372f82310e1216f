extension UITableView {
  public var hasActiveDrag: Bool { standInDrag != nil }
  public var hasActiveDrop: Bool { false }
}

/// Rows in the user's hand. No API of UIKit.
extension UITableView {
  /// Takes a row up by its reorder control.
  ///
  /// - Returns: Whether it has one.
  @discardableResult public func standInTakeUp(_ path: IndexPath) -> Bool {
    guard isEditing, let cell = standInCells[path], cell.showsReorderControl, standInBatchDepth == 0 else {
      return false
    }
    standInHeld = path
    standInHeldTarget = path
    return true
  }

  /// Holds the row that was taken up over another one.
  ///
  /// - Returns: Where it would go; `nil` if none is held.
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

  /// Lets go of the row. The data source hears of it only if the row lies elsewhere than before.
  ///
  /// - Returns: Where it was dropped; `nil` if none was held.
  @discardableResult public func standInLetGo() -> IndexPath? {
    guard let source = standInHeld, let target = standInHeldTarget else { return nil }
    standInHeld = nil
    standInHeldTarget = nil
    if target != source { standInMoveRow(source, to: target) }
    return target
  }

  /// Takes a row up, holds it over another and lets go.
  ///
  /// - Returns: Where it was dropped; `nil` if it cannot be moved.
  @discardableResult public func standInReorder(_ source: IndexPath, to proposed: IndexPath) -> IndexPath? {
    guard standInTakeUp(source) else { return nil }
    standInCarry(to: proposed)
    return standInLetGo()
  }

  /// Holds a finger on a row until it is lifted, without editing mode.
  ///
  /// - Returns: Whether it can be dragged.
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

  /// Drops the row that was lifted: a table without a drop delegate moves it by its data source, if that one allows it.
  ///
  /// - Parameter proposed: Where; `nil` to take it back.
  /// - Returns: Where it is now; `nil` if it was not moved.
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

  /// The row lies where it was dropped already when the data source is told.
  private func standInMoveRow(_ source: IndexPath, to target: IndexPath) {
    guard let before = standInCounts, let after = standInCounts(moving: source, to: target) else { return }
    var batch = StandInBatch()
    batch.moved = [.init(source, target)]
    standInBatchDepth += 1
    dataSource?.tableView(self, moveRowAt: source, to: target)
    standInBatchDepth -= 1
    standInMoved(batch, before: before, after: after)
  }

  /// The counts when a row has been moved; `nil` if there is no such place.
  private func standInCounts(moving source: IndexPath, to target: IndexPath) -> [Int]? {
    guard standInExists(source), var counts = standInCounts, target.count == 2,
      counts.indices.contains(target.section)
    else { return nil }
    counts[source.section] -= 1
    counts[target.section] += 1
    return (0..<counts[target.section]).contains(target.row) ? counts : nil
  }

  /// The rows change under the user's hand.
  func standInReleaseHeld() {
    if let held = standInHeld, let target = standInHeldTarget, held != target {
      StandInException.raise(
        StandInException.inconsistency, "the rows were changed while the user holds the one at \(held)")
    }
    standInHeld = nil
    standInHeldTarget = nil
  }
}
