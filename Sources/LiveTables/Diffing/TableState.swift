/// A table with a value of its data source, which a view shows at the same time.
///
/// For a database, the value is the transaction that the rows were read in, so that a cell can read related data from
/// the shown state.
///
/// ```swift
/// view.bind(states)                                                   // AsyncSequence of TableState<Folder, Mail>
/// …
/// let sender = context.value(Transaction.self)?.person(mail.sender)   // where a cell is configured
/// ```
public struct TableState<Section: Diffable, Row: Diffable> {
  /// The table to show.
  public var table: TableSnapshot<Section, Row>

  /// The data source's value for the table, which cells read from their context.
  public var value: (any Sendable)?

  /// The identities of rows to show again although their content compares equal.
  ///
  /// Identities without a row are ignored. Finding the rows is O(*n*), off the main actor.
  public var refreshed: Set<Row.Identity> = []

  /// The new identities, by the old ones, of rows that are updated instead of replaced.
  @usableFromInline package var renamed: [Row.Identity: Row.Identity] = [:]

  /// The marks of the users' edits that the source has applied to the table.
  @usableFromInline package var marks = InboxMarks()

  /// Whether the source has the same table as before, although an event may have changed it.
  @usableFromInline package var isRepeated = false

  /// Whether rows may differ from rows of the previous state that compare equal.
  @usableFromInline package var hasOtherRows = false

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - table: The table to show.
  ///   - value: The data source's value for the table.
  @inlinable public init(_ table: TableSnapshot<Section, Row>, value: (any Sendable)? = nil) {
    self.table = table
    self.value = value
  }
}

extension TableState: Sendable where Section: Sendable, Row: Sendable {}
