public import LiveTables

/// An operator that keeps only the first row with each key of a flat source.
///
/// The operator groups rows by key, and keeps the first row of each group.
@usableFromInline
package struct DistinctOperator<Row: Diffable & Sendable, Key: Diffable & Sendable>: TableOperator {
  @usableFromInline typealias Groups = GroupOperator<Row, Key>

  @inlinable package var table: TableSnapshot<OneSection, Row> { derived }

  @usableFromInline var derived = TableSnapshot<OneSection, Row>(rows: [])
  @usableFromInline var groups: Groups

  /// Creates an operator for a source that has no rows yet.
  ///
  /// - Parameter key: A closure that returns the key of a row. Keys are compared by identity.
  @inlinable package init(by key: @escaping @Sendable (Row) -> Key) { groups = GroupOperator(RowGrouping(by: key)) }

  /// - Complexity: O(*n*).
  @inlinable package mutating func reset(to source: TableSnapshot<OneSection, Row>) {
    groups.reset(to: source)
    derive()
  }

  /// - Complexity: O(*k* log² *n*) for a small number *k* of operations, otherwise O(*n*).
  @inlinable package mutating func follow(_ changeset: Changeset<OneSection, Row>) {
    let (source, before) = (groups.source, groups.table)
    groups.follow(changeset)
    let after = groups.table
    guard let section = changeset.followed(from: source),
      let change = after.difference(from: before).unstaged(from: before)
    else { return derive() }
    guard let section else { return }
    // A new or changed row may differ from a row that compares equal, which the diff does not report.
    let touched = section.arrivals.map(\.row) + section.updates.map { Int($0.new) }
    let changed = Set(change.sections.map(\.new) + touched.map(groups.section(ofRowAt:))).sorted()
    derived.edit(0) { rows in
      rows.rope.followSections(change) { after.rope[$0].rows.rope[0] }
      rows.rope.update(changed) { rank, row in row = after.rope[changed[rank]].rows.rope[0] }
    }
  }

  @inlinable mutating func derive() {
    derived = TableSnapshot(rows: groups.table.rope.map { $0.rows.rope[0] })
  }
}
