/// A state that declares the table that shows it.
///
/// The declaration is data: it is tested with `==`, without any view, and shown by any.
///
/// ```swift
/// struct Venue: TableDeclaring {
///   var name: String
///   var reviews: [Review]
///
///   var table: TableSnapshot<Part, Line> {
///     TableSnapshot {
///       TableSection(.outline) { Line.title(name) }
///       if !reviews.isEmpty {
///         TableSection(.reviews) { for review in reviews { Line.review(review) } }
///       }
///     }
///   }
/// }
/// ```
public protocol TableDeclaring: Sendable {
  /// What a section is.
  associatedtype Section: Diffable & Sendable
  /// What a row is.
  associatedtype Row: Diffable & Sendable

  /// The table that shows this state.
  var table: TableSnapshot<Section, Row> { get }
}

/// A state that declares the rows that show it, all in one section.
///
/// ```swift
/// struct Venue: RowDeclaring {
///   var name: String
///   var reviews: [Review]
///
///   var rows: [Line] {
///     Line.outline(name)
///     if !reviews.isEmpty { Line.header("Reviews") }
///     for review in reviews { Line.review(review) }
///   }
/// }
/// ```
public protocol RowDeclaring: TableDeclaring where Section == OneSection {
  /// What a row is; named again so that it is inferred from ``rows``.
  associatedtype Row

  /// The rows that show this state.
  @TableBuilder<Row> var rows: [Row] { get }
}

extension RowDeclaring {
  /// The declared rows in one section.
  public var table: TableSnapshot<OneSection, Row> { TableSnapshot(rows: rows) }
}

/// All of this is thin and inlinable, so that the difference is specialised for the caller's types.
extension TableView {
  /// Shows what every state of a stream declares, until it ends.
  ///
  /// See the other `display`, of which this is a form.
  @inlinable public consuming func display<S: AsyncSequence & SendableMetatype>(
    _ states: sending S, options: TableOptions = TableOptions()
  ) async throws where S.Element: TableDeclaring, S.Element.Section == Section, S.Element.Row == Row {
    let session = attach(TableStore(for: options), options)
    _ = consume self
    try await session.display(states) { TableState($0.table) }
  }

  /// Shows what every state of a stream declares.
  ///
  /// See the other `bind`, of which this is a form.
  @inlinable @discardableResult public func bind<S: AsyncSequence & Sendable>(
    _ states: S, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where S.Element: TableDeclaring, S.Element.Section == Section, S.Element.Row == Row {
    attach(TableStore(for: options), options).bind(states) { TableState($0.table) }
  }

  /// Shows what a state declares: one model as a table of its details.
  ///
  /// See the other `show`, of which this is a form.
  @inlinable @discardableResult public func show<State: TableDeclaring>(
    _ state: State, options: TableOptions = TableOptions()
  ) -> TableBinding<Section, Row> where State.Section == Section, State.Row == Row {
    show(state.table, options: options)
  }
}
