extension UITableView {
  // MARK: - Reloading

  /// Reads the counts immediately, and loads the visible rows at the next layout.
  public func reloadData() {
    if standInBatchDepth > 0 {
      StandInException.raise(StandInException.inconsistency, "reloadData was called inside a batch of updates")
    }
    standInReleaseHeld()
    standInLifted = nil
    standInSelected = []
    standInHighlighted = nil
    standInEndSwipe()
    standInForget()
    standInCounts = standInReadCounts()
    standInIndexTitles = nil
    setNeedsLayout()
  }

  public func reloadSectionIndexTitles() { standInIndexTitles = dataSource?.sectionIndexTitles(for: self) }

  func standInDataSourceChanged() {
    standInCounts = nil
    standInSelected = []
    setNeedsLayout()
  }

  /// Removes all cells, headers and footers from the screen.
  func standInForget() {
    standInHeights = [:]
    standInPrefetched = []
    standInForgetPrepared()
    standInTakeAway(keeping: [])
    for section in standInHeaders.keys.sorted() { standInRetireHeader(section) }
    for section in standInFooters.keys.sorted() { standInRetireFooter(section) }
  }

  // MARK: - Batches

  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    standInBegin()
    updates?()
    standInEnd(completion)
  }

  public func beginUpdates() { standInBegin() }
  public func endUpdates() { standInEnd(nil) }
  public var hasUncommittedUpdates: Bool { standInBatchDepth > 0 }

  public func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    standInUpdate { $0.insertedSections += sections }
  }

  public func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    standInUpdate { $0.deletedSections += sections }
  }

  public func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
    standInUpdate { $0.reloadedSections += sections }
  }

  public func moveSection(_ section: Int, toSection newSection: Int) {
    standInUpdate { $0.movedSections.append(.init(section, newSection)) }
  }

  public func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    standInUpdate { $0.inserted += indexPaths }
  }

  public func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    standInUpdate { $0.deleted += indexPaths }
  }

  public func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
    standInUpdate { $0.reloaded += indexPaths }
  }

  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    standInUpdate { $0.moved.append(.init(indexPath, newIndexPath)) }
  }

  /// Reconfigures rows, for which the data source must dequeue their existing cells.
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    let counts = standInEnsureCounts()
    for path in indexPaths where !standInExists(path) {
      return StandInException.raise(
        StandInException.inconsistency,
        "attempt to reconfigure row \(path.row) in section \(path.section), but there are only \(counts) rows")
    }
    if standInBatchDepth > 0 {
      standInBatch?.reconfigured += indexPaths
    } else {
      for path in indexPaths.sorted() { standInReconfigure(path) }
      setNeedsLayout()
    }
  }

  private func standInReconfigure(_ path: IndexPath) {
    guard let cell = standInCells[path] ?? standInPrepared[path], let dataSource else { return }
    standInReconfigured = cell
    let answer = dataSource.tableView(self, cellForRowAt: path)
    standInReconfigured = nil
    if answer !== cell {
      StandInException.raise(
        StandInException.inconsistency, "another cell was returned for a row that is reconfigured: \(path)")
    }
    standInHeights[path] = nil
    if standInCells[path] != nil { standInMeasure(cell, at: path) }
  }

  /// Adds a change to the current batch, or performs it as a separate batch.
  private func standInUpdate(_ change: (inout StandInBatch) -> Void) {
    if standInBatchDepth > 0 {
      change(&standInBatch!)
    } else {
      standInBegin()
      change(&standInBatch!)
      standInEnd(nil)
    }
  }

  private func standInBegin() {
    if standInBatchDepth > 0 {
      StandInException.raise(StandInException.inconsistency, "a batch of updates began inside another")
    } else {
      if standInIsLoading {
        StandInException.raise(StandInException.inconsistency, "a batch of updates began in the middle of the layout")
      }
      if window == nil {
        StandInException.raise(StandInException.inconsistency, "a batch of updates began without a window")
      } else if !standInHasLayout {
        StandInException.raise(StandInException.inconsistency, "a batch of updates began before the first layout")
      }
      _ = standInEnsureCounts()
      standInBatch = StandInBatch()
    }
    standInBatchDepth += 1
  }

  private func standInEnd(_ completion: ((Bool) -> Void)?) {
    guard standInBatchDepth > 0 else {
      return StandInException.raise(StandInException.inconsistency, "endUpdates was called without beginUpdates")
    }
    if standInBatchDepth > 1 {
      standInBatchDepth -= 1
      return
    }
    let batch = standInBatch ?? StandInBatch()
    let before = standInCounts ?? []
    let after = standInReadCounts()
    let failure =
      batch.failure(before: before, after: after, wording: .rows)
      ?? batch.strictFailure(reconfigured: batch.reconfigured)
    standInBatchDepth = 0
    standInBatch = nil
    if let failure {
      StandInException.raise(failure.name, failure.reason)
      standInForget()
      standInSelected = []
      standInCounts = after
      setNeedsLayout()
    } else {
      if batch.isStructural { standInReleaseHeld() }
      standInCarryOut(batch, before: before, after: after)
    }
    if let completion { StandInAnimations.atEnd { completion(true) } }
  }

  // MARK: - Applying batches

  /// Moves cells with their rows; the cells of deleted rows stay on screen until the animation ends.
  private func standInCarryOut(_ batch: StandInBatch, before: [Int], after: [Int]) {
    let mapping = batch.mapping(before: before, after: after)
    standInCounts = after
    let cells = standInCells.sorted { $0.key < $1.key }
    let headers = standInHeaders.sorted { $0.key < $1.key }
    let footers = standInFooters.sorted { $0.key < $1.key }
    standInCells = [:]
    standInHeaders = [:]
    standInFooters = [:]
    var leaving: [(UITableViewCell, IndexPath)] = []
    for (path, cell) in cells {
      if let target = mapping.target(of: path) { standInCells[target] = cell } else { leaving.append((cell, path)) }
    }
    var leavingHeaders: [(UIView, Int)] = []
    for (section, view) in headers {
      if let target = mapping.target(ofSection: section) {
        standInHeaders[target] = view
      } else {
        leavingHeaders.append((view, section))
      }
    }
    var leavingFooters: [(UIView, Int)] = []
    for (section, view) in footers {
      if let target = mapping.target(ofSection: section) {
        standInFooters[target] = view
      } else {
        leavingFooters.append((view, section))
      }
    }
    standInHeights = Dictionary(
      uniqueKeysWithValues: standInHeights.compactMap { path, height in
        mapping.target(of: path).map { ($0, height) }
      })
    standInMovePrepared(mapping)
    for (path, cell) in standInCells { standInMeasure(cell, at: path) }
    standInSelected = standInSelected.compactMap { mapping.target(of: $0) }
    standInHighlighted = standInHighlighted.flatMap { mapping.target(of: $0) }
    standInSwiped = standInSwiped.flatMap { mapping.target(of: $0) }
    standInLifted = standInLifted.flatMap { mapping.target(of: $0) }
    standInPrefetched = Set(standInPrefetched.compactMap { mapping.target(of: $0) })
    for path in batch.reconfigured { if let target = mapping.target(of: path) { standInReconfigure(target) } }
    StandInAnimations.atEnd { [weak self] in
      guard let self else { return }
      for (cell, path) in leaving { standInRetire(cell, at: path) }
      for (view, section) in leavingHeaders { standInRetireHeader(view, section) }
      for (view, section) in leavingFooters { standInRetireFooter(view, section) }
    }
    standInKeepOffset()
    standInShowVisible()
  }

  /// Applies a move by the user without reading the data source, so a data source that has not moved the row is noticed
  /// only at the next batch.
  func standInMoved(_ batch: StandInBatch, before: [Int], after: [Int]) {
    standInCarryOut(batch, before: before, after: after)
  }

  /// Scrolls back if the content has become shorter than the current offset.
  private func standInKeepOffset() {
    standInMeasure()
    let offset = standInClamped(contentOffset)
    if contentOffset.y > offset.y, !isTracking, !isDecelerating { contentOffset = offset }
  }
}
