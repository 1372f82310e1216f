import LiveTables

/// A cell class with its reuse identifier, source, and configuration closure.
@MainActor struct CellKind<Section, Row, Cell: AnyObject> {
  typealias Configure = @MainActor (Cell, Row, CellContext<Section, Row>) -> Void

  /// The reuse identifier, which is the same for kinds that share cells.
  let reuseIdentifier: String
  let source: CellSource
  let update: CellUpdate
  let type: any AnyObject.Type
  private let isMember: @MainActor (Cell) -> Bool
  private let configure: Configure

  init<Specific: AnyObject>(
    _ type: Specific.Type, reuseIdentifier: String?, source: CellSource?, update: CellUpdate,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) {
    self.type = type
    self.reuseIdentifier = reuseIdentifier ?? String(describing: type)
    self.source = source ?? .type(type)
    self.update = update
    isMember = { $0 is Specific }
    self.configure = { cell, row, context in
      if let cell = cell as? Specific { configure(cell, row, context) }
    }
  }

  private init<Model>(_ kind: CellKind<Section, Model, Cell>, _ model: @escaping @MainActor (Row) -> Model?) {
    type = kind.type
    reuseIdentifier = kind.reuseIdentifier
    source = kind.source
    update = kind.update
    isMember = kind.isMember
    configure = { cell, row, context in
      if let value = model(row) { kind.configure(cell, value, context.mapping(model)) }
    }
  }

  /// Returns this kind of cell for rows of another type.
  ///
  /// - Parameter model: A closure that returns the model for a row. If the closure returns `nil`, the cell is not
  ///   configured.
  func mapped<Other>(from model: @escaping @MainActor (Other) -> Row?) -> CellKind<Section, Other, Cell> {
    CellKind<Section, Other, Cell>(self, model)
  }

  /// Returns the reason a cell is not of this kind, or `nil` if the cell is of this kind.
  func problem(with cell: Cell) -> CellProblem? {
    if isMember(cell) { return nil }
    return .wrongType(
      reuseIdentifier: reuseIdentifier, expected: "\(type)", found: "\(Swift.type(of: cell))")
  }

  func show(_ row: Row, in cell: Cell, _ context: CellContext<Section, Row>) { configure(cell, row, context) }
}
