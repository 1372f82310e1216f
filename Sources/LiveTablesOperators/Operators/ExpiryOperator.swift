public import LiveTables

/// Keeps the rows of its source whose time has not come.
///
/// Rows are sorted by their times behind the scenes, so that those whose time has come are found without the others.
@usableFromInline
package struct ExpiryOperator<Section: Diffable & Sendable, Row: Diffable & Sendable, Time: Comparable & Sendable>:
  TableOperator
{
  /// What the time is; `nil` at first, when no row has expired.
  @usableFromInline package typealias Parameter = Time

  /// The derived table.
  @inlinable package var table: TableSnapshot<Section, Row> { filter.derived }

  @usableFromInline let deadline: @Sendable (Row) -> Time
  @usableFromInline var filter: FilterOperator<Section, Row>
  @usableFromInline var sort: SortOperator<Section, Row>
  @usableFromInline var now: Time?

  /// Creates an operator for a source without sections.
  ///
  /// - Parameter deadline: When a row goes.
  @inlinable package init(at deadline: @escaping @Sendable (Row) -> Time) {
    self.deadline = deadline
    filter = FilterOperator { _ in true }
    sort = SortOperator(RowOrder(by: deadline, Self.isSooner))
  }

  /// Whether a time comes before another; one that is not equal to itself comes first: a row is not kept until then.
  @inlinable static func isSooner(_ time: Time, _ other: Time) -> Bool {
    if time < other { return true }
    let isNone = time != time
    return isNone && other == other
  }

  /// Looks at all rows.
  ///
  /// - Complexity: O(*n* log *n*).
  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) {
    filter.reset(to: source)
    sort.reset(to: source)
  }

  /// Lets the rows go whose time has come, unless the work is called off; if the time goes back, looks at all rows.
  ///
  /// - Complexity: O(*k* log² *n*) for *k* rows that go.
  @inlinable package mutating func set(_ time: Time, check: () throws -> Void) rethrows {
    let (before, deadline) = (now, deadline)
    now = time
    if before.map({ !($0 <= time) }) ?? false {
      return try filter.set({ deadline($0) > time }, { _ in true }, check: check)
    }
    filter.isKept = { deadline($0) > time }
    for index in 0..<sort.derived.rope.count {
      let rows = sort.derived.rope[index].rows.rope
      let start = before.map { before in rows.firstPosition { deadline($1) > before } } ?? 0
      let end = rows.firstPosition { deadline($1) > time }
      if start >= end { continue }
      let order = sort.orders[index]
      let gone = try (start..<end).map { row in
        if (row - start) % 1_024 == 0 { try check() }
        return sort.list.position(of: order.sorted[row], in: order.tokens)
      }
      filter.drop(gone.sorted(), in: index)
    }
  }

  /// Looks at the rows that are new, changed or moved.
  ///
  /// - Complexity: O(*k* log² *n*) for *k* operations that are few, else O(*n* log *n*).
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) {
    filter.follow(changeset)
    sort.follow(changeset)
  }
}

extension FilterOperator {
  /// Rows that are kept are kept no longer.
  ///
  /// - Parameters:
  ///   - rows: Their places in a section of the source, ascending; those that are not kept are passed over.
  ///   - index: The section.
  @inlinable mutating func drop(_ rows: [Int], in index: Int) {
    var flags = flags[index]
    let kept = rows.filter { flags[$0] }
    let gone = flags.ranks(ofKept: kept)
    flags.update(kept) { _, flag in flag = false }
    self.flags.replace(index..<index + 1, with: [flags])
    derived.edit(index) { $0.rope.remove(at: gone) }
  }
}
