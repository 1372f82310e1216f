/// Cells that are made before their rows come on the screen, as UIKit does since iOS 15 while the user scrolls. The delegate
/// hears of them when they are displayed, and if they never are it never does.
extension UITableView {
  /// How many rows ahead, below the screen. No API of UIKit, where nobody knows how many.
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

  /// The cell that the data source gives for a row.
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

  /// Prepared cells go with their rows.
  func standInMovePrepared(_ mapping: StandInMapping) {
    let prepared = standInPrepared.sorted { $0.key < $1.key }
    standInPrepared = [:]
    for (path, cell) in prepared {
      if let target = mapping.target(of: path) { standInPrepared[target] = cell } else { standInSources.keep(cell) }
    }
  }
}
