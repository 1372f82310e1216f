public import LiveTables

/// An operator that removes each row after its deadline has passed.
///
/// Rows are sorted by deadline internally. Therefore, expired rows are found without visiting other rows.
@usableFromInline
package struct ExpiryOperator<Section: Diffable & Sendable, Row: Diffable & Sendable, Time: Comparable & Sendable>:
  TableOperator
{
  /// The current time.
  ///
  /// The time is initially `nil`, in which case no row has expired.
  @usableFromInline package typealias Parameter = Time

  @inlinable package var table: TableSnapshot<Section, Row> { filter.derived }

  @usableFromInline let deadline: @Sendable (Row) -> Time
  @usableFromInline var filter: FilterOperator<Section, Row>
  @usableFromInline var sort: SortOperator<Section, Row>
  @usableFromInline var now: Time?

  @inlinable package init(at deadline: @escaping @Sendable (Row) -> Time) {
    self.deadline = deadline
    filter = FilterOperator { _ in true }
    sort = SortOperator(RowOrder(by: deadline, Self.isSooner))
  }

  /// Returns whether a time precedes another.
  ///
  /// A time that is not equal to itself precedes all other times, so that its row has expired.
  @inlinable static func isSooner(_ time: Time, _ other: Time) -> Bool {
    if time < other { return true }
    let isNone = time != time
    return isNone && other == other
  }

  /// - Complexity: O(*n* log *n*).
  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) {
    filter.reset(to: source)
    sort.reset(to: source)
  }

  /// Removes expired rows unless the work is cancelled, or processes all rows if the time was set back.
  ///
  /// - Complexity: O(*k* log² *n*) for *k* expired rows.
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

  /// - Complexity: O(*k* log² *n*) for a small number *k* of operations, otherwise O(*n* log *n*).
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) {
    filter.follow(changeset)
    sort.follow(changeset)
  }
}

extension FilterOperator {
  /// Removes rows from a section.
  ///
  /// - Parameters:
  ///   - rows: The ascending indices of the rows in a section of the source. Rows that were already removed are
  ///     ignored.
  @inlinable mutating func drop(_ rows: [Int], in index: Int) {
    var flags = flags[index]
    let kept = rows.filter { flags[$0] }
    let gone = flags.ranks(ofKept: kept)
    flags.update(kept) { _, flag in flag = false }
    self.flags.replace(index..<index + 1, with: [flags])
    derived.edit(index) { $0.rope.remove(at: gone) }
  }
}
