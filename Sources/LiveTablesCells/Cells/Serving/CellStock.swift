import LiveTables

/// Closures that register and dequeue row cells, or supplementary views of one kind.
@MainActor struct CellSupply<Cell: AnyObject> {
  let register: (CellSource, String) -> Void
  let dequeue: (String) -> Cell?
}

/// The row cells, or the supplementary views of one kind, that are in use.
@MainActor final class CellStock<Section, Model, Cell: AnyObject> {
  typealias Provider = CellProvider<Section, Model, Cell>

  enum Answer {
    case cell(Cell)
    case nothing
    case problem(CellProblem, dequeued: Cell?)
  }

  struct Entry {
    let cell: Cell
    /// The reuse identifier of a dequeued cell, or `nil` for placeholders and cells created by a closure.
    let reuseIdentifier: String?
    let model: Model
    let scope: CellScope
  }

  /// A cell that has been replaced or has left the screen, and that the view may show again without requesting it.
  struct Parked {
    weak var cell: Cell?
    let reuseIdentifier: String?
  }

  /// A closure that receives an event, the path of its cell, and a closure that returns whether the cell is later shown
  /// at a given path.
  var onEvent: (@MainActor (_ event: any Sendable, RowPath, _ isShown: @escaping @MainActor (RowPath) -> Bool) -> Void)?
  /// Whether the binding has ended, in which case new scopes end immediately.
  var isOver = false
  private(set) var ledger = CellLedger<RowPath, Entry>()
  private(set) var parked: [ObjectIdentifier: Parked] = [:]
  private var registered: [String: any AnyObject.Type] = [:]

  // MARK: - Creating cells

  func cell(
    for model: Model, at place: CellPlace<Section>, from provider: Provider, _ supply: CellSupply<Cell>
  ) -> Answer {
    switch provider.choose(model, place) {
    case .nothing: return .nothing
    case .missing(let key): return .problem(.noKind(key: key), dequeued: nil)
    case .kind(let kind):
      guard let cell = take(kind, supply) else {
        return .problem(.noCell(reuseIdentifier: kind.reuseIdentifier), dequeued: nil)
      }
      if let problem = problem(with: cell, kind) { return .problem(problem, dequeued: cell) }
      show(model, in: cell, kind, at: place, previous: nil)
      return .cell(cell)
    case .hand(let make):
      let scope = CellScope(isEnded: isOver)
      let context = CellContext<Section, Model>(place: place, previous: nil, scope: scope)
      guard let cell = make(model, context, CellQueue { self.take($0, supply) }) else {
        scope.end()
        return .problem(.notMade, dequeued: nil)
      }
      put(Entry(cell: cell, reuseIdentifier: nil, model: model, scope: scope), at: place.path)
      connect(scope, to: cell)
      return .cell(cell)
    }
  }

  /// Records that a cell is shown as a placeholder for a model.
  func note(placeholder cell: Cell, for model: Model, at path: RowPath) {
    put(Entry(cell: cell, reuseIdentifier: nil, model: model, scope: CellScope(isEnded: true)), at: path)
  }

  private func take(_ kind: CellKind<Section, Model, Cell>, _ supply: CellSupply<Cell>) -> Cell? {
    if registered[kind.reuseIdentifier] == nil {
      registered[kind.reuseIdentifier] = kind.type
      supply.register(kind.source, kind.reuseIdentifier)
    }
    return take(kind.reuseIdentifier, supply)
  }

  /// Dequeues a cell, and cancels the work for its previous content.
  private func take(_ reuseIdentifier: String, _ supply: CellSupply<Cell>) -> Cell? {
    guard let cell = supply.dequeue(reuseIdentifier) else { return nil }
    let name = ObjectIdentifier(cell)
    parked[name] = nil
    ledger.remove(name)?.scope.end()
    return cell
  }

  private func problem(with cell: Cell, _ kind: CellKind<Section, Model, Cell>) -> CellProblem? {
    guard let problem = kind.problem(with: cell) else { return nil }
    guard let first = registered[kind.reuseIdentifier], first != kind.type else { return problem }
    return .sharedIdentifier(reuseIdentifier: kind.reuseIdentifier, first: "\(first)", second: "\(kind.type)")
  }

  // MARK: - Cells in use

  private func show(
    _ model: Model, in cell: Cell, _ kind: CellKind<Section, Model, Cell>, at place: CellPlace<Section>,
    previous: Model?
  ) {
    let scope = CellScope(isEnded: isOver)
    put(Entry(cell: cell, reuseIdentifier: kind.reuseIdentifier, model: model, scope: scope), at: place.path)
    connect(scope, to: cell)
    kind.show(model, in: cell, CellContext(place: place, previous: previous, scope: scope))
  }

  private func connect(_ scope: CellScope, to cell: Cell) {
    let name = ObjectIdentifier(cell)
    scope.receive = { [weak self] event in
      guard let self, let path = ledger.place(of: name), ledger[path]?.scope.isEnded == false else { return }
      onEvent?(event, path) { [weak self] now in self?.ledger.place(of: name) == now }
    }
  }

  private func put(_ entry: Entry, at path: RowPath) {
    for over in ledger.put(entry, ObjectIdentifier(entry.cell), at: path) {
      over.scope.end()
      // If a view has requested a cell twice, it may show the first one.
      if over.cell !== entry.cell { park(over) }
    }
  }

  /// Configures the cell at a position again after a change.
  ///
  /// - Returns: `false` if the position must be reloaded instead.
  func update(
    _ entry: Entry, to model: Model, at place: CellPlace<Section>, from provider: Provider
  ) -> Bool {
    guard case .kind(let kind) = provider.choose(model, place), kind.update == .inPlace,
      kind.reuseIdentifier == entry.reuseIdentifier, kind.problem(with: entry.cell) == nil
    else { return false }
    show(model, in: entry.cell, kind, at: place, previous: entry.model)
    return true
  }

  /// Returns whether a cell is of the kind that the provider currently chooses for its position.
  func hasRightKind(
    _ entry: Entry, for model: Model, at place: CellPlace<Section>, from provider: Provider
  ) -> Bool {
    guard case .kind(let kind) = provider.choose(model, place) else { return entry.reuseIdentifier == nil }
    return kind.reuseIdentifier == entry.reuseIdentifier && kind.problem(with: entry.cell) == nil
  }

  /// Called when a cell is about to appear on screen, and configures the cell again if the view did not request it.
  ///
  /// - Returns: `false` if the position must be reloaded because the cell cannot show the model.
  func willDisplay(_ cell: Cell, _ model: Model, at place: CellPlace<Section>, from provider: Provider) -> Bool {
    let name = ObjectIdentifier(cell)
    if ledger.place(of: name) == place.path { return true }
    guard let parkedCell = parked[name], parkedCell.cell === cell,
      case .kind(let kind) = provider.choose(model, place), kind.reuseIdentifier == parkedCell.reuseIdentifier,
      kind.problem(with: cell) == nil
    else { return false }
    parked[name] = nil
    show(model, in: cell, kind, at: place, previous: nil)
    return true
  }

  /// Returns whether a cell on screen was made for content other than the content at its position.
  ///
  /// This method returns `false` for cells that a subclass of the binder has created.
  func isWrong(_ cell: Cell, at path: RowPath) -> Bool {
    let name = ObjectIdentifier(cell)
    return ledger.place(of: name).map { $0 != path } ?? (parked[name]?.cell === cell)
  }

  func didEndDisplaying(_ cell: Cell) {
    let name = ObjectIdentifier(cell)
    guard let entry = ledger.remove(name) else { return }
    entry.scope.end()
    park(entry)
  }

  private func park(_ entry: Entry) {
    if parked.count > 2 * ledger.count + 64 { parked = parked.filter { $0.value.cell != nil } }
    parked[ObjectIdentifier(entry.cell)] = Parked(cell: entry.cell, reuseIdentifier: entry.reuseIdentifier)
  }

  /// Moves cells to other positions, and ends the scopes of cells whose positions no longer exist.
  func move(_ target: (RowPath) -> RowPath?) {
    for entry in ledger.move(target) { entry.scope.end() }
  }

  /// Ends all scopes and removes all cells in use, because the view will request its cells again.
  func removeAll() {
    for entry in ledger.removeAll() { entry.scope.end() }
  }

  var scopes: [CellScope] { ledger.allPlaces.compactMap { ledger[$0]?.scope } }
}
