extension UITableView {
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    guard let cellClass else {
      standInSources.cells[identifier] = nil
      return
    }
    guard let type = cellClass as? UITableViewCell.Type else {
      return StandInException.raise(
        StandInException.invalidArgument, "must pass a class of kind UITableViewCell, not \(cellClass)")
    }
    standInSources.cells[identifier] = .type(type)
  }

  public func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    standInSources.cells[identifier] = nib.map { .nib($0) }
  }

  public func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    guard let aClass else {
      standInSources.headers[identifier] = nil
      return
    }
    guard let type = aClass as? UITableViewHeaderFooterView.Type else {
      return StandInException.raise(
        StandInException.invalidArgument, "must pass a class of kind UITableViewHeaderFooterView, not \(aClass)")
    }
    standInSources.headers[identifier] = .type(type)
  }

  public func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    standInSources.headers[identifier] = nib.map { .nib($0) }
  }

  /// Registers a prototype cell, as a storyboard does. Not UIKit API.
  public func standInAddPrototype(_ identifier: String, _ make: @escaping () -> UITableViewCell) {
    standInSources.cells[identifier] = .prototype(make)
  }

  public func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let cell = standInTakeReconfigured(identifier) { return cell }
    return standInSources.cell(identifier)
  }

  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    standInCheckExists(indexPath)
    if let cell = standInTakeReconfigured(identifier) { return cell }
    guard let cell = standInSources.cell(identifier) else {
      StandInException.raise(
        StandInException.inconsistency,
        "unable to dequeue a cell with identifier \(identifier) - must register a nib or a class for the identifier or"
          + " connect a prototype cell in a storyboard")
      return UITableViewCell(style: .default, reuseIdentifier: identifier)
    }
    if standInLoadingPath == indexPath {
      if standInDequeued != nil {
        StandInException.raise(
          StandInException.inconsistency,
          "Attempted to dequeue multiple cells for the same index path, which is not allowed. If you really need to"
            + " dequeue more cells than the table view is requesting, use the -dequeueReusableCellWithIdentifier: method"
            + " (without an index path). Cell identifier: \(identifier), index path: \(indexPath)")
      }
      standInDequeued = cell
    }
    return cell
  }

  public func dequeueReusableHeaderFooterView(withIdentifier identifier: String) -> UITableViewHeaderFooterView? {
    standInSources.header(identifier)
  }

  private func standInCheckExists(_ path: IndexPath) {
    let counts = standInCounts ?? []
    if counts.indices.contains(path.section), (0..<counts[path.section]).contains(path.row) { return }
    StandInException.raise(
      StandInException.range,
      "attempt to dequeue a cell for a row that the table view does not have: section \(path.section), row \(path.row)")
  }

  /// Returns the existing cell if a row is being reconfigured.
  private func standInTakeReconfigured(_ identifier: String) -> UITableViewCell? {
    guard let cell = standInReconfigured else { return nil }
    if cell.reuseIdentifier != identifier {
      StandInException.raise(
        StandInException.inconsistency,
        "a row that is reconfigured must keep its cell, but \(identifier) was dequeued where"
          + " \(cell.reuseIdentifier ?? "nil") is shown")
      return nil
    }
    return cell
  }
}
