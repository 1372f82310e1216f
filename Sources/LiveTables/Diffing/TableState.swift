/// A table with a value of its data source's own, which changes in the same turn as the table.
///
/// For tables of a database this is the read transaction that the rows came from: while a cell is configured it reads
/// whatever else it needs from the very state that is on screen.
///
/// ```swift
/// view.bind(states)                                                   // AsyncSequence of TableState<Folder, Mail>
/// …
/// let sender = context.value(Transaction.self)?.person(mail.sender)   // where a cell is configured
/// ```
public struct TableState<Section: Diffable, Row: Diffable> {
  /// What is to be shown.
  public var table: TableSnapshot<Section, Row>

  /// What belongs to it.
  public var value: (any Sendable)?

  /// Who the rows are that are to be shown anew although their content compares equal.
  ///
  /// Identities without a row are passed over. Costs one scan for the rows, if there are any, off the main actor.
  public var refreshed: Set<Row.Identity> = []

  /// Creates a state.
  @inlinable public init(_ table: TableSnapshot<Section, Row>, value: (any Sendable)? = nil) {
    self.table = table
    self.value = value
  }
}

extension TableState: Sendable where Section: Sendable, Row: Sendable {}
