public import LiveTablesCells

extension TerminalTableView {
  package func forgetMarks() {
    markers.removeAll()
    setNeedsDisplay()
  }

  /// Reloads the table without marking rows, and keeps the cursor on its row if the row still exists.
  public func reload(commit: () -> Void) {
    let selection = scroller.selection
    let row = selectedRow
    let identity = row?.identity
    let wasEmpty = link.table.isEmpty
    endDisplaying()
    commit()
    dropLines()
    let table = link.table
    if wasEmpty { painter.forgetWidths() }
    markers.removeAll()
    lastUpdate = nil
    // Tries the old path first, before searching all rows.
    let stays = identity != nil && selection.flatMap { table[$0] }?.identity == identity
    scroller.reload(to: layout(of: table), selection: stays ? selection : identity.flatMap { table.path(of: $0) })
    if let selection, let row, cursor == nil { reportCursorMoved(fromDeleted: row, at: selection) }
    setNeedsDisplay()
  }

  /// Performs a batch, marks its changes, and updates the cursor and the scroll position.
  public func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    let source = link.table
    commit()
    let batch = ShownBatch(operations: stage.operations, source: source, target: link.table)
    let now = ContinuousClock.now
    // All stages of a change have the same revision.
    if markedRevision != link.revision || lastUpdate == nil {
      markedRevision = link.revision
      markers.begin(at: now)
      lastUpdate = ChangeCounts()
    }
    let map = moveMarks(batch)
    let oldTotal = lastUpdate?.total ?? 0
    if animation.isAnimated {
      let ignoredCount = mark(batch, map)
      lastUpdate?.add(stage)
      lastUpdate?.updated -= ignoredCount
    }
    meter.add((lastUpdate?.total ?? 0) - oldTotal, at: now)
    moveContent(batch, map, cells.change(stage, in: self))
    setNeedsDisplay()
  }

  /// Moves marks with their rows.
  ///
  /// - Returns: A map from old to new paths of rows, or `nil` if all rows keep their positions.
  private func moveMarks(_ batch: ShownBatch<Section, Row>) -> PathMap? {
    let operations = batch.operations
    if operations.count == operations.updatedRows.count + operations.updatedSections.count { return nil }
    let map = PathMap(operations)
    if markers.count > 0 {
      let places = places(of: batch, map)
      markers.move(to: { map.target(of: $0) }) { place in
        var place = place
        switch place.neighbor {
        case .row(let path):
          guard let target = map.target(of: path) else { return places(path) }
          place.neighbor = .row(target)
        case .header(let section):
          guard let target = map.target(ofSection: section) else { return places(RowPath(section: section, row: 0)) }
          place.neighbor = .header(section: target)
        case .emptyTable: break
        }
        return place
      }
    }
    return map
  }

  /// Marks the rows that a batch changes.
  ///
  /// - Returns: The number of updates that ``shouldMarkUpdate`` excludes.
  private func mark(_ batch: ShownBatch<Section, Row>, _ map: PathMap?) -> Int {
    let (operations, source, target) = (batch.operations, batch.source, batch.target)
    var ignoredCount = 0
    for path in operations.updatedRows {
      let newPath = map?.target(of: path) ?? path
      guard let previous = source[path] else { continue }
      if let shouldMarkUpdate, let row = target[newPath], !shouldMarkUpdate(previous, row) {
        ignoredCount += 1
      } else {
        markers.mark(newPath, .updated, previous: previous)
      }
    }
    let inserted =
      operations.insertedRows
      + operations.insertedSections.flatMap { section in
        target.sections[section].rows.indices.prefix(Self.mostMarksInSection).map { RowPath(section: section, row: $0) }
      }
    for path in inserted { markers.mark(path, .inserted) }
    if let map { markDeleted(batch, map) }
    if markers.hasDeleted {
      let identities = Set(inserted.compactMap { target[$0]?.identity })
      // Reading an identity runs the row's code, which may use the view.
      var kept = markers
      kept.forgetDeleted { identities.contains($0.identity) }
      markers = kept
    }
    for move in operations.movedRows { markers.mark(move.to, .moved) }
    return ignoredCount
  }

  private func markDeleted(_ batch: ShownBatch<Section, Row>, _ map: PathMap) {
    let (operations, source) = (batch.operations, batch.source)
    // Rows that a filter removes would cover the rows that it finds.
    guard !operations.deletedRows.isEmpty, prompt?.onChange == nil else { return }
    let places = places(of: batch, map)
    for path in operations.deletedRows.prefix(Self.mostDeleted) {
      if let row = source[path] { markers.delete(row, at: path, showingIn: places(path)) }
    }
    markers.sortDeleted()
  }

  /// Returns a closure that returns the place after a batch at which a row is shown that the batch deletes.
  private func places(of batch: ShownBatch<Section, Row>, _ map: PathMap) -> (RowPath) -> DeletedRowPlace {
    let layout = scroller.layout
    let (before, after) = (batch.source.rowCounts, batch.target.rowCounts)
    return { path in
      if let section = map.target(ofSection: path.section), after[section] == 0, layout.hasHeader(path.section) {
        return DeletedRowPlace(neighbor: .header(section: section), isAfterNeighbor: true)
      }
      let neighbor = map.neighbor(ofDeleted: path, before: before, after: after)
      return DeletedRowPlace(neighbor: .nearest(neighbor.path), isAfterNeighbor: neighbor.isBefore)
    }
  }

  private func moveContent(_ batch: ShownBatch<Section, Row>, _ map: PathMap?, _ reloads: CellReloads) {
    let (source, target) = (batch.source, batch.target)
    moveLines(through: map, reloads)
    if let map {
      let (before, after) = (source.rowCounts, target.rowCounts)
      moveDisplayedRows(through: map, from: source)
      let moved = Set(batch.operations.movedRows.map(\.from))
      let oldCursor = cursor
      let row = oldCursor.flatMap { source[$0] }
      let newCursor = oldCursor.flatMap { map.target(of: $0) } ?? row.flatMap { insertedPath(of: $0.identity, batch) }
      scroller.update(to: layout(of: target), stays: { !moved.contains($0) && map.target(of: $0) != nil }) {
        ($0 == oldCursor ? newCursor : nil) ?? map.nearestTarget(of: $0, before: before, after: after)
      }
      if let oldCursor, let row, newCursor == nil { reportCursorMoved(fromDeleted: row, at: oldCursor) }
    } else if !reloads.supplementaryViews.isEmpty {
      scroller.update(to: layout(of: target)) { $0 }
    }
  }

  /// Returns the path at which a batch inserts a row again after deleting it with its section.
  private func insertedPath(of id: Row.Identity, _ batch: ShownBatch<Section, Row>) -> RowPath? {
    let target = batch.target
    if let path = batch.operations.insertedRows.first(where: { target[$0]?.identity == id }) { return path }
    for section in batch.operations.insertedSections {
      let row = target.sections[section].rows.firstIndex { $0.identity == id }
      if let row { return RowPath(section: section, row: row) }
    }
    return nil
  }

  private static var mostMarksInSection: Int { 10_000 }
  private static var mostDeleted: Int { 1_000 }
}

/// A batch update whose operations and tables are computed once.
private struct ShownBatch<Section: Diffable, Row: Diffable> {
  let operations: BatchOperations
  let source: TableSnapshot<Section, Row>
  let target: TableSnapshot<Section, Row>
}

extension DeletedRowNeighbor {
  /// Returns the nearest row, or ``emptyTable`` if there is none.
  fileprivate static func nearest(_ path: RowPath?) -> Self { path.map(Self.row) ?? .emptyTable }
}
