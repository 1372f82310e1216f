/// A table with a value of its data source; both change on screen in the same turn.
///
/// For tables of a database the value is the read transaction that the rows came from: a cell that is configured reads
/// whatever else it needs from the state that is on screen.
///
/// ```swift
/// view.bind(states)                                                   // AsyncSequence of TableState<Folder, Mail>
/// …
/// let sender = context.value(Transaction.self)?.person(mail.sender)   // where a cell is configured
/// ```
public struct TableState<Section: Diffable, Row: Diffable> {
  /// The table to show.
  public var table: TableSnapshot<Section, Row>

  /// The data source's value for the table; cells read it from their context.
  public var value: (any Sendable)?

  /// The identities of rows to be refreshed: shown again although their content compares equal.
  ///
  /// Identities without a row are ignored. Finding the rows is O(*n*), off the main actor.
  public var refreshed: Set<Row.Identity> = []

  /// The identities of rows that have got another one, by the one that they had: they are updated, not replaced.
  @usableFromInline package var renamed: [Row.Identity: Row.Identity] = [:]

  /// Which users' edits the source has made in it.
  @usableFromInline package var marks = InboxMarks()

  /// Whether the source has the same table as before, and something has happened that may have changed it.
  @usableFromInline package var isRepeated = false

  /// Whether rows may differ from those of the state before that compare equal.
  @usableFromInline package var hasOtherRows = false

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - table: The table to show.
  ///   - value: The data source's value for it.
  @inlinable public init(_ table: TableSnapshot<Section, Row>, value: (any Sendable)? = nil) {
    self.table = table
    self.value = value
  }
}

extension TableState: Sendable where Section: Sendable, Row: Sendable {}
