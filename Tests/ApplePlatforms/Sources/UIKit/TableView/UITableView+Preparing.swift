/// Cells that are created before their rows are on screen, as UIKit does since iOS 15 while the user scrolls. The
/// delegate is notified of a cell only if the cell is displayed.
extension UITableView {
  /// Prepares the cells of rows up to half a screen below. UIKit does not document how many cells it prepares.
  func standInPrepare() {
    guard standInPreparesCells, let last = standInCells.keys.max() else { return }
    let below = CGRect(
      x: 0, y: standInGeometry.rect(ofRow: last).maxY, width: bounds.width, height: bounds.height / 2)
    let wanted = standInGeometry.rows(in: below).filter { standInCells[$0] == nil }
    for path in standInPrepared.keys.sorted() where !wanted.contains(path) {
      if let cell = standInPrepared.removeValue(forKey: path) { standInSources.keep(cell) }
    }
    standInIsLoading = true
    for path in wanted where standInPrepared[path] == nil { standInPrepared[path] = standInAsk(path) }
    standInIsLoading = false
  }

  /// Requests a cell from the data source, and raises an exception if the cell is in use for another row.
  func standInAsk(_ path: IndexPath) -> UITableViewCell? {
    guard let dataSource else { return nil }
    standInLoadingPath = path
    standInDequeued = nil
    let cell = dataSource.tableView(self, cellForRowAt: path)
    standInLoadingPath = nil
    standInDequeued = nil
    if let other = standInCells.first(where: { $0.value === cell })?.key
      ?? standInPrepared.first(where: { $0.value === cell })?.key
    {
      StandInException.raise(
        StandInException.inconsistency,
        "the cell for section \(path.section), row \(path.row) is in use for section \(other.section),"
          + " row \(other.row)")
      standInCells[other] = nil
      standInPrepared[other] = nil
    }
    return cell
  }

  func standInForgetPrepared() {
    for (_, cell) in standInPrepared.sorted(by: { $0.key < $1.key }) { standInSources.keep(cell) }
    standInPrepared = [:]
  }

  /// Moves prepared cells with their rows.
  func standInMovePrepared(_ mapping: StandInMapping) {
    let prepared = standInPrepared.sorted { $0.key < $1.key }
    standInPrepared = [:]
    for (path, cell) in prepared {
      if let target = mapping.target(of: path) { standInPrepared[target] = cell } else { standInSources.keep(cell) }
    }
  }
}
