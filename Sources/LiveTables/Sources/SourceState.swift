/// The state of a source at one moment.
///
/// A source keeps one and advances it. Readers that were late find in it what they need to catch up in one step.
public struct SourceState<Section: Diffable & Sendable, Row: Diffable & Sendable>: ReadableState {
  package private(set) var content: CapturedTable<Section, Row>

  /// Counts the changes of the table; -1 before there is one.
  public private(set) var revision: Int

  /// Counts the changes, and also the tables that look the same but hold other rows.
  package private(set) var version: Int

  /// Counts the states in which rows may differ that compare equal.
  private var otherRows = 0

  /// Leads here from the version before; `nil` if it is not known.
  private(set) var changeset: Changeset<Section, Row>?

  /// Whether this is the last state.
  package private(set) var isFinished = false

  /// Which users' edits are in it.
  package private(set) var marks = InboxMarks()

  /// Counts what has led to no other table: edits that changed nothing here, newer states of a source.
  package private(set) var readings = 0

  /// Why the source ended, if it ended with an error.
  public private(set) var failure: (any Error)?

  private var refreshes: RefreshLog<Row.Identity>
  private var renames = RenameLog<Row.Identity>()

  /// Creates a first state.
  ///
  /// - Parameters:
  ///   - table: The table. Without one it is the state before the first: readers wait for a table.
  ///   - value: The source's own value, for cells that read more than their row; see ``TableState/value``.
  @inlinable public init(_ table: TableSnapshot<Section, Row>? = nil, value: (any Sendable)? = nil) {
    var content = CapturedTable(table ?? TableSnapshot())
    content.value = value
    self.init(content, revision: table == nil ? -1 : 0)
  }

  @usableFromInline package init(_ content: CapturedTable<Section, Row>, revision: Int) {
    self.init(content, revision: revision, RefreshLog())
  }

  init(
    _ content: CapturedTable<Section, Row>, revision: Int, _ refreshes: RefreshLog<Row.Identity>, otherRows: Int = 0
  ) {
    self.content = content
    self.revision = revision
    self.refreshes = refreshes
    self.otherRows = otherRows
    version = revision
  }

  /// The table; empty before there is one.
  public var table: TableSnapshot<Section, Row> { content.table }

  /// The source's own value that belongs to the table.
  public var value: (any Sendable)? { content.value }

  /// Goes on to the next state.
  ///
  /// - Parameters:
  ///   - table: The new table. An edited copy of the last one is diffed at the cost of the edit.
  ///   - value: The source's own value that belongs to it.
  ///   - refreshed: Rows to be refreshed although their content compares equal.
  @inlinable public mutating func advance(
    to table: TableSnapshot<Section, Row>, value: (any Sendable)? = nil, refreshed: Set<Row.Identity> = []
  ) {
    var content = CapturedTable(table)
    content.value = value
    advance(to: content, by: nil, refreshed: refreshed)
  }

  /// Marks this state as the last one.
  ///
  /// - Parameter failure: Why the source has ended; a view that is bound to it stops with this error.
  public mutating func finish(throwing failure: (any Error)? = nil) {
    if isFinished { return }
    isFinished = true
    self.failure = failure
  }

  /// Includes a user's edit.
  package mutating func include(_ mark: InboxMarks, readings count: Int = 1) {
    marks.add(mark)
    readings += count
  }

  /// Includes the users' edits that a newer state of a source includes.
  package mutating func include<OtherSection, OtherRow>(
    _ source: SourceState<OtherSection, OtherRow>, since seen: SourceState<OtherSection, OtherRow>?
  ) {
    if seen.map({ $0.isOlder(than: source) }) ?? (source.version >= 0) { include(source.marks) }
  }

  /// Whether a source has gone on since, though perhaps to the same table.
  package func isOlder(than other: SourceState) -> Bool { (version, readings) < (other.version, other.readings) }

  /// This state, or the one that was seen if that is newer.
  package func newer(than seen: SourceState?) -> SourceState { seen.map { isOlder(than: $0) ? $0 : self } ?? self }

  /// Ends when a source ends that this one follows.
  package mutating func finish<OtherSection, OtherRow>(with source: SourceState<OtherSection, OtherRow>) {
    if source.isFinished { finish(throwing: source.failure) }
  }

  // MARK: - For sources of the package

  /// Remembers what readers cannot see of the next table's rows.
  ///
  /// - Parameters:
  ///   - refreshed: Rows to be refreshed although their content compares equal.
  ///   - renamed: Rows that have got another identity, by the one that they had.
  package mutating func note(refreshed: Set<Row.Identity>, renamed: [Row.Identity: Row.Identity]) {
    refreshes.note(refreshed, at: version + 1, in: content.table)
    renames.note(renamed, at: version + 1)
  }

  /// Goes on to the next state.
  ///
  /// - Parameters:
  ///   - content: The new table.
  ///   - changeset: Leads there from the last one; `nil` if readers are to compute it.
  ///   - refreshed: Rows to be refreshed although their content compares equal; the changeset lists them.
  ///   - renamed: Rows that have got another identity, by the one that they had.
  ///   - hasOtherRows: Whether rows may differ that compare equal.
  @usableFromInline package mutating func advance(
    to content: CapturedTable<Section, Row>, by changeset: Changeset<Section, Row>?, refreshed: Set<Row.Identity>,
    renamed: [Row.Identity: Row.Identity] = [:], hasOtherRows: Bool = false
  ) {
    if hasOtherRows { otherRows += 1 }
    self.content = content
    self.changeset = changeset
    revision += 1
    version += 1
    refreshes.note(refreshed, at: version, in: content.table)
    renames.note(renamed, at: version)
  }

  /// Replaces the table by one that looks the same.
  ///
  /// Rows that compare equal may differ in what is not shown. Readers of changes are not told; bound views and derived
  /// tables get the new rows.
  mutating func replace(_ content: CapturedTable<Section, Row>, by changeset: Changeset<Section, Row>) {
    self.content = content
    self.changeset = changeset
    version += 1
    otherRows += 1
  }

  /// Goes on to a derived table, unless it looks the same.
  ///
  /// - Parameters:
  ///   - content: The derived table.
  ///   - refreshed: Rows to be refreshed although their content compares equal.
  ///   - renamed: Rows that have got another identity, by the one that they had.
  ///   - hasOtherRows: Whether rows may differ that compare equal.
  ///   - differencer: Computes the diff.
  package mutating func derive(
    _ content: CapturedTable<Section, Row>, refreshed: Set<Row.Identity> = [],
    renamed: [Row.Identity: Row.Identity] = [:], hasOtherRows: Bool = false, with differencer: Differencer<Section, Row>
  ) {
    guard revision >= 0 else { return advance(to: content, by: nil, refreshed: refreshed) }
    let marks = RowMarks(refreshed: refreshed, renamed: renamed)
    let changeset = differencer.uncancelledChangeset(from: self.content, to: content, marks: marks)
    derive(content, by: changeset, marks: marks, hasOtherRows: hasOtherRows)
  }

  /// Goes on to a derived table by a known changeset, unless it looks the same and neither has a value of the source.
  package mutating func derive(
    _ content: CapturedTable<Section, Row>, by changeset: Changeset<Section, Row>, marks: RowMarks<Row.Identity>,
    hasOtherRows: Bool
  ) {
    renames.note(marks.renamed, at: version + 1)
    if !changeset.isEmpty {
      advance(to: content, by: changeset, refreshed: marks.refreshed, hasOtherRows: hasOtherRows)
    } else if hasOtherRows || content.value != nil || self.content.value != nil {
      replace(content, by: changeset)
    }
  }

  /// The rows to be refreshed by a reader that has seen an earlier state.
  package func refreshed(since seen: SourceState?) -> Set<Row.Identity> {
    refreshes.ids(after: seen?.version ?? version)
  }

  /// The rows that have got another identity since a reader saw an earlier state.
  package func renamed(since seen: SourceState?) -> [Row.Identity: Row.Identity] {
    renames.names(after: seen?.version ?? version)
  }

  /// The same, for rows that are derived from these: none unless they are kept as they are.
  package func renamed<Derived>(since seen: SourceState?, as derived: Derived.Type) -> [Derived.Identity: Derived
    .Identity]
  where Derived: Diffable & Sendable {
    guard Derived.self == Row.self, let seen else { return [:] }
    return renamed(since: seen) as? [Derived.Identity: Derived.Identity] ?? [:]
  }

  /// Whether rows may differ from those of an earlier state that compare equal.
  package func hasOtherRows(than seen: SourceState) -> Bool { otherRows != seen.otherRows }

  /// The changeset for a reader that has seen an earlier state.
  package func changeset(since seen: SourceState, with differencer: Differencer<Section, Row>) -> Changeset<
    Section, Row
  > {
    if let changeset, version == seen.version + 1 { return changeset }
    return differencer.uncancelledChangeset(
      from: seen.content, to: content, marks: RowMarks(refreshed: refreshed(since: seen), renamed: renamed(since: seen))
    )
  }
}

extension Differencer {
  /// A changeset that is computed to the end.
  func uncancelledChangeset(
    from old: Content, to new: Content, marks: RowMarks<Row.Identity> = RowMarks()
  ) -> Changeset<Section, Row> {
    do {
      return try change(from: old, to: new, marks: marks, check: {}).changeset
    } catch {
      preconditionFailure("a diff that cannot be cancelled was cancelled: \(error)")
    }
  }
}
