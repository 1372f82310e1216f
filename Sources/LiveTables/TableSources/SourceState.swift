/// The current table of a source, along with the history from which readers derive the changes that they have missed.
///
/// A source stores its state, and advances the state when its table changes.
public struct SourceState<Section: Diffable & Sendable, Row: Diffable & Sendable>: ReadableState {
  package private(set) var content: CapturedTable<Section, Row>

  /// The number of changes to the source's table, or -1 before the first table.
  public private(set) var revision: Int

  /// The number of changes, including changes that replace rows with different rows that look the same.
  package private(set) var version: Int

  /// The number of changes whose rows may differ from the previous rows although they compare equal.
  private var otherRowsCount = 0

  /// The changeset from the previous version, or `nil` if it is unknown.
  private(set) var changeset: Changeset<Section, Row>?

  /// Whether ``changeset`` equals the diff of the two tables, so that views can show it.
  private(set) var isDiff = false

  package private(set) var isFinished = false

  /// Identifies the users' edits that the state includes.
  package private(set) var marks = InboxMarks()

  /// The number of events that did not produce a new table, such as edits without effect.
  package private(set) var unchangedCount = 0

  /// The error that ended the source, or `nil` if the source has not failed.
  public private(set) var failure: (any Error)?

  private var refreshes: RefreshLog<Row.Identity>
  private var renames = RenameLog<Row.Identity>()

  /// Creates the first state of a source.
  ///
  /// - Parameters:
  ///   - table: The first table, or `nil` to make readers wait for one.
  ///   - value: The value that the source attaches to the table (see ``TableState/value``).
  @inlinable public init(_ table: TableSnapshot<Section, Row>? = nil, value: (any Sendable)? = nil) {
    var content = CapturedTable(table ?? TableSnapshot())
    content.value = value
    self.init(content, revision: table == nil ? -1 : 0)
  }

  @usableFromInline package init(_ content: CapturedTable<Section, Row>, revision: Int) {
    self.init(content, revision: revision, RefreshLog())
  }

  init(
    _ content: CapturedTable<Section, Row>, revision: Int, _ refreshes: RefreshLog<Row.Identity>,
    otherRowsCount: Int = 0
  ) {
    self.content = content
    self.revision = revision
    self.refreshes = refreshes
    self.otherRowsCount = otherRowsCount
    version = revision
  }

  /// The current table, which is empty until there is a first table.
  public var table: TableSnapshot<Section, Row> { content.table }

  /// The value that the source attached to its current table.
  package var value: (any Sendable)? { content.value }

  /// Advances the state to the source's next table.
  ///
  /// - Parameters:
  ///   - table: The new table. If it is an edited copy of the last table, the cost of the diff depends on the edits.
  ///   - value: The value that the source attaches to the table.
  ///   - refreshed: The identities of the rows to refresh although their content compares equal.
  @inlinable public mutating func advance(
    to table: TableSnapshot<Section, Row>, value: (any Sendable)? = nil, refreshed: Set<Row.Identity> = []
  ) {
    var content = CapturedTable(table)
    content.value = value
    advance(to: content, by: nil, refreshed: refreshed)
  }

  /// Marks this state as the source's last one.
  ///
  /// - Parameter failure: The error that ended the source. The error also ends the bindings of the source's views.
  public mutating func finish(throwing failure: (any Error)? = nil) {
    if isFinished { return }
    isFinished = true
    self.failure = failure
  }

  package mutating func include(_ mark: InboxMarks, unchanged count: Int = 1) {
    marks.add(mark)
    unchangedCount += count
  }

  /// Adds the numbers of the users' edits that a newer state of a source includes.
  package mutating func include<OtherSection, OtherRow>(
    _ source: SourceState<OtherSection, OtherRow>, since seen: SourceState<OtherSection, OtherRow>?
  ) {
    if seen.map({ $0.isOlder(than: source) }) ?? (source.version >= 0) { include(source.marks) }
  }

  /// Returns whether another state is newer, even if both have the same table.
  package func isOlder(than other: SourceState) -> Bool {
    (version, unchangedCount) < (other.version, other.unchangedCount)
  }

  package func newer(than seen: SourceState?) -> SourceState { seen.map { isOlder(than: $0) ? $0 : self } ?? self }

  package mutating func finish<OtherSection, OtherRow>(with source: SourceState<OtherSection, OtherRow>) {
    if source.isFinished { finish(throwing: source.failure) }
  }

  // MARK: - For sources of this package

  /// Records changes to the next table's rows that a diff cannot detect.
  package mutating func note(refreshed: Set<Row.Identity>, renamed: [Row.Identity: Row.Identity]) {
    refreshes.note(refreshed, at: version + 1, in: content.table)
    renames.note(renamed, at: version + 1)
  }

  /// Advances the state to the source's next table.
  ///
  /// - Parameters:
  ///   - changeset: The changeset from the last table, or `nil` to let readers compute the changeset.
  ///   - refreshed: The rows to refresh although their content compares equal. The changeset includes these rows.
  ///   - hasOtherRows: Whether rows may differ from the previous rows although they compare equal.
  ///   - isDiff: Whether the changeset equals the diff of the two tables, so that views can show it.
  @usableFromInline package mutating func advance(
    to content: CapturedTable<Section, Row>, by changeset: Changeset<Section, Row>?, refreshed: Set<Row.Identity>,
    renamed: [Row.Identity: Row.Identity] = [:], hasOtherRows: Bool = false, isDiff: Bool = false
  ) {
    if hasOtherRows { otherRowsCount += 1 }
    self.content = content
    self.changeset = changeset
    self.isDiff = isDiff
    revision += 1
    version += 1
    refreshes.note(refreshed, at: version, in: content.table)
    renames.note(renamed, at: version)
  }

  /// Replaces the table with a table that looks the same.
  ///
  /// Readers of changes are not notified, but bound views and derived tables receive the new rows.
  mutating func replace(_ content: CapturedTable<Section, Row>, by changeset: Changeset<Section, Row>) {
    self.content = content
    self.changeset = changeset
    isDiff = false
    version += 1
    otherRowsCount += 1
  }

  /// Advances the state to a derived table, unless the table looks the same as the current one.
  package mutating func derive(
    _ content: CapturedTable<Section, Row>, refreshed: Set<Row.Identity> = [],
    renamed: [Row.Identity: Row.Identity] = [:], hasOtherRows: Bool = false, with differencer: Differencer<Section, Row>
  ) {
    guard revision >= 0 else { return advance(to: content, by: nil, refreshed: refreshed) }
    let hints = DiffHints(refreshed: refreshed, renamed: renamed)
    let changeset = differencer.uncancelledChangeset(from: self.content, to: content, hints: hints)
    derive(content, by: changeset, hints: hints, hasOtherRows: hasOtherRows, isDiff: true)
  }

  /// Advances the state to a derived table with a known changeset, unless it looks the same and no table has a value.
  package mutating func derive(
    _ content: CapturedTable<Section, Row>, by changeset: Changeset<Section, Row>, hints: DiffHints<Row.Identity>,
    hasOtherRows: Bool, isDiff: Bool = false
  ) {
    renames.note(hints.renamed, at: version + 1)
    if !changeset.isEmpty {
      advance(
        to: content, by: changeset, refreshed: hints.refreshed, hasOtherRows: hasOtherRows, isDiff: isDiff)
    } else if hasOtherRows || content.value != nil || self.content.value != nil {
      replace(content, by: changeset)
    }
  }

  package func refreshed(since seen: SourceState?) -> Set<Row.Identity> {
    refreshes.ids(after: seen?.version ?? version)
  }

  package func renamed(since seen: SourceState?) -> [Row.Identity: Row.Identity] {
    renames.names(after: seen?.version ?? version)
  }

  /// Returns the renamed identities of derived rows, if these rows have the given type.
  package func renamed<Derived>(since seen: SourceState?, as derived: Derived.Type) -> [Derived.Identity: Derived
    .Identity]
  where Derived: Diffable & Sendable {
    guard let seen, !renames.isEmpty, Derived.self == Row.self else { return [:] }
    return renamed(since: seen) as? [Derived.Identity: Derived.Identity] ?? [:]
  }

  /// Returns whether rows may differ from those of an earlier state although they compare equal.
  package func hasOtherRows(than seen: SourceState) -> Bool { otherRowsCount != seen.otherRowsCount }

  package func changeset(since seen: SourceState, with differencer: Differencer<Section, Row>) -> Changeset<
    Section, Row
  > {
    if let changeset, version == seen.version + 1 { return changeset }
    return differencer.uncancelledChangeset(
      from: seen.content, to: content,
      hints: DiffHints(refreshed: refreshed(since: seen), renamed: renamed(since: seen))
    )
  }
}
