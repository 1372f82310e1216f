package import LiveTables

/// The rows and supplementary views that a view must reload after a batch has been applied to its cells.
package struct CellReloads: Hashable, Sendable {
  /// The paths, after the batch, of visible rows that need a different cell.
  package var rows: [RowPath] = []

  /// The paths, after the batch, of supplementary views that must be replaced, inserted, or removed.
  package var supplementaryViews: [SupplementaryPath] = []

  /// Creates a value that contains no reloads.
  package init() {}
}

extension TableCells {
  /// Updates the visible cells after a batch has been committed.
  ///
  /// If a row was deleted, the work for its cell is cancelled. If a row moved, its cell moves with it. Visible rows
  /// that changed or moved to another section are configured again, with the previous row in their context. A row is
  /// reloaded if it needs a different kind of cell because it moved or because its section's value changed. The batch
  /// does not affect any other cells.
  ///
  /// Call this method inside `perform`, after `commit` and before the view requests any cells.
  ///
  /// - Parameters:
  ///   - stage: The batch that has been committed.
  ///   - host: The view that shows the cells.
  /// - Returns: The rows and supplementary views that the view must reload. These are declared with `update: .reload`,
  ///   or need a different kind of cell.
  /// - Complexity: O(*k* log *k* + *u* *c*) for *k* operations, *u* updated sections and *c* cells in use.
  package func change(_ stage: BatchUpdate<Host.Section, Host.Row>, in host: Host) -> CellReloads {
    let operations = stage.operations
    let updates = operations.updatedRows.count + operations.updatedSections.count
    let map = operations.count > updates ? PathMap(operations) : nil
    if let map { follow(map) }
    var reloads = CellReloads()
    for path in operations.updatedRows {
      guard let path = map.map({ $0.target(of: path) }) ?? path else { continue }
      if !configure(at: path, in: host) { reloads.rows.append(path) }
    }
    for move in operations.movedRows {
      let isInSection = map?.target(ofSection: move.from.section) == move.to.section
      let fits = isInSection ? hasRightKind(at: move.to, in: host) : configure(at: move.to, in: host)
      if !fits { reloads.rows.append(move.to) }
    }
    for old in operations.updatedSections {
      guard let section = map.map({ $0.target(ofSection: old) }) ?? old else { continue }
      reloads.supplementaryViews += refresh(section: section, from: old, of: stage.source, in: host)
      let shown = rows.ledger.allPlaces.filter { $0.section == section }
      reloads.rows += shown.ascending().filter { !reloads.rows.contains($0) && !hasRightKind(at: $0, in: host) }
    }
    return reloads
  }

  /// Configures the cells of unchanged rows again, and ignores rows without a cell.
  ///
  /// - Returns: The paths of the rows that must be reloaded.
  package func reconfigure(_ paths: some Sequence<RowPath>, in host: Host) -> [RowPath] {
    paths.filter { !configure(at: $0, in: host) }
  }

  /// Configures the supplementary views of the given kind again, even if their sections have not changed.
  package func reconfigure(_ kind: SupplementaryKind, in host: Host) {
    guard let provider = supplementaries[kind], let stock = views[kind] else { return }
    for path in Array(stock.ledger.allPlaces) {
      let view = SupplementaryPath(kind, section: path.section, item: path.row)
      guard let (section, place) = host.section(view), let entry = stock.ledger[path] else { continue }
      if stock.update(entry, to: section, at: place, from: provider) { host.reconfigured(entry.cell) }
    }
  }

  private func follow(_ map: PathMap) {
    rows.move { map.target(of: $0) }
    for stock in views.values {
      stock.move { path in map.target(ofSection: path.section).map { RowPath(section: $0, row: path.row) } }
    }
  }

  /// Configures the cell of a row again, or returns `false` if the row must be reloaded.
  private func configure(at path: RowPath, in host: Host) -> Bool {
    guard let shown = rows.ledger[path], let (row, place) = host.row(path) else { return true }
    guard rows.update(shown, to: row, at: place, from: provider) else { return false }
    host.reconfigured(shown.cell)
    return true
  }

  /// Returns `false` if the row needs a different kind of cell, and therefore must be reloaded.
  private func hasRightKind(at path: RowPath, in host: Host) -> Bool {
    guard let shown = rows.ledger[path], let (row, place) = host.row(path) else { return true }
    return rows.hasRightKind(shown, for: row, at: place, from: provider)
  }

  private func refresh(
    section: Int, from old: Int, of source: TableSnapshot<Host.Section, Host.Row>, in host: Host
  ) -> [SupplementaryPath] {
    var reloads: [SupplementaryPath] = []
    for (kind, provider) in supplementaries {
      guard let stock = views[kind] else { continue }
      let shown = stock.ledger.allPlaces.filter { $0.section == section }
      for path in shown {
        let view = SupplementaryPath(kind, section: section, item: path.row)
        guard let (value, place) = host.section(view), let entry = stock.ledger[path] else { continue }
        if stock.update(entry, to: value, at: place, from: provider) {
          host.reconfigured(entry.cell)
        } else {
          reloads.append(view)
        }
      }
      if !shown.isEmpty { continue }
      let path = SupplementaryPath(kind, section: section)
      let had = host.section(SupplementaryPath(kind, section: old), of: source).map(provider.hasCell) ?? false
      // A supplementary view that existed before and still exists is off screen.
      if had != hasSupplementaryView(at: path, in: host) { reloads.append(path) }
    }
    return reloads
  }
}
