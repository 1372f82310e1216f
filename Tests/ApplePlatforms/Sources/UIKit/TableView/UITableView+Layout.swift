extension UITableView {
  /// Performs a layout pass, which reads the counts if needed, and loads the visible rows.
  func standInLayOutRows() {
    guard standInBatchDepth == 0, !standInIsLoading else { return }
    _ = standInEnsureCounts()
    if standInIndexTitles == nil { reloadSectionIndexTitles() }
    standInHasLayout = true
    standInShowVisible()
  }

  /// Shows the cells of visible rows, and removes all others.
  func standInShowVisible() {
    guard !standInIsLoading else { return }
    standInIsLoading = true
    var passes = 0
    var isSettled = false
    while !isSettled, passes < 10 {
      standInMeasure()
      let visible = standInGeometry.rows(in: bounds)
      standInTakeAway(keeping: Set(visible))
      isSettled = true
      for path in visible where standInCells[path] == nil {
        standInLoad(path)
        // If the height of a cell differs from the estimate, the rows below it move.
        if standInGeometry.rect(ofRow: path).height != standInHeights[path] {
          isSettled = false
          break
        }
      }
      passes += 1
    }
    standInShowHeaders()
    standInPlace()
    standInIsLoading = false
    standInPrefetch()
    standInPrepare()
  }

  func standInTakeAway(keeping visible: Set<IndexPath>) {
    for path in standInCells.keys.sorted() where !visible.contains(path) {
      guard let cell = standInCells.removeValue(forKey: path) else { continue }
      standInRetire(cell, at: path)
    }
  }

  /// Removes a cell from the screen, and keeps it for reuse.
  func standInRetire(_ cell: UITableViewCell, at path: IndexPath) {
    cell.removeFromSuperview()
    delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
    standInSources.keep(cell)
  }

  /// Requests the cell of a row unless it is prepared, measures it, and shows it.
  func standInLoad(_ path: IndexPath) {
    guard let cell = standInPrepared.removeValue(forKey: path) ?? standInAsk(path) else { return }
    standInCells[path] = cell
    cell.isSelected = standInSelected.contains(path)
    standInPrepareForEditing(cell, at: path, animated: false)
    standInMeasure(cell, at: path)
    insertSubview(cell, at: backgroundView == nil ? 0 : 1)
    standInPrefetched.remove(path)
    delegate?.tableView(self, willDisplay: cell, forRowAt: path)
  }

  func standInMeasure(_ cell: UITableViewCell, at path: IndexPath) {
    var height = delegate?.tableView(self, heightForRowAt: path) ?? rowHeight
    if height < 0 {
      cell.bounds.size.width = bounds.width
      cell.layoutIfNeeded()
      height =
        cell.systemLayoutSizeFitting(
          CGSize(width: bounds.width, height: 0), withHorizontalFittingPriority: .required,
          verticalFittingPriority: .fittingSizeLevel
        ).height
    }
    standInHeights[path] = height
  }

  // MARK: - Measuring

  func standInMeasure() {
    let counts = standInEnsureCounts()
    let sections = counts.indices.map { section in
      var result = StandInTableGeometry.Section()
      result.header = standInHeight(ofHeader: section)
      result.footer = standInHeight(ofFooter: section)
      result.rows = (0..<counts[section]).map { standInHeight(of: IndexPath(row: $0, section: section)) }
      return result
    }
    standInGeometry = StandInTableGeometry(
      width: bounds.width, tableHeader: tableHeaderView?.frame.height ?? 0,
      tableFooter: tableFooterView?.frame.height ?? 0, sections: sections)
    let size = CGSize(width: bounds.width, height: standInGeometry.height)
    if contentSize != size { contentSize = size }
  }

  private func standInHeight(of path: IndexPath) -> CGFloat {
    if let height = standInHeights[path] { return height }
    if rowHeight >= 0, delegate == nil { return rowHeight }
    let estimate = delegate?.tableView(self, estimatedHeightForRowAt: path) ?? estimatedRowHeight
    if estimate > 0 { return estimate }
    // If estimates are turned off, every height is requested. The automatic estimate is 44 points.
    let height = estimate == 0 || rowHeight >= 0 ? delegate?.tableView(self, heightForRowAt: path) ?? rowHeight : 44
    return height < 0 ? 44 : height
  }

  private func standInHeight(ofHeader section: Int) -> CGFloat {
    let isThere = standInHeaders[section] != nil || dataSource?.tableView(self, titleForHeaderInSection: section) != nil
    let own = isThere || style != .plain ? sectionHeaderHeight : 0
    let height = standInAnsweredHeaderHeight(section) ?? own
    if height >= 0 { return height }
    if let view = standInHeaders[section] { return standInHeight(of: view) }
    let estimate = delegate?.tableView(self, estimatedHeightForHeaderInSection: section) ?? estimatedSectionHeaderHeight
    if estimate > 0 { return estimate }
    return dataSource?.tableView(self, titleForHeaderInSection: section) != nil ? 28 : style == .plain ? 0 : 18
  }

  private func standInHeight(ofFooter section: Int) -> CGFloat {
    let isThere = standInFooters[section] != nil || dataSource?.tableView(self, titleForFooterInSection: section) != nil
    let own = isThere || style != .plain ? sectionFooterHeight : 0
    let height = standInAnsweredFooterHeight(section) ?? own
    if height >= 0 { return height }
    if let view = standInFooters[section] { return standInHeight(of: view) }
    let estimate = delegate?.tableView(self, estimatedHeightForFooterInSection: section) ?? estimatedSectionFooterHeight
    if estimate > 0 { return estimate }
    return dataSource?.tableView(self, titleForFooterInSection: section) != nil ? 28 : style == .plain ? 0 : 18
  }

  private func standInHeight(of view: UIView) -> CGFloat {
    let height =
      view.systemLayoutSizeFitting(
        CGSize(width: bounds.width, height: 0), withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel
      ).height
    return height > 0 ? height : 28
  }

  // MARK: - Placing

  func standInPlace() {
    if let tableHeaderView {
      tableHeaderView.frame = CGRect(x: 0, y: 0, width: bounds.width, height: tableHeaderView.frame.height)
    }
    if let tableFooterView {
      let height = tableFooterView.frame.height
      tableFooterView.frame = CGRect(
        x: 0, y: standInGeometry.height - height, width: bounds.width, height: height)
    }
    backgroundView?.frame = bounds
    refreshControl?.frame = CGRect(x: 0, y: -60, width: bounds.width, height: 60)
    for (path, cell) in standInCells { cell.frame = standInGeometry.rect(ofRow: path) }
    for (section, view) in standInHeaders { view.frame = standInGeometry.rect(ofHeader: section) }
    for (section, view) in standInFooters { view.frame = standInGeometry.rect(ofFooter: section) }
  }

  /// Prefetches the rows within one screen of the visible rows, and cancels prefetching of rows that are farther away.
  func standInPrefetch() {
    guard isPrefetchingEnabled, let prefetchDataSource, !standInCells.isEmpty else { return }
    let ahead = CGRect(x: 0, y: bounds.minY - bounds.height, width: bounds.width, height: bounds.height * 3)
    let near = Set(standInGeometry.rows(in: ahead)).subtracting(standInCells.keys)
    let far = standInPrefetched.subtracting(near)
    let new = near.subtracting(standInPrefetched)
    standInPrefetched = near
    if !far.isEmpty {
      prefetchDataSource.tableView(self, cancelPrefetchingForRowsAt: far.sorted())
    }
    if !new.isEmpty {
      prefetchDataSource.tableView(self, prefetchRowsAt: new.sorted())
    }
  }
}
