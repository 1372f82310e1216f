public import LiveTables

/// A join, with generic functions that are specialized in the module that creates it (see ``Differencer``).
@usableFromInline
struct RunningJoin<
  Left: Diffable & Sendable, Right: Diffable & Sendable, Key: Hashable & Sendable, Row: Diffable & Sendable
>: Sendable {
  @usableFromInline typealias Machine = JoinOperator<Left, Right, Key, Row>
  /// A change to a source, and the old paths of rows that may differ although they compare equal.
  @usableFromInline typealias SourceChange<Other: Diffable & Sendable> = (
    changeset: Changeset<OneSection, Other>, replaced: [RowPath]
  )
  /// A closure that applies changes, and returns the rows to refresh although they compare equal.
  @usableFromInline typealias Perform =
    @Sendable (inout Machine, SourceChange<Left>?, SourceChange<Right>?) -> [Row.Identity]

  var machine: Machine
  let left: Differencer<OneSection, Left>
  let right: Differencer<OneSection, Right>
  let differencer: Differencer<OneSection, Row>
  let perform: Perform

  @inlinable init(_ machine: Machine) {
    self.init(machine, Differencer(), Differencer(), Differencer()) { machine, left, right in
      machine.follow(
        left: left.map { $0.changeset.updating($0.replaced) }, right: right.map { $0.changeset.updating($0.replaced) })
      return machine.identities(derivedFrom: left?.changeset.refreshed ?? [], right?.changeset.refreshed ?? [])
    }
  }

  @usableFromInline init(
    _ machine: Machine, _ left: Differencer<OneSection, Left>, _ right: Differencer<OneSection, Right>,
    _ differencer: Differencer<OneSection, Row>, _ perform: @escaping Perform
  ) {
    self.machine = machine
    self.left = left
    self.right = right
    self.differencer = differencer
    self.perform = perform
  }
}

/// An actor that joins two sources for any number of readers.
///
/// The join is computed when it is read, and includes all changes to both sources in one step. Readers wait until both
/// sources have a table.
actor JoinNode<
  Left: Diffable & Sendable, Right: Diffable & Sendable, Key: Hashable & Sendable, Row: Diffable & Sendable
>: TableSource {
  private let left: any TableSource<OneSection, Left>
  private let right: any TableSource<OneSection, Right>
  private var running: RunningJoin<Left, Right, Key, Row>
  private var seen: (left: SourceState<OneSection, Left>, right: SourceState<OneSection, Right>)?
  private var derived = SourceState<OneSection, Row>()

  init(
    _ running: RunningJoin<Left, Right, Key, Row>, _ left: any TableSource<OneSection, Left>,
    _ right: any TableSource<OneSection, Right>
  ) {
    self.running = running
    self.left = left
    self.right = right
  }

  func subscribe(_ signal: Signal) async {
    await left.subscribe(signal)
    await right.subscribe(signal)
  }

  var state: SourceState<OneSection, Row> {
    get async {
      await ReadMoment.open { moment in
        let left = await left.read
        let right = await right.read
        // The code below runs in one turn: another reader may have an older or newer state.
        left.checkMoment(against: seen?.left, by: self)
        right.checkMoment(against: seen?.right, by: self)
        if !moment.isStale { follow(left, right) }
        return derived
      }
    }
  }

  private func follow(_ left: SourceState<OneSection, Left>, _ right: SourceState<OneSection, Right>) {
    if left.version >= 0, right.version >= 0 { catchUp(left, right) }
    if left.failure != nil { derived.finish(with: left) }
    if right.failure != nil { derived.finish(with: right) }
    if left.isFinished, right.isFinished { derived.finish() }
  }

  private func catchUp(_ left: SourceState<OneSection, Left>, _ right: SourceState<OneSection, Right>) {
    let isNew = (left: left.version > seen?.left.version ?? -1, right: right.version > seen?.right.version ?? -1)
    defer {
      derived.include(left, since: seen?.left)
      derived.include(right, since: seen?.right)
      seen = (left.newer(than: seen?.left), right.newer(than: seen?.right))
    }
    if !isNew.left, !isNew.right { return }
    let refreshed = running.perform(
      &running.machine, isNew.left ? change(to: left, since: seen?.left, running.left) : nil,
      isNew.right ? change(to: right, since: seen?.right, running.right) : nil)
    let hasOtherRows = seen.map { left.hasOtherRows(than: $0.left) || right.hasOtherRows(than: $0.right) } ?? false
    var renamed = isNew.left ? left.renamed(since: seen?.left, as: Row.self) : [:]
    if isNew.right { renamed.chain(right.renamed(since: seen?.right, as: Row.self)) }
    derived.derive(
      running.differencer.capture(running.machine.table), refreshed: Set(refreshed), renamed: renamed,
      hasOtherRows: hasOtherRows, with: running.differencer)
  }

  private func change<Other>(
    to state: SourceState<OneSection, Other>, since seen: SourceState<OneSection, Other>?,
    _ differencer: Differencer<OneSection, Other>
  ) -> RunningJoin<Left, Right, Key, Row>.SourceChange<Other> {
    guard let seen else { return (Changeset(reloading: state.table, from: TableSnapshot(), because: .firstTable), []) }
    let changeset = state.changeset(since: seen, with: differencer)
    if !state.hasOtherRows(than: seen) { return (changeset, []) }
    return (changeset, changeset.source.pathsOfRowsNotShared(with: changeset.target))
  }
}

extension JoinNode: PromptSource {
  nonisolated var answersAtOnce: Bool { left.isPrompt && right.isPrompt }
}

/// A kind of join, which determines whether the join contains unmatched rows.
public enum JoinKind: Hashable, Sendable {
  /// A join that contains no unmatched rows.
  case inner
  /// A join that contains unmatched rows of the left source.
  case left
  /// A join that contains unmatched rows of both sources. Unmatched rows of the right source are at the end.
  case full
}

/// A row of a join: a pair of rows or an unmatched row.
public struct JoinedRow<Left: Diffable & Sendable, Right: Diffable & Sendable>: Diffable, Sendable {
  /// The row of the left source, or `nil` if the right row is unmatched.
  public let left: Left?
  /// The row of the right source, or `nil` if the left row is unmatched.
  public let right: Right?

  @inlinable init(_ left: Left?, _ right: Right?) {
    self.left = left
    self.right = right
  }

  @usableFromInline struct Pair: Hashable, Sendable {
    @usableFromInline let left: Left.Identity?
    @usableFromInline let right: Right.Identity?

    @inlinable init(_ left: Left.Identity?, _ right: Right.Identity?) {
      self.left = left
      self.right = right
    }

    // Both functions are written explicitly so that they are specialized for the rows, like all functions that a diff
    // calls.
    @inlinable static func == (one: Pair, other: Pair) -> Bool {
      one.left == other.left && one.right == other.right
    }

    @inlinable func hash(into hasher: inout Hasher) {
      hasher.combine(left)
      hasher.combine(right)
    }
  }

  /// The identities of both rows.
  @inlinable public var identity: some Hashable & Sendable { Pair(left?.identity, right?.identity) }

  /// Returns whether both rows have the same content.
  @inlinable public func hasSameContent(as other: JoinedRow) -> Bool {
    left.hasSameContent(as: other.left) && right.hasSameContent(as: other.right)
  }
}

extension JoinedRow: Equatable where Left: Equatable, Right: Equatable {}

extension TableSource where Section == OneSection {
  /// Joins the rows with the rows of another source.
  ///
  /// The result contains a row for each pair of rows with the same key.
  ///
  /// Pairs are in the order of this source. Pairs with the same row of this source are in the order of the other
  /// source. A changed row affects the pairs that contain it. An insertion, deletion or move in the other source
  /// affects all pairs with the same key.
  ///
  /// - Parameters:
  ///   - other: The source to join.
  ///   - kind: The kind of join.
  ///   - key: A closure that returns the key of a row.
  ///   - otherKey: A closure that returns the key of a row in the other source.
  /// - Returns: A derived source, which has a table when both sources have one, and ends when both sources have ended.
  @inlinable public func joined<Other: Diffable & Sendable, Key: Hashable & Sendable>(
    with other: some TableSource<OneSection, Other>, _ kind: JoinKind = .inner,
    by key: @escaping @Sendable (Row) -> Key, and otherKey: @escaping @Sendable (Other) -> Key
  ) -> DerivedTable<OneSection, JoinedRow<Row, Other>> {
    let machine = JoinOperator<Row, Other, Key, JoinedRow<Row, Other>>(key, otherKey) { row, partners, rows in
      if partners.isEmpty, kind != .inner { rows.append(JoinedRow(row, nil)) }
      for index in partners.indices { rows.append(JoinedRow(row, partners[index])) }
    } unmatched: {
      JoinedRow(nil, $0)
    }
    return DerivedTable(
      joining: self, other, by: kind == .full ? machine : machine.withoutUnmatched, edits: .left(of: self))
  }

  /// Merges the rows with the rows of another source by identity.
  ///
  /// - Parameters:
  ///   - other: The source to merge. Its rows follow the rows of this source. Rows whose identities also occur in this
  ///     source are not repeated.
  ///   - choose: A closure that combines two rows with the same identity. By default, the row of this source is used.
  /// - Returns: A derived source, which has a table when both sources have one, and ends when both sources have ended.
  @inlinable public func merged(
    with other: some TableSource<OneSection, Row>,
    choosing choose: @escaping @Sendable (Row, Row) -> Row = { one, _ in one }
  ) -> DerivedTable<OneSection, Row> {
    let machine = JoinOperator<Row, Row, Row.Identity, Row>(\.identity, \.identity) { row, partners, rows in
      rows.append(partners.first.map { choose(row, $0) } ?? row)
    } unmatched: {
      $0
    }
    return DerivedTable(
      joining: self, other, by: machine, edits: .both(RequestRoute(to: self), RequestRoute(to: other)))
  }
}

extension DerivedTable {
  @inlinable init<Left: Diffable & Sendable, Right: Diffable & Sendable, Key: Hashable & Sendable>(
    joining left: some TableSource<OneSection, Left>, _ right: some TableSource<OneSection, Right>,
    by machine: JoinOperator<Left, Right, Key, Row>, edits: RequestRoute<OneSection, Row>
  ) where Section == OneSection { self.init(RunningJoin(machine), left, right, edits) }

  @usableFromInline init<Left: Diffable & Sendable, Right: Diffable & Sendable, Key: Hashable & Sendable>(
    _ running: RunningJoin<Left, Right, Key, Row>, _ left: any TableSource<OneSection, Left>,
    _ right: any TableSource<OneSection, Right>, _ edits: RequestRoute<OneSection, Row>
  ) where Section == OneSection { self.init(JoinNode(running, left, right), edits) }
}
