public import LiveTablesCells

extension HeadlessTableView: TableView {
  /// Whether the view has a window and has been laid out.
  public var isReady: Bool { engine.isReady }

  /// The number of rows in each section, or `nil` while a reload is pending.
  public var shownRowCounts: [Int]? {
    engine.isReloadPending || !engine.isReady ? nil : engine.shownRowCounts
  }

  /// Reloads the view, keeping the position of the first visible row if that row still exists.
  public func reload(commit: () -> Void) {
    reloads += 1
    let first = visiblePaths.first.flatMap { path in
      link.table[path].flatMap { row in distance(of: path).map { (row.identity, $0) } }
    }
    do {
      try engine.reloadData()
    } catch {
      violations.append(error)
    }
    commit()
    layOut()
    if isLaidOut, let (id, distance) = first, offset > 0 || contentOffsetAdjustment == .always,
      contentOffsetAdjustment != .never,
      let path = link.table.path(of: id), let now = self.distance(of: path)
    {
      scroll(to: offset + now - distance)
    }
  }

  func layOut() {
    guard engine.layOut(rowCounts: link.table.rowCounts) else { return }
    showAll()
  }

  private func showAll() {
    for (element, cell) in shownFromAbove { leave(element, cell, isGone: true) }
    for (_, cell) in held { recycle(cell) }
    held = []
    cells.reload()
    needsLayout = false
    measure()
    scroll(to: offset)
  }

  /// Performs a batch, or throws a `BatchError` if the batch violates a rule.
  public func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    do {
      let isPending = engine.isReloadPending
      try engine.beginBatch(rowCounts: link.table.rowCounts)
      if isPending { showAll() }
      let map = PathMap(stage.operations)
      let rows = visiblePaths.lazy.compactMap { path in self.layout[.row(path)].map { (path: path, top: $0.top) } }
      let anchor = ScrollAnchor(for: stage.operations, rows: rows, offset: offset, keeping: contentOffsetAdjustment)
      commit()
      try engine.check(stage.operations, rowCounts: link.table.rowCounts)
      let reloads = cells.change(stage, in: self)
      carry(through: map)
      reload(reloads)
      measure()
      scroll(to: anchor?.offset { self.layout[.row($0)]?.top } ?? offset)
      noteRows()
      engine.endBatch()
      batches += 1
      if needsLayout { layOutAgain() }
    } catch {
      violations.append(error)
      throw error
    }
  }

  private func carry(through map: PathMap) {
    let before = shownFromAbove
    shown = [:]
    var gone: [(HeadlessElement, HeadlessCell)] = []
    for (element, cell) in before {
      let target: HeadlessElement? =
        switch element {
        case .tableHeader, .tableFooter: element
        case .row(let path): map.target(of: path).map { .row($0) }
        case .supplementary(let place):
          map.target(ofSection: place.section).map { .supplementary(SupplementaryPath(place.kind, section: $0)) }
        }
      if let target { shown[target] = cell } else { gone.append((element, cell)) }
    }
    for (element, cell) in gone {
      let shown = self.shown
      leave(element, cell, isGone: true)
      self.shown = shown  // keeps the replacements of deleted elements
    }
    held = held.compactMap { path, cell in
      if let path = map.target(of: path) { return (path, cell) }
      recycle(cell)
      return nil
    }
  }

  func reload(_ reloads: CellReloads) {
    for path in reloads.rows {
      if let cell = shown[.row(path)] { leave(.row(path), cell, isGone: true) }
    }
    for place in reloads.supplementaryViews {
      if let view = shown[.supplementary(place)] { leave(.supplementary(place), view, isGone: true) }
    }
  }
}
