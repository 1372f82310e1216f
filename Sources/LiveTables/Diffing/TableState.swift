/// A table, along with a value that its data source has attached.
///
/// The table and the value take effect in a view at the same time. For example, a database attaches the transaction in
/// which it read the rows, so that cells can read related data from the same state.
///
/// ```swift
/// view.bind(states)                                                   // AsyncSequence of TableState<Folder, Mail>
/// …
/// let sender = context.value(Transaction.self)?.person(mail.sender)   // where a cell is configured
/// ```
public struct TableState<Section: Diffable, Row: Diffable> {
  /// The table to show.
  public var table: TableSnapshot<Section, Row>

  /// The value that the data source attached to the table.
  ///
  /// Cells read the value from their context.
  public var value: (any Sendable)?

  /// The identities of the rows to refresh although their content compares equal.
  ///
  /// Identities that no row has are ignored. The rows are found off the main actor, in O(*n*) time.
  public var refreshed: Set<Row.Identity> = []

  /// The new identities, keyed by the old identities, of rows that are updated instead of replaced.
  @usableFromInline package var renamed: [Row.Identity: Row.Identity] = [:]

  /// Identifies the users' edits that the source has applied to the table.
  @usableFromInline package var marks = InboxMarks()

  /// Whether the source's table has stayed the same after an event that could have changed it.
  @usableFromInline package var isRepeated = false

  /// The changeset to this table that the source has computed, or `nil`.
  @usableFromInline package var knownChangeset: KnownChangeset<Section, Row>?

  /// Whether rows may differ from rows of the previous state although they compare equal.
  @usableFromInline package var hasOtherRows = false

  /// Creates a table state.
  ///
  /// - Parameters:
  ///   - table: The table to show.
  ///   - value: The value that the data source attaches to the table.
  @inlinable public init(_ table: TableSnapshot<Section, Row>, value: (any Sendable)? = nil) {
    self.table = table
    self.value = value
  }
}

extension TableState: Sendable where Section: Sendable, Row: Sendable {}
