@_spi(Adapters) public import LiveTables

/// The cells of one view: which one shows which row, and the work that runs for it.
///
/// The view owns it, asks it for cells, and passes on what happens to them:
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
/// The ``CellProvider`` chooses the cell of a row; its class is registered before its first cell. Before a cell is
/// configured, everything that was started for its previous row has been cancelled (``CellScope``). What cannot be shown
/// is reported as a `TableDiagnostic`, once for each problem, and a placeholder is shown in its place.
@_spi(Adapters) @MainActor public final class TableCells<Host: CellHost> {
  /// Chooses cells.
  @_spi(Adapters) public typealias Provider = CellProvider<Host.Section, Host.Row, Host.Cell>
  /// Chooses supplementary views.
  @_spi(Adapters) public typealias Supplementaries = [SupplementaryKind: CellProvider<
    Host.Section, Host.Section, Host.SupplementaryView
  >]

  typealias RowStock = CellStock<RowPath, Host.Section, Host.Row, Host.Cell>
  typealias ViewStock = CellStock<SupplementaryPlace, Host.Section, Host.Section, Host.SupplementaryView>

  /// Chooses the cells of rows.
  @_spi(Adapters) public let provider: Provider
  /// Chooses supplementary views.
  @_spi(Adapters) public let supplementaries: Supplementaries

  let rows = RowStock()
  let views: [SupplementaryKind: ViewStock]
  private var reported: Set<CellProblem> = []

  /// Creates the cells of a view.
  ///
  /// - Parameters:
  ///   - link: The view's link.
  ///   - provider: Chooses the cells of rows.
  ///   - supplementaries: Chooses supplementary views.
  @_spi(Adapters) public init(
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

  /// The cell for a row, configured.
  ///
  /// Call it for a cell that is going to be shown, not to look at one.
  @_spi(Adapters) public func cell(at path: RowPath, in host: Host) -> Host.Cell {
    if let cell = cell(at: path, in: host, orElse: nil) { return cell }
    let row = host.link.table[path]
    return placeholder(for: path, row, .noKind(key: row.map { "\($0)" } ?? "\(path)"), nil, in: host)
  }

  /// The cell for a row, configured; `nil` where the provider has none on purpose.
  ///
  /// - Parameter other: Stands in the ledger for what somebody else shows there, so that it is asked for again when the row
  ///   changes.
  package func cell(at path: RowPath, in host: Host, orElse other: @autoclosure () -> Host.Cell?) -> Host.Cell? {
    guard let (row, place) = host.row(path) else {
      return placeholder(for: path, nil, .noRow(path), nil, in: host)
    }
    let supply = CellSupply<Host.Cell>(
      register: { host.register($0, reuseIdentifier: $1) },
      dequeue: { host.dequeueCell(reuseIdentifier: $0, for: path) })
    switch rows.cell(for: row, at: path, place, from: provider, supply) {
    case .cell(let cell): return cell
    case .nothing:
      if let other = other() { rows.note(placeholder: other, for: row, at: path) }
      return nil
    case .problem(let problem, let cell): return placeholder(for: path, row, problem, cell, in: host)
    }
  }

  /// The cell that shows a row, if there is one.
  @_spi(Adapters) public func shownCell(at path: RowPath) -> Host.Cell? { rows.ledger[path]?.cell }

  /// A cell is about to be on screen.
  ///
  /// One that comes back without having been asked for gets its scope again, by being configured again.
  ///
  /// - Returns: `false` if the cell cannot show the row any more, which has to be reloaded.
  @_spi(Adapters) @discardableResult public func willDisplay(_ cell: Host.Cell, at path: RowPath, in host: Host) -> Bool
  {
    guard let (row, place) = host.row(path) else { return false }
    return rows.willDisplay(cell, row, at: path, place, from: provider)
  }

  /// A cell has left the screen: what was started for its row ends.
  @_spi(Adapters) public func didEndDisplaying(_ cell: Host.Cell) { rows.didEndDisplaying(cell) }

  private func placeholder(
    for path: RowPath, _ row: Host.Row?, _ problem: CellProblem, _ dequeued: Host.Cell?, in host: Host
  ) -> Host.Cell {
    report(problem, to: host)
    let cell = host.placeholder(for: path, problem: problem, dequeued: dequeued)
    if let row { rows.note(placeholder: cell, for: row, at: path) }
    return cell
  }

  // MARK: - Supplementary views

  /// The view of a supplementary kind for a section, configured.
  ///
  /// - Returns: `nil` if the kind is not registered, the section has none, or it cannot be shown, which is reported.
  @_spi(Adapters) public func supplementaryView(at place: SupplementaryPlace, in host: Host) -> Host.SupplementaryView?
  {
    guard let provider = supplementaries[place.kind], let stock = views[place.kind],
      let (section, position) = host.section(place)
    else { return nil }
    let supply = CellSupply<Host.SupplementaryView>(
      register: { host.register($0, reuseIdentifier: $1, kind: place.kind) },
      dequeue: { host.dequeueSupplementaryView(reuseIdentifier: $0, for: place) })
    switch stock.cell(for: section, at: place, position, from: provider, supply) {
    case .cell(let view): return view
    case .nothing: return nil
    case .problem(let problem, _):
      report(problem, to: host)
      return nil
    }
  }

  /// Whether a section has a view of a kind, without making one.
  @_spi(Adapters) public func hasSupplementaryView(at place: SupplementaryPlace, in host: Host) -> Bool {
    guard let provider = supplementaries[place.kind], let (section, position) = host.section(place) else {
      return false
    }
    return provider.hasCell(for: section, position)
  }

  /// The view that is shown in a place, if there is one.
  @_spi(Adapters) public func shownSupplementaryView(at place: SupplementaryPlace) -> Host.SupplementaryView? {
    views[place.kind]?.ledger[place]?.cell
  }

  /// A supplementary view is about to be on screen.
  ///
  /// - Returns: `false` if the view cannot show the section any more and has to be reloaded.
  @_spi(Adapters) @discardableResult public func willDisplay(
    _ view: Host.SupplementaryView, at place: SupplementaryPlace, in host: Host
  ) -> Bool {
    guard let provider = supplementaries[place.kind], let stock = views[place.kind],
      let (section, position) = host.section(place)
    else { return false }
    return stock.willDisplay(view, section, at: place, position, from: provider)
  }

  /// A supplementary view has left the screen: what was started for its section ends.
  @_spi(Adapters) public func didEndDisplaying(_ view: Host.SupplementaryView, kind: SupplementaryKind) {
    views[kind]?.didEndDisplaying(view)
  }

  // MARK: - All of them

  /// Everything will be asked for again: all work ends.
  ///
  /// Call it in `reload(commit:)`.
  @_spi(Adapters) public func reload() {
    rows.removeAll()
    for stock in views.values { stock.removeAll() }
  }

  private func report(_ problem: CellProblem, to host: Host) {
    if reported.count < 100, reported.insert(problem).inserted { host.link.report(.cell(problem)) }
  }
}

/// Work that was started for rows ends with their binding.
extension TableCells: BindingFollower {
  /// Work may be started again.
  @_spi(Adapters) public func bindingBegan() { isOver = false }

  /// All work ends, unless the stream has ended by itself.
  @_spi(Adapters) public func bindingEnded(_ reason: EndReason) {
    if reason == .finished { return }  // what is shown stays, and goes on
    isOver = true
    // The end of one may lead to a binding with scopes of its own.
    for scope in rows.scopes + views.values.flatMap(\.scopes) { scope.end() }
  }

  /// Whether the binding has ended, so that no work is started any more.
  package var isOver: Bool {
    get { rows.isOver }
    set {
      rows.isOver = newValue
      for stock in views.values { stock.isOver = newValue }
    }
  }
}

extension CellHost {
  /// A row, and where it is.
  func row(_ path: RowPath) -> (Row, CellPlace<Section>)? {
    guard let row = link.table[path] else { return nil }
    let place = CellPlace(
      path: path, section: link.table.sections[path.section].value, isSelected: link.selection.contains(path),
      sourceValue: link.value)
    return (row, place)
  }

  /// A section's value, and where it is.
  func section(
    _ place: SupplementaryPlace, of table: TableSnapshot<Section, Row>? = nil
  ) -> (Section, CellPlace<Section>)? {
    let sections = (table ?? link.table).sections
    guard sections.indices.contains(place.section) else { return nil }
    let section = sections[place.section].value
    let position = CellPlace(
      path: RowPath(section: place.section, row: place.item), section: section, kind: place.kind,
      sourceValue: link.value)
    return (section, position)
  }
}
