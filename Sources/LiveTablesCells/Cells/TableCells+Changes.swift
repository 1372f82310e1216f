@_spi(Adapters) public import LiveTables

/// What a view has to show again by itself, after its cells were told of a batch.
@_spi(Adapters) public struct CellReloads: Hashable, Sendable {
  /// Rows that are shown and need another cell.
  ///
  /// Paths after the batch.
  @_spi(Adapters) public var rows: [RowPath] = []

  /// Supplementary views that need another view, or a first one, or none any more.
  ///
  /// Places after the batch.
  @_spi(Adapters) public var supplementaryViews: [SupplementaryPlace] = []

  /// Nothing.
  @_spi(Adapters) public init() {}
}

/// What a batch does to cells in use.
extension TableCells {
  /// Follows a batch that has just been committed.
  ///
  /// Work for deleted rows ends. Cells of moved rows move with them. Visible rows whose content changed, or that moved
  /// to another section, are configured again, with the previous row in their context. Rows that moved, and rows of a
  /// section whose value changed, are reloaded if they need another kind of cell now. No other cell is touched.
  ///
  /// Call it inside `perform`, after `commit`, and before the view asks for any cell.
  ///
  /// - Parameters:
  ///   - stage: The batch.
  ///   - host: The view.
  /// - Returns: What the view has to reload itself, because its kind wants that or it needs another kind of cell.
  /// - Complexity: O(*k* log *k* + *u* *c*) for *k* operations, *u* updated sections and *c* cells in use.
  @_spi(Adapters) public func change(_ stage: BatchUpdate<Host.Section, Host.Row>, in host: Host) -> CellReloads {
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

  /// Configures the cells of rows again although nothing in the rows changed; rows without a cell are passed over.
  ///
  /// - Returns: Rows that have to be reloaded instead.
  @_spi(Adapters) public func reconfigure(_ paths: some Sequence<RowPath>, in host: Host) -> [RowPath] {
    paths.filter { !configure(at: $0, in: host) }
  }

  /// Configures the supplementary views of a kind again although nothing in their sections changed.
  package func reconfigure(_ kind: SupplementaryKind, in host: Host) {
    guard let provider = supplementaries[kind], let stock = views[kind] else { return }
    for place in Array(stock.ledger.allPlaces) {
      guard let (section, position) = host.section(place), let entry = stock.ledger[place] else { continue }
      if stock.update(entry, to: section, at: place, position, from: provider) { host.reconfigured(entry.cell) }
    }
  }

  private func follow(_ map: PathMap) {
    rows.move { map.target(of: $0) }
    for stock in views.values {
      stock.move { place in
        map.target(ofSection: place.section).map { SupplementaryPlace(place.kind, section: $0, item: place.item) }
      }
    }
  }

  /// False: the row has to be reloaded.
  private func configure(at path: RowPath, in host: Host) -> Bool {
    guard let shown = rows.ledger[path], let (row, place) = host.row(path) else { return true }
    guard rows.update(shown, to: row, at: path, place, from: provider) else { return false }
    host.reconfigured(shown.cell)
    return true
  }

  /// False: the row needs another kind of cell, and has to be reloaded.
  private func hasRightKind(at path: RowPath, in host: Host) -> Bool {
    guard let shown = rows.ledger[path], let (row, place) = host.row(path) else { return true }
    return rows.hasRightKind(shown, for: row, place, from: provider)
  }

  private func refresh(
    section: Int, from old: Int, of source: TableSnapshot<Host.Section, Host.Row>, in host: Host
  ) -> [SupplementaryPlace] {
    var reloads: [SupplementaryPlace] = []
    for (kind, provider) in supplementaries {
      guard let stock = views[kind] else { continue }
      let shown = stock.ledger.allPlaces.filter { $0.section == section }
      for place in shown {
        guard let (value, position) = host.section(place), let entry = stock.ledger[place] else { continue }
        if stock.update(entry, to: value, at: place, position, from: provider) {
          host.reconfigured(entry.cell)
        } else {
          reloads.append(place)
        }
      }
      if !shown.isEmpty { continue }
      let place = SupplementaryPlace(kind, section: section)
      let had = host.section(SupplementaryPlace(kind, section: old), of: source).map(provider.hasCell) ?? false
      // One that was there and is still is off the screen.
      if had != hasSupplementaryView(at: place, in: host) { reloads.append(place) }
    }
    return reloads
  }
}
