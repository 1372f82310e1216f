/// Chooses the cell of each row.
///
/// ```swift
/// let one: CellProvider<Folder, Mail, UITableViewCell> = .one(MailCell.self) { cell, mail, context in … }
/// let several: CellProvider<Folder, Mail, UITableViewCell> = .keyed(
///   [true: readKind, false: unreadKind], by: { mail, place in mail.isRead })
/// ```
///
/// Providers are values and can be put together: ``mapping(_:to:)`` makes one for rows out of one for their models,
/// ``anyOf(_:)`` asks one after the other.
@MainActor public struct CellProvider<Section, Row, Cell: AnyObject> {
  enum Choice {
    /// A cell of a kind.
    case kind(CellKind<Section, Row, Cell>)
    /// A cell that is made by hand.
    case hand(@MainActor (Row, CellContext<Section, Row>, CellQueue<Cell>) -> Cell?)
    /// There is nothing to be shown, and that is as it should be.
    case nothing
    /// There should be a cell, but nobody knows which.
    case missing(String)
  }

  let choose: @MainActor (Row, CellPlace<Section>) -> Choice

  // MARK: - Kinds

  /// The same kind for all rows.
  public static func one(_ kind: CellKind<Section, Row, Cell>) -> CellProvider {
    CellProvider { _, _ in .kind(kind) }
  }

  /// The same kind for all rows, described here.
  ///
  /// See ``CellKind/init(_:reuseIdentifier:source:update:configure:)``.
  public static func one<Specific: AnyObject>(
    _ type: Specific.Type, reuseIdentifier: String? = nil, source: CellSource? = nil, update: CellUpdate = .inPlace,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    one(CellKind(type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure))
  }

  /// Several kinds, chosen by a key of the row and its place.
  ///
  /// A key without a kind is reported, and a placeholder is shown.
  public static func keyed<Key: Hashable>(
    _ kinds: [Key: CellKind<Section, Row, Cell>], by key: @escaping @MainActor (Row, CellPlace<Section>) -> Key
  ) -> CellProvider {
    CellProvider { row, place in
      let key = key(row, place)
      return kinds[key].map { .kind($0) } ?? .missing("the key \(key)")
    }
  }

  /// A kind for each row, as a closure finds it, for instance with a `switch` over rows that are an enum.
  ///
  /// - Parameter kind: Called whenever a cell is needed. `nil` is reported, and a placeholder is shown.
  public static func choosing(
    _ kind: @escaping @MainActor (Row, CellPlace<Section>) -> CellKind<Section, Row, Cell>?
  ) -> CellProvider {
    CellProvider { row, place in kind(row, place).map { .kind($0) } ?? .missing("\(row)") }
  }

  /// A closure that makes each cell by hand.
  ///
  /// Such a row is reloaded when it has changed.
  ///
  /// - Parameter make: Makes and configures a cell, new or from the queue. `nil` is reported, and a placeholder is shown.
  public static func byHand(
    _ make: @escaping @MainActor (_ row: Row, _ context: CellContext<Section, Row>, _ queue: CellQueue<Cell>) -> Cell?
  ) -> CellProvider {
    CellProvider { _, _ in .hand(make) }
  }

  /// No cells at all: what views without a certain supplementary kind have.
  public static var nothing: CellProvider { CellProvider { _, _ in .nothing } }

  // MARK: - Put together

  /// A provider of models for rows that have such models in them or can be turned into them.
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

  /// A provider for the rows that meet a condition, and nothing for all others.
  ///
  /// It is meant for supplementary views, of which a section may have none; a row without a cell gets a placeholder.
  public static func when(
    _ condition: @escaping @MainActor (Row) -> Bool, _ provider: CellProvider
  ) -> CellProvider {
    CellProvider { row, place in condition(row) ? provider.choose(row, place) : .nothing }
  }

  /// The first of several providers that has a cell for a row.
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

/// Where cells that are made by hand may come from: those that wait to be reused.
@MainActor public struct CellQueue<Cell: AnyObject> {
  let next: (String) -> Cell?

  /// A cell that waits to be reused, or that the view makes of what was registered with it by hand.
  ///
  /// Whatever was started for the row that it showed before has ended.
  public func dequeue<Specific: AnyObject>(
    _ type: Specific.Type = Specific.self, reuseIdentifier: String? = nil
  ) -> Specific? {
    next(reuseIdentifier ?? String(describing: type)) as? Specific
  }
}
