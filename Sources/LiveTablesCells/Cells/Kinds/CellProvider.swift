public import LiveTables

/// A value that chooses and configures the cell for each row.
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
/// `Cell` is the base class of the view's cells. Each view module declares `one(_:)` for its own cell classes, so the
/// compiler rejects cells that belong to a different kind of view.
///
/// You can combine providers: ``keyed(_:others:by:)`` and ``choosing(_:)`` choose among providers, ``mapping(_:to:)``
/// converts each row to a model, and ``anyOf(_:)`` uses the first provider that has a cell. Supplementary views also
/// have providers, which receive the section's value as the row.
@MainActor public struct CellProvider<Section, Row, Cell: AnyObject> {
  enum Choice {
    case kind(CellKind<Section, Row, Cell>)
    /// A cell that a closure creates.
    case hand(@MainActor (Row, CellContext<Section, Row>, CellQueue<Cell>) -> Cell?)
    /// The provider has no cell for the row.
    case nothing
    /// A required cell is missing. The string describes what is missing.
    case missing(String)
  }

  let choose: @MainActor (Row, CellPlace<Section>) -> Choice

  /// Returns whether there is a cell for a row, without creating it.
  func hasCell(for row: Row, _ place: CellPlace<Section>) -> Bool {
    switch choose(row, place) {
    case .kind, .hand: true
    case .nothing, .missing: false
    }
  }

  // MARK: - One class of cells

  /// Returns a provider of cells of one class, for view modules that declare `one(_:)` for their cell classes.
  ///
  /// The view registers the class once, when it needs the first cell.
  ///
  /// - Parameters:
  ///   - type: The class of the cells. If the class does not inherit from `Cell`, the view shows placeholders.
  ///   - reuseIdentifier: The reuse identifier, or `nil` to use the name of the class. Different sources of the same
  ///     class need different reuse identifiers.
  ///   - source: The source of new cells, or `nil` if the view creates instances of the class.
  ///   - update: How the view shows a row whose content has changed.
  ///   - configure: A closure that configures a cell for a row. Start asynchronous work in the context's scope.
  package static func cells<Specific: AnyObject>(
    of type: Specific.Type, reuseIdentifier: String?, source: CellSource?, update: CellUpdate,
    configure: @escaping @MainActor (_ cell: Specific, _ row: Row, _ context: CellContext<Section, Row>) -> Void
  ) -> CellProvider {
    let kind = CellKind<Section, Row, Cell>(
      type, reuseIdentifier: reuseIdentifier, source: source, update: update, configure: configure)
    return CellProvider { _, _ in .kind(kind) }
  }

  /// Returns a provider that creates and configures cells with a closure.
  ///
  /// Rows whose content has changed are reloaded.
  ///
  /// - Parameter make: A closure that returns a configured cell, either a new cell or a cell from the queue. If the
  ///   closure returns `nil`, the view reports the problem and shows a placeholder.
  public static func byHand(
    _ make: @escaping @MainActor (_ row: Row, _ context: CellContext<Section, Row>, _ queue: CellQueue<Cell>) -> Cell?
  ) -> CellProvider {
    CellProvider { _, _ in .hand(make) }
  }

  /// A provider that has no cells.
  ///
  /// Use this provider for sections without a supplementary view, and for AppKit columns whose cells come from the
  /// previous delegate. If there is no such delegate, these columns are empty.
  public static var nothing: CellProvider { CellProvider { _, _ in .nothing } }

  // MARK: - Combining providers

  /// Returns a provider that chooses one of several providers for each row, by a key of the row.
  ///
  /// - Parameters:
  ///   - providers: The provider for each key.
  ///   - others: The provider for all other keys. If this provider is `nil`, the view reports rows with other keys and
  ///     shows placeholders.
  ///   - key: A closure that returns the key of a row.
  public static func keyed<Key: Hashable>(
    _ providers: [Key: CellProvider], others: CellProvider? = nil,
    by key: @escaping @MainActor (_ row: Row, _ place: CellPlace<Section>) -> Key
  ) -> CellProvider {
    CellProvider { row, place in
      let key = key(row, place)
      return (providers[key] ?? others)?.choose(row, place) ?? .missing("the key \(key)")
    }
  }

  /// Returns a provider that selects another provider with a closure, for example with a `switch` over an enum.
  ///
  /// - Parameter provider: A closure that returns the provider for a row, and is called whenever a cell is needed. If
  ///   the closure returns `nil`, the view reports the problem and shows a placeholder.
  public static func choosing(
    _ provider: @escaping @MainActor (_ row: Row, _ place: CellPlace<Section>) -> CellProvider?
  ) -> CellProvider {
    CellProvider { row, place in provider(row, place)?.choose(row, place) ?? .missing("\(row)") }
  }

  /// Returns a provider that converts each row to a model, and uses the cells of another provider.
  ///
  /// - Parameters:
  ///   - model: A closure that returns the model for a row, or `nil` if another provider handles the row (see
  ///     ``anyOf(_:)``).
  ///   - provider: The provider of cells for the models.
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

  /// Returns a provider that uses the first of the given providers that has a cell for the row.
  ///
  /// - Parameter providers: The providers, in the order in which to try them.
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
  /// Returns a provider of supplementary views for sections whose item has the given type.
  ///
  /// ```swift
  /// [
  ///   .header: .items(of: String.self, .one(TitleView.self) { view, title, context in … }),
  ///   .footer: .anyOf(.items(of: String.self, …), .items(of: Legend.self, …)),
  /// ]
  /// ```
  ///
  /// An item of any other type is reported, unless another provider has a view for it (see ``anyOf(_:)``).
  ///
  /// - Parameters:
  ///   - type: The type of the item's value, for example `String` for titles.
  ///   - provider: The provider of views for the values.
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

/// A queue of a view's reusable cells.
@MainActor public struct CellQueue<Cell: AnyObject> {
  let next: (String) -> Cell?

  /// Returns a reusable cell, or a new one if you registered the reuse identifier with the view.
  ///
  /// Before the cell is returned, the work started for its previous row is cancelled.
  ///
  /// - Parameters:
  ///   - type: The class of the cell.
  ///   - reuseIdentifier: The reuse identifier of the cell, or `nil` to use the name of the class.
  /// - Returns: The cell, or `nil` if there is no cell or if the cell has a different class. UIKit and AppKit
  ///   collection views raise an exception if the reuse identifier is not registered.
  public func dequeue<Specific: AnyObject>(
    _ type: Specific.Type = Specific.self, reuseIdentifier: String? = nil
  ) -> Specific? {
    next(reuseIdentifier ?? String(describing: type)) as? Specific
  }
}
