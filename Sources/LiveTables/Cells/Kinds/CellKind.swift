/// A kind of cell: the name under which cells are reused, where they come from, and how one is configured for a row.
///
/// ```swift
/// CellKind(MailCell.self) { cell, mail, context in
///   cell.subject = mail.subject
/// }
/// ```
///
/// It is registered with the view by itself, when its first cell is needed, and once. `Cell` is what all cells of the view
/// have in common, for instance `UITableViewCell`; the closure gets the cell as the type that was named. The views of a
/// supplementary kind are described in the same way; their row is the value of their section.
@MainActor public struct CellKind<Section, Row, Cell: AnyObject> {
  typealias Configure = @MainActor (Cell, Row, CellContext<Section, Row>) -> Void

  /// The name under which cells are reused.
  ///
  /// Kinds that share it share their cells.
  public let reuseIdentifier: String

  /// Where cells come from.
  public let source: CellSource

  /// How a row that has changed is shown anew.
  public let update: CellUpdate

  /// What its cells are.
  let type: any AnyObject.Type
  private let isMember: @MainActor (Cell) -> Bool
  private let configure: Configure

  /// Creates a kind.
  ///
  /// - Parameters:
  ///   - type: What its cells are: `Cell` or a class that inherits from it.
  ///   - reuseIdentifier: The name under which cells are reused; the type's name unless said. Kinds of one type whose
  ///     cells come from different sources need names of their own.
  ///   - source: Where cells come from; the view makes them of the type unless said.
  ///   - update: How a row that has changed is shown anew.
  ///   - configure: Makes a cell show a row. Work that it starts belongs into the context's scope.
  public init<Specific: AnyObject>(
    _ type: Specific.Type = Specific.self, reuseIdentifier: String? = nil, source: CellSource? = nil,
    update: CellUpdate = .inPlace,
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

  /// The same kind for other rows, each of which has such a model in it or can be turned into one.
  ///
  /// - Parameter model: The model of a row. Where it is `nil`, the cell is left as it is.
  public func mapped<Other>(from model: @escaping @MainActor (Other) -> Row?) -> CellKind<Section, Other, Cell> {
    CellKind<Section, Other, Cell>(self, model)
  }

  /// What keeps a cell from being one of this kind.
  func problem(with cell: Cell) -> CellProblem? {
    if isMember(cell) { return nil }
    return .wrongType(
      reuseIdentifier: reuseIdentifier, expected: "\(type)", found: "\(Swift.type(of: cell))")
  }

  /// Makes a cell show a row.
  func show(_ row: Row, in cell: Cell, _ context: CellContext<Section, Row>) {
    configure(cell, row, context)
  }
}
