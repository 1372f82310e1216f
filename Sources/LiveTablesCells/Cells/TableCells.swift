package import LiveTables

/// The cells of a view, with the row that each cell shows and the work that was started for that row.
///
/// The view owns this object, requests cells from it, and reports when its cells appear and disappear:
///
/// ```swift
/// func tableView(_ view: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell {
///   cells.cell(at: RowPath(path), in: self)
/// }
///
/// func reload(commit: () -> Void) {
///   commit()
///   cells.reload()
///   reloadData()
/// }
///
/// func perform(_ stage: BatchUpdate<Folder, Mail>, animation: BatchAnimation, commit: () -> Void) throws {
///   withoutActuallyEscaping(commit) { commit in
///     performBatchUpdates {
///       commit()
///       let reloads = cells.change(stage, in: self)   // configures visible rows with new content again
///       reloadRows(at: reloads.rows) …
///     }
///   }
/// }
/// ```
///
/// The ``CellProvider`` chooses the cell for a row. The cell's class is registered before its first cell is needed.
/// Before a cell is configured, all work for its previous row is cancelled (``CellScope``). Each problem is reported
/// once, as a `TableDiagnostic`, and the view shows a placeholder.
@MainActor package final class TableCells<Host: CellHost> {
  /// The type of the provider of row cells.
  package typealias Provider = CellProvider<Host.Section, Host.Row, Host.Cell>
  /// The type of the providers of supplementary views.
  package typealias Supplementaries = [SupplementaryKind: CellProvider<
    Host.Section, Host.Section, Host.SupplementaryView
  >]

  typealias RowStock = CellStock<Host.Section, Host.Row, Host.Cell>
  typealias ViewStock = CellStock<Host.Section, Host.Section, Host.SupplementaryView>

  /// The provider of row cells.
  package let provider: Provider
  /// The providers of supplementary views.
  package let supplementaries: Supplementaries

  let rows = RowStock()
  let views: [SupplementaryKind: ViewStock]
  private var reported: Set<CellProblem> = []

  /// Creates the cells of a view.
  ///
  /// - Parameters:
  ///   - link: The link between the view and its table.
  ///   - provider: The provider of row cells.
  ///   - supplementaries: The providers of supplementary views.
  package init(
    link: TableLink<Host.Section, Host.Row>, _ provider: Provider, supplementaries: Supplementaries = [:]
  ) {
    self.provider = provider
    self.supplementaries = supplementaries
    views = supplementaries.mapValues { _ in ViewStock() }
    link.follow(self)
    rows.onEvent = { [weak link] event, path, isShown in
      @MainActor func send(_ event: some Sendable) { link?.events.send(event, from: path, while: isShown) }
      send(event)
    }
  }

  isolated deinit { reload() }

  // MARK: - Rows

  /// Returns the configured cell for a row.
  ///
  /// Call this method only for a cell that the view is about to show.
  package func cell(at path: RowPath, in host: Host) -> Host.Cell {
    if let cell = cell(at: path, in: host, orElse: nil) { return cell }
    let row = host.link.table[path]
    return placeholder(for: path, row, .noKind(key: row.map { "\($0)" } ?? "\(path)"), nil, in: host)
  }

  /// Returns the configured cell for a row, or `nil` if the provider is `.nothing`.
  ///
  /// - Parameter other: A cell from another provider to show if this provider has none. When the row changes, the cell
  ///   is requested again.
  package func cell(at path: RowPath, in host: Host, orElse other: @autoclosure () -> Host.Cell?) -> Host.Cell? {
    guard let (row, place) = host.row(path) else {
      return placeholder(for: path, nil, .noRow(path), nil, in: host)
    }
    let supply = CellSupply<Host.Cell>(
      register: { host.register($0, reuseIdentifier: $1) },
      dequeue: { host.dequeueCell(reuseIdentifier: $0, for: path) })
    switch rows.cell(for: row, at: place, from: provider, supply) {
    case .cell(let cell): return cell
    case .nothing:
      if let other = other() { rows.note(placeholder: other, for: row, at: path) }
      return nil
    case .problem(let problem, let cell): return placeholder(for: path, row, problem, cell, in: host)
    }
  }

  /// Returns the cell that currently shows a row, if any.
  package func shownCell(at path: RowPath) -> Host.Cell? { rows.ledger[path]?.cell }

  /// Called when a cell is about to appear on screen.
  ///
  /// If the view shows a cell again without requesting it, the cell is configured again and gets a new scope.
  ///
  /// - Returns: `false` if the row must be reloaded because the cell cannot show it.
  @discardableResult package func willDisplay(_ cell: Host.Cell, at path: RowPath, in host: Host) -> Bool {
    guard let (row, place) = host.row(path) else { return false }
    return rows.willDisplay(cell, row, at: place, from: provider)
  }

  /// Returns whether a cell on screen was made for another row, so that its row must be reloaded.
  package func isWrong(_ cell: Host.Cell, at path: RowPath) -> Bool { rows.isWrong(cell, at: path) }

  /// Cancels the work for the row of a cell that has left the screen.
  package func didEndDisplaying(_ cell: Host.Cell) { rows.didEndDisplaying(cell) }

  private func placeholder(
    for path: RowPath, _ row: Host.Row?, _ problem: CellProblem, _ dequeued: Host.Cell?, in host: Host
  ) -> Host.Cell {
    report(problem, to: host)
    let cell = host.placeholder(for: path, problem: problem, dequeued: dequeued)
    if let row { rows.note(placeholder: cell, for: row, at: path) }
    return cell
  }

  // MARK: - Supplementary views

  /// Returns the configured supplementary view for a section.
  ///
  /// - Returns: The view, or `nil` if the kind has no provider, the section has no such view, or the view cannot be
  ///   created. A view that cannot be created is reported.
  package func supplementaryView(at path: SupplementaryPath, in host: Host) -> Host.SupplementaryView? {
    guard let provider = supplementaries[path.kind], let stock = views[path.kind],
      let (section, place) = host.section(path)
    else { return nil }
    let supply = CellSupply<Host.SupplementaryView>(
      register: { host.register($0, reuseIdentifier: $1, kind: path.kind) },
      dequeue: { host.dequeueSupplementaryView(reuseIdentifier: $0, for: path) })
    switch stock.cell(for: section, at: place, from: provider, supply) {
    case .cell(let view): return view
    case .nothing: return nil
    case .problem(let problem, _):
      report(problem, to: host)
      return nil
    }
  }

  /// Returns whether a section has a supplementary view of the given kind, without creating the view.
  package func hasSupplementaryView(at path: SupplementaryPath, in host: Host) -> Bool {
    guard let provider = supplementaries[path.kind], let (section, place) = host.section(path) else {
      return false
    }
    return provider.hasCell(for: section, place)
  }

  /// Returns the supplementary view that is currently shown at a position, if any.
  package func shownSupplementaryView(at path: SupplementaryPath) -> Host.SupplementaryView? {
    views[path.kind]?.ledger[path.itemPath]?.cell
  }

  /// Called when a supplementary view is about to appear on screen.
  ///
  /// - Returns: `false` if the section must be reloaded because the view cannot show it.
  @discardableResult package func willDisplay(
    _ view: Host.SupplementaryView, at path: SupplementaryPath, in host: Host
  ) -> Bool {
    guard let provider = supplementaries[path.kind], let stock = views[path.kind],
      let (section, place) = host.section(path)
    else { return false }
    return stock.willDisplay(view, section, at: place, from: provider)
  }

  /// Returns whether a supplementary view on screen was made for another section, and must be replaced.
  package func isWrong(_ view: Host.SupplementaryView, at path: SupplementaryPath) -> Bool {
    views[path.kind]?.isWrong(view, at: path.itemPath) ?? false
  }

  /// Cancels the work for the section of a supplementary view that has left the screen.
  package func didEndDisplaying(_ view: Host.SupplementaryView, kind: SupplementaryKind) {
    views[kind]?.didEndDisplaying(view)
  }

  // MARK: - Reloads

  /// Cancels the work for all cells.
  ///
  /// The view will request all of its cells again.
  ///
  /// Call this method in `reload(commit:)`.
  package func reload() {
    rows.removeAll()
    for stock in views.values { stock.removeAll() }
  }

  private func report(_ problem: CellProblem, to host: Host) {
    if reported.count < 100, reported.insert(problem).inserted { host.link.report(.cell(problem)) }
  }
}

/// The work for row cells is cancelled when the binding ends.
extension TableCells: BindingFollower {
  /// Allows the scopes of cells to start work again.
  package func bindingBegan() { isOver = false }

  /// Cancels the work for all cells, unless the binding ended because the sequence finished.
  package func bindingEnded(_ reason: EndReason) {
    if reason == .finished { return }  // cells on screen keep their work
    isOver = true
    // Ending a scope may start a new binding with new scopes.
    for scope in rows.scopes + views.values.flatMap(\.scopes) { scope.end() }
  }

  /// Whether the binding has ended, in which case no work can start.
  package var isOver: Bool {
    get { rows.isOver }
    set {
      rows.isOver = newValue
      for stock in views.values { stock.isOver = newValue }
    }
  }
}

extension CellHost {
  func row(_ path: RowPath) -> (Row, CellPlace<Section>)? {
    guard let row = link.table[path] else { return nil }
    let place = CellPlace(
      path: path, section: link.table.sections[path.section].value, isSelected: link.selection.contains(path),
      sourceValue: link.value)
    return (row, place)
  }

  func section(
    _ path: SupplementaryPath, of table: TableSnapshot<Section, Row>? = nil
  ) -> (Section, CellPlace<Section>)? {
    let sections = (table ?? link.table).sections
    guard sections.indices.contains(path.section) else { return nil }
    let section = sections[path.section].value
    return (section, CellPlace(path: path.itemPath, section: section, kind: path.kind, sourceValue: link.value))
  }
}
