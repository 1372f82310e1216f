@_spi(Adapters) public import LiveTables

/// How the view is told of changes.
extension TerminalTableView {
  /// Shows the table from scratch.
  ///
  /// Nothing is marked; the selected row stays selected if the table still has it.
  public func reload(commit: () -> Void) {
    let selection = scroller.selection
    let identity = selectedRow?.identity
    let wasEmpty = link.table.isEmpty
    endDisplaying()
    commit()
    dropLines()
    let table = link.table
    if wasEmpty { painter.forgetWidths() }
    markers.removeAll()
    tally = nil
    // The row is looked for where it was, before all others are.
    let stays = identity != nil && selection.flatMap { table[$0] }?.identity == identity
    scroller.reload(to: layout(of: table), selection: stays ? selection : identity.flatMap { table.path(of: $0) })
    setNeedsDisplay()
  }

  /// Shows one batch: marks what it does, and lets the selection and the scrolling follow.
  public func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    let source = link.table
    commit()
    let target = link.table
    let now = ContinuousClock.now
    // All stages of one change come on top of the same revision.
    if markedRevision != link.revision || tally == nil {
      markedRevision = link.revision
      markers.begin(at: now)
      tally = StatusLine.Tally()
    }
    let map = carryMarks(stage.operations, source, target)
    mark(stage.operations, source, target, map)
    let before = tally?.total ?? 0
    count(stage.operations, source, target)
    meter.note((tally?.total ?? 0) - before, at: now)
    follow(map, source, target, cells.change(stage, in: self))
    setNeedsDisplay()
  }

  /// Takes marks to where their rows are now.
  ///
  /// - Returns: Where rows are now; `nil` where all of them are where they were.
  private func carryMarks(
    _ operations: BatchOperations, _ source: TableSnapshot<Section, Row>, _ target: TableSnapshot<Section, Row>
  ) -> PathMap? {
    if operations.count == operations.updatedRows.count + operations.updatedSections.count { return nil }
    let map = PathMap(operations)
    if markers.count > 0 {
      let (before, after) = (source.rowCounts, target.rowCounts)
      markers.move(to: { map.target(of: $0) }, nearest: { map.nearestTarget(of: $0, before: before, after: after) })
    }
    return map
  }

  private func mark(
    _ operations: BatchOperations, _ source: TableSnapshot<Section, Row>, _ target: TableSnapshot<Section, Row>,
    _ map: PathMap?
  ) {
    for path in operations.updatedRows {
      if let previous = source[path] { markers.mark(map?.target(of: path) ?? path, .updated, previous: previous) }
    }
    for path in operations.insertedRows { markers.mark(path, .inserted) }
    for move in operations.movedRows { markers.mark(move.to, .moved) }
    for section in operations.insertedSections {
      for row in target.sections[section].rows.indices.prefix(Self.mostMarksInSection) {
        markers.mark(RowPath(section: section, row: row), .inserted)
      }
    }
    guard let map, !operations.deletedRows.isEmpty else { return }
    let (before, after) = (source.rowCounts, target.rowCounts)
    for path in operations.deletedRows.prefix(Self.mostDeleted) {
      guard let row = source[path] else { continue }
      let neighbor = map.nearestTarget(of: path, before: before, after: after)
      let following = (path.row + 1)..<max(path.row + 1, before[path.section])
      let isLast = !following.contains { map.target(of: RowPath(section: path.section, row: $0)) != nil }
      markers.delete(row, beside: neighbor, isBehind: isLast)
    }
  }

  private func count(
    _ operations: BatchOperations, _ source: TableSnapshot<Section, Row>, _ target: TableSnapshot<Section, Row>
  ) {
    let insertedInSections = operations.insertedSections.reduce(0) { $0 + target.sections[$1].rows.count }
    let deletedInSections = operations.deletedSections.reduce(0) { $0 + source.sections[$1].rows.count }
    tally?.inserted += operations.insertedRows.count + insertedInSections
    tally?.deleted += operations.deletedRows.count + deletedInSections
    tally?.moved += operations.movedRows.count
    tally?.updated += operations.updatedRows.count
  }

  private func follow(
    _ map: PathMap?, _ source: TableSnapshot<Section, Row>, _ target: TableSnapshot<Section, Row>,
    _ reloads: CellReloads
  ) {
    carryLines(through: map, reloads)
    let (before, after) = (source.rowCounts, target.rowCounts)
    if let map {
      scroller.update(to: layout(of: target)) { map.nearestTarget(of: $0, before: before, after: after) }
    } else if !reloads.supplementaryViews.isEmpty {
      scroller.update(to: layout(of: target)) { $0 }
    }
  }

  /// A change within its budget marks no more rows than that, but a new section may have any number.
  private static var mostMarksInSection: Int { 10_000 }
  private static var mostDeleted: Int { 1_000 }
}
