public import LiveTables

/// Chooses and configures the cell of each row.
///
/// ```swift
/// let one: CellProvider<Folder, Mail, UITableViewCell> = .one(MailCell.self) { cell, mail, context in
///   cell.subject = mail.subject
/// }
/// let several: CellProvider<Folder, Mail, UITableViewCell> = .keyed([true: read, false: unread]) { mail, place in
///   mail.isRead
/// }
/// ```
///
/// `Cell` is the class that all cells of the view have in common. Each module with a view has `one(_:)` for the classes
/// of that view: a cell of another view does not compile. Providers are values and can be combined: ``keyed(_:others:by:)``
/// and ``choosing(_:)`` choose among several, ``mapping(_:to:)`` puts a model in front of one, and ``anyOf(_:)`` asks one
/// after the other. The views beside the rows have providers too, whose rows are the values of sections.
@MainActor public struct CellProvider<Section, Row, Cell: AnyObject> {
  enum Choice {
    /// A cell of a kind.
    case kind(CellKind<Section, Row, Cell>)
    /// A cell that a closure makes.
    case hand(@MainActor (Row, CellContext<Section, Row>, CellQueue<Cell>) -> Cell?)
    /// No cell, on purpose.
    case nothing
    /// No cell although there should be one, with what lacks it.
    case missing(String)
  }

  let choose: @MainActor (Row, CellPlace<Section>) -> Choice

  /// Whether there is a cell for a row, without making one.
  func hasCell(for row: Row, _ place: CellPlace<Section>) -> Bool {
    switch choose(row, place) {
    case .kind, .hand: true
    case .nothing, .missing: false
    }
  }

  // MARK: - One class of cells

  /// Cells of one class for all rows, for modules that offer it with the class of their view's cells.
  ///
  /// The view registers the class when it needs the first cell, and once.
  ///
  /// - Parameters:
  ///   - type: The class of the cells. Where it does not inherit from `Cell`, the view shows placeholders.
  ///   - reuseIdentifier: The name under which cells are reused; by default the name of the class. Cells of one class
  ///     that come from different sources need different names.
  ///   - source: Where cells come from; by default the view makes them of the class.
  ///   - update: How a row with new content is shown.
  ///   - configure: Makes a cell show a row. Work that it starts belongs into the context's scope.
  @_spi(Adapters) public static func cells<Specific: AnyObject>(
    of type: Specific.Type, reuseIdentifier: String?, source: CellSource?, update: CellUpdate,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    let kind = CellKind<Section, Row, Cell>(
      type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
    return CellProvider { _, _ in .kind(kind) }
  }

  /// Cells that a closure makes and configures.
  ///
  /// A row with new content is reloaded.
  ///
  /// - Parameter make: Makes a cell, or takes one from the queue, and configures it. `nil` is reported, and the view
  ///   shows a placeholder.
  public static func byHand(
    _ make: @escaping @MainActor (_ row: Row, _ context: CellContext<Section, Row>, _ queue: CellQueue<Cell>) -> Cell?
  ) -> CellProvider {
    CellProvider { _, _ in .hand(make) }
  }

  /// No cells: for views beside the rows that only some sections have, and for columns of AppKit's views, which are then the
  /// earlier delegate's, or empty.
  public static var nothing: CellProvider { CellProvider { _, _ in .nothing } }

  // MARK: - Several

  /// A provider for each key.
  ///
  /// - Parameters:
  ///   - providers: The provider of each key.
  ///   - others: The provider of all other keys. Without it they are reported, and the view shows placeholders.
  ///   - key: The key of a row.
  public static func keyed<Key: Hashable>(
    _ providers: [Key: CellProvider], others: CellProvider? = nil,
    by key: @escaping @MainActor (_ row: Row, _ place: CellPlace<Section>) -> Key
  ) -> CellProvider {
    CellProvider { row, place in
      let key = key(row, place)
      return (providers[key] ?? others)?.choose(row, place) ?? .missing("the key \(key)")
    }
  }

  /// A provider for each row, as a closure chooses it, for instance with a `switch` over rows that are an enum.
  ///
  /// - Parameter provider: Called whenever a cell is needed. `nil` is reported, and the view shows a placeholder.
  public static func choosing(
    _ provider: @escaping @MainActor (_ row: Row, _ place: CellPlace<Section>) -> CellProvider?
  ) -> CellProvider {
    CellProvider { row, place in provider(row, place)?.choose(row, place) ?? .missing("\(row)") }
  }

  /// A provider for the models of rows.
  ///
  /// - Parameters:
  ///   - model: The model of a row; `nil` if the row has none and belongs to another provider (``anyOf(_:)``).
  ///   - provider: Chooses the cell of each model.
  public static func mapping<Model>(
    _ model: @escaping @MainActor (Row) -> Model?, to provider: CellProvider<Section, Model, Cell>
  ) -> CellProvider {
    CellProvider { row, place in
      guard let value = model(row) else { return .missing("\(row)") }
      switch provider.choose(value, place) {
      case .kind(let kind): return .kind(kind.mapped(from: model))
      case .hand(let make):
        return .hand { row, context, queue in model(row).flatMap { make($0, context.mapping(model), queue) } }
      case .nothing: return .nothing
      case .missing(let key): return .missing(key)
      }
    }
  }

  /// The first of several providers that has a cell for a row.
  ///
  /// - Parameter providers: The providers, in the order in which they are asked.
  public static func anyOf(_ providers: CellProvider...) -> CellProvider {
    CellProvider { row, place in
      var last = Choice.missing("\(row)")
      for provider in providers {
        last = provider.choose(row, place)
        if case .missing = last { continue }
        return last
      }
      return last
    }
  }
}

extension CellProvider where Section: Supplemented, Row == Section {
  /// Views for what sections show beside their rows, if it is of one type; none for a section that shows nothing.
  ///
  /// ```swift
  /// [
  ///   .header: .items(of: String.self, .one(TitleView.self) { view, title, context in … }),
  ///   .footer: .anyOf(.items(of: String.self, …), .items(of: Legend.self, …)),
  /// ]
  /// ```
  ///
  /// An item of another type is reported, unless another provider has a view for it (``anyOf(_:)``).
  ///
  /// - Parameters:
  ///   - type: The type of the items' values; `String` for titles.
  ///   - provider: Chooses the view of each value.
  public static func items<Value>(
    of type: Value.Type = Value.self, _ provider: CellProvider<Section, Value, Cell>
  ) -> CellProvider {
    CellProvider { section, place in
      guard let kind = place.kind, let item = section.supplementaryItem(kind) else { return .nothing }
      guard item.value(as: type) != nil else { return .missing("\(item)") }
      return CellProvider.mapping({ $0.supplementaryItem(kind)?.value(as: type) }, to: provider).choose(section, place)
    }
  }
}

/// The cells of a view that wait to be reused.
@MainActor public struct CellQueue<Cell: AnyObject> {
  let next: (String) -> Cell?

  /// Takes a cell that waits to be reused, or that the view makes of what the caller registered with it.
  ///
  /// What was started for the row that it showed before has ended.
  ///
  /// - Parameters:
  ///   - type: The class of the cell.
  ///   - reuseIdentifier: The name under which such cells are reused; by default the name of the class.
  /// - Returns: `nil` if there is none, or it is of another class. A collection view of UIKit or AppKit raises an exception
  ///   for a name that the caller has not registered with it.
  public func dequeue<Specific: AnyObject>(
    _ type: Specific.Type = Specific.self, reuseIdentifier: String? = nil
  ) -> Specific? {
    next(reuseIdentifier ?? String(describing: type)) as? Specific
  }
}
