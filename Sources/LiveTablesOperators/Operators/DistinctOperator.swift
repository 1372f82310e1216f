public import TableDiff

/// Keeps the first row of each key of its flat source.
///
/// Rows are grouped by their keys; what is kept is the first row of each group.
@usableFromInline
package struct DistinctOperator<Row: Diffable & Sendable, Key: Diffable & Sendable>: TableOperator {
  @usableFromInline typealias Groups = GroupOperator<Row, Key>

  /// The derived table.
  @inlinable package var table: TableSnapshot<OneSection, Row> { derived }

  @usableFromInline var derived = TableSnapshot<OneSection, Row>(rows: [])
  @usableFromInline var groups: Groups

  /// Creates an operator for a source without rows.
  ///
  /// - Parameter key: Rows with the same identity of it count as one.
  @inlinable package init(by key: @escaping @Sendable (Row) -> Key) { groups = GroupOperator(RowGrouping(by: key)) }

  /// Looks at all rows.
  ///
  /// - Complexity: O(*n*).
  @inlinable package mutating func reset(to source: TableSnapshot<OneSection, Row>) {
    groups.reset(to: source)
    derive()
  }

  /// Nothing can be set.
  @inlinable package mutating func set(_ parameter: Void) {}

  /// Looks at the rows that are new, changed or moved.
  ///
  /// - Complexity: O(*k* log² *n*) for *k* operations that are few, else O(*n*).
  @inlinable package mutating func follow(_ changeset: Changeset<OneSection, Row>) {
    let before = groups.table
    groups.follow(changeset)
    let after = groups.table
    guard let change = after.difference(from: before).unstaged(from: before) else { return derive() }
    derived.edit(0) { rows in
      rows.rope.followSections(change) { after.rope[$0].rows.rope[0] }
      // A row of a group that stays may be another one that compares equal.
      let changed = change.sections.map(\.new)
      rows.rope.update(changed) { rank, row in row = after.rope[changed[rank]].rows.rope[0] }
    }
  }

  @inlinable mutating func derive() {
    derived = TableSnapshot(rows: groups.table.rope.map { $0.rows.rope[0] })
  }
}
