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
    if let selection, let row, cursor == nil { cursorLost(row, at: selection) }
    setNeedsDisplay()
  }

  /// Performs a batch, marks its changes, and updates the cursor and the scroll position.
  public func perform(_ stage: BatchUpdate<Section, Row>, animation: BatchAnimation, commit: () -> Void) throws {
    let source = link.table
    commit()
    let target = link.table
    let now = ContinuousClock.now
    // All stages of a change have the same revision.
    if markedRevision != link.revision || lastUpdate == nil {
      markedRevision = link.revision
      markers.begin(at: now)
      lastUpdate = ChangeCounts()
    }
    let map = carryMarks(stage.operations, source, target)
    let before = lastUpdate?.total ?? 0
    if animation.isAnimated {
      let quietCount = mark(stage.operations, source, target, map)
      lastUpdate?.add(stage)
      lastUpdate?.updated -= quietCount
    }
    meter.note((lastUpdate?.total ?? 0) - before, at: now)
    follow(map, stage.operations, source, target, cells.change(stage, in: self))
    setNeedsDisplay()
  }

  /// Moves marks with their rows.
  ///
  /// - Returns: A map from old to new paths of rows, or `nil` if all rows keep their positions.
  private func carryMarks(
    _ operations: BatchOperations, _ source: TableSnapshot<Section, Row>, _ target: TableSnapshot<Section, Row>
  ) -> PathMap? {
    if operations.count == operations.updatedRows.count + operations.updatedSections.count { return nil }
    let map = PathMap(operations)
    if markers.count > 0 {
      let (before, after) = (source.rowCounts, target.rowCounts)
      markers.move(to: { map.target(of: $0) }) { path in
        let section = path.row < 0 ? map.target(ofSection: path.section) : nil
        return section.map { RowPath(section: $0, row: -1) }
          ?? map.nearestTarget(of: path, before: before, after: after)
      }
    }
    return map
  }

  /// Marks the rows that a batch changes.
  ///
  /// - Returns: The number of updates that do not count as changes.
  private func mark(
    _ operations: BatchOperations, _ source: TableSnapshot<Section, Row>, _ target: TableSnapshot<Section, Row>,
    _ map: PathMap?
  ) -> Int {
    var quietCount = 0
    for path in operations.updatedRows {
      let place = map?.target(of: path) ?? path
      guard let previous = source[path] else { continue }
      if let isNews, let row = target[place], !isNews(previous, row) {
        quietCount += 1
      } else {
        markers.mark(place, .updated, previous: previous)
      }
    }
    let inserted =
      operations.insertedRows
      + operations.insertedSections.flatMap { section in
        target.sections[section].rows.indices.prefix(Self.mostMarksInSection).map { RowPath(section: section, row: $0) }
      }
    for path in inserted { markers.mark(path, .inserted) }
    markDeleted(operations, source, target, map)
    if markers.hasDeleted {
      let identities = Set(inserted.compactMap { target[$0]?.identity })
      // Reading an identity runs the row's code, which may use the view.
      var kept = markers
      kept.forgetDeleted { identities.contains($0.identity) }
      markers = kept
    }
    for move in operations.movedRows { markers.mark(move.to, .moved) }
    return quietCount
  }

  private func markDeleted(
    _ operations: BatchOperations, _ source: TableSnapshot<Section, Row>, _ target: TableSnapshot<Section, Row>,
    _ map: PathMap?
  ) {
    // Rows that a filter removes would cover the rows that it finds.
    guard let map, !operations.deletedRows.isEmpty, prompt?.onChange == nil else { return }
    let deleted = operations.deletedRows.prefix(Self.mostDeleted).filter { source[$0] != nil }
    let neighbors = map.neighbors(
      ofDeleted: deleted, moved: Set(operations.movedRows.map(\.from)), before: source.rowCounts,
      after: target.rowCounts)
    for (path, neighbor) in zip(deleted, neighbors) {
      guard let row = source[path] else { continue }
      if let section = map.target(ofSection: path.section), target.sections[section].rows.isEmpty,
        scroller.layout.hasHeader(path.section)
      {
        markers.delete(row, beside: RowPath(section: section, row: -1), isBehind: true)
      } else {
        markers.delete(row, beside: neighbor.path, isBehind: neighbor.isBefore)
      }
    }
  }

  private func follow(
    _ map: PathMap?, _ operations: BatchOperations, _ source: TableSnapshot<Section, Row>,
    _ target: TableSnapshot<Section, Row>, _ reloads: CellReloads
  ) {
    carryLines(through: map, reloads)
    let (before, after) = (source.rowCounts, target.rowCounts)
    if let map {
      carryDisplayed(through: map, from: source)
      let moved = Set(operations.movedRows.map(\.from))
      let old = cursor
      let row = old.flatMap { source[$0] }
      let now = old.flatMap { map.target(of: $0) } ?? row.flatMap { arrival(of: $0.identity, operations, target) }
      scroller.update(to: layout(of: target), stays: { !moved.contains($0) && map.target(of: $0) != nil }) {
        ($0 == old ? now : nil) ?? map.nearestTarget(of: $0, before: before, after: after)
      }
      if let old, let row, now == nil { cursorLost(row, at: old) }
    } else if !reloads.supplementaryViews.isEmpty {
      scroller.update(to: layout(of: target)) { $0 }
    }
  }

  /// Returns the path at which a batch inserts a row again after deleting it with its section.
  private func arrival(
    of id: Row.Identity, _ operations: BatchOperations, _ target: TableSnapshot<Section, Row>
  ) -> RowPath? {
    if let path = operations.insertedRows.first(where: { target[$0]?.identity == id }) { return path }
    for section in operations.insertedSections {
      let row = target.sections[section].rows.firstIndex { $0.identity == id }
      if let row { return RowPath(section: section, row: row) }
    }
    return nil
  }

  /// The maximum number of marks in a section.
  private static var mostMarksInSection: Int { 10_000 }
  private static var mostDeleted: Int { 1_000 }
}

extension PathMap {
  /// The row next to which a deleted row is shown: the next remaining row of its section, or otherwise the nearest row.
  struct Neighbor: Equatable {
    /// The path of the neighbor after the batch, or `nil` if no row remains.
    var path: RowPath?
    /// Whether the neighbor precedes the deleted row, because the rows after it were deleted as well.
    var isBefore: Bool
  }

  /// Returns the neighbors of deleted rows.
  ///
  /// - Parameters:
  ///   - paths: The paths of the deleted rows, in order.
  ///   - moved: The rows that the batch moves.
  ///   - before: The number of rows in each section before the batch.
  ///   - after: The number of rows in each section after the batch.
  /// - Complexity: O(*n* log *k*) for *n* rows in the affected sections and *k* operations.
  func neighbors(ofDeleted paths: [RowPath], moved: Set<RowPath>, before: [Int], after: [Int]) -> [Neighbor] {
    var neighbors: [Neighbor] = []
    // In reverse order, because rows have the same successor as the next deleted row, unless there is a remaining row
    // between them.
    var next: (path: RowPath, neighbor: Neighbor)?
    for path in paths.reversed() {
      let known = next.flatMap { $0.path.section == path.section && $0.path.row > path.row ? $0 : nil }
      let following = (path.row + 1)..<max(path.row + 1, known?.path.row ?? before[path.section])
      let staying = following.lazy.compactMap { row in
        let place = RowPath(section: path.section, row: row)
        return moved.contains(place) ? nil : target(of: place)
      }.first
      let neighbor =
        staying.map { Neighbor(path: $0, isBefore: false) } ?? known?.neighbor
        ?? {
          let nearest = nearestTarget(of: path, before: before, after: after)
          let section = target(ofSection: path.section) ?? path.section
          return Neighbor(path: nearest, isBefore: nearest.map { $0.section <= section } ?? true)
        }()
      neighbors.append(neighbor)
      next = (path, neighbor)
    }
    return neighbors.reversed()
  }
}
