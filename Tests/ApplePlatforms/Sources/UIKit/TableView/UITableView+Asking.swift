extension UITableView {
  /// Reads the number of sections, and then the number of rows in each section, in order.
  func standInReadCounts() -> [Int] {
    guard let dataSource else { return [] }
    let sections = dataSource.numberOfSections(in: self)
    return (0..<max(0, sections)).map { section in
      let rows = dataSource.tableView(self, numberOfRowsInSection: section)
      if rows < 0 {
        StandInException.raise(
          StandInException.inconsistency, "the number of rows in section \(section) is negative: \(rows)")
      }
      return max(0, rows)
    }
  }

  func standInEnsureCounts() -> [Int] {
    if let standInCounts { return standInCounts }
    let counts = standInReadCounts()
    standInCounts = counts
    return counts
  }

  func standInExists(_ path: IndexPath) -> Bool {
    guard path.count == 2, let counts = standInCounts, counts.indices.contains(path.section) else { return false }
    return (0..<counts[path.section]).contains(path.row)
  }

  public var numberOfSections: Int { standInEnsureCounts().count }

  public func numberOfRows(inSection section: Int) -> Int {
    let counts = standInEnsureCounts()
    guard counts.indices.contains(section) else {
      StandInException.raise(
        StandInException.inconsistency,
        "request for number of rows in section \(section), when there are only \(counts.count) sections")
      return 0
    }
    return counts[section]
  }

  public func rect(forSection section: Int) -> CGRect { standInMeasured.rect(ofSection: section) }
  public func rectForHeader(inSection section: Int) -> CGRect { standInMeasured.rect(ofHeader: section) }
  public func rectForFooter(inSection section: Int) -> CGRect { standInMeasured.rect(ofFooter: section) }
  public func rectForRow(at indexPath: IndexPath) -> CGRect { standInMeasured.rect(ofRow: indexPath) }

  public func indexPathForRow(at point: CGPoint) -> IndexPath? {
    standInMeasured.rows(in: CGRect(x: point.x, y: point.y, width: 1, height: 0.001)).first
  }

  public func indexPathsForRows(in rect: CGRect) -> [IndexPath]? { standInMeasured.rows(in: rect) }
  public func indexPath(for cell: UITableViewCell) -> IndexPath? { standInCells.first { $0.value === cell }?.key }
  public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { standInCells[indexPath] }

  public var visibleCells: [UITableViewCell] {
    if standInIsLoading {
      StandInException.raise(
        StandInException.inconsistency,
        "Attempted to access the table view's visibleCells while they were in the process of being updated")
    }
    standInBringUpToDate()
    return standInCells.sorted { $0.key < $1.key }.map(\.value)
  }

  public var indexPathsForVisibleRows: [IndexPath]? {
    standInBringUpToDate()
    return standInCells.keys.sorted()
  }

  /// Performs pending layout, which creates the visible cells even if the view is not in a window.
  private func standInBringUpToDate() {
    if standInBatchDepth == 0, !standInIsLoading { layoutIfNeeded() }
  }

  public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    standInHeaders[section] as? UITableViewHeaderFooterView
  }

  public func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    standInFooters[section] as? UITableViewHeaderFooterView
  }

  private var standInMeasured: StandInTableGeometry {
    if standInCounts == nil || standInNeedsLayout, standInBatchDepth == 0, !standInIsLoading { standInMeasure() }
    return standInGeometry
  }

  // MARK: - Scrolling

  public func scrollToRow(at indexPath: IndexPath, at scrollPosition: UITableView.ScrollPosition, animated: Bool) {
    let counts = standInEnsureCounts()
    if indexPath.count == 2, indexPath.row == NSNotFound, counts.indices.contains(indexPath.section) {
      return standInScroll(to: standInMeasured.rect(ofSection: indexPath.section), scrollPosition, animated)
    }
    guard standInExists(indexPath) else {
      let rows = indexPath.count == 2 && counts.indices.contains(indexPath.section) ? counts[indexPath.section] : 0
      return StandInException.raise(
        StandInException.range,
        "-[UITableView scrollToRowAtIndexPath:atScrollPosition:animated:]: row (\(indexPath.last ?? 0)) beyond bounds"
          + " (\(rows)) for section (\(indexPath.first ?? 0)).")
    }
    standInScroll(to: standInMeasured.rect(ofRow: indexPath), scrollPosition, animated)
  }

  private func standInScroll(to rect: CGRect, _ position: UITableView.ScrollPosition, _ animated: Bool) {
    let inset = adjustedContentInset
    let height = bounds.height - inset.top - inset.bottom
    var y = contentOffset.y + inset.top
    switch position {
    case .top: y = rect.minY
    case .middle: y = rect.midY - height / 2
    case .bottom: y = rect.maxY - height
    case .none:
      if rect.minY < y { y = rect.minY } else if rect.maxY > y + height { y = rect.maxY - height }
    }
    let offset = standInClamped(CGPoint(x: 0, y: y - inset.top))
    if offset != contentOffset { setContentOffset(offset, animated: animated) }
  }
}
