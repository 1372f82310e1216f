import LiveTables

/// What became of one row from one table to another.
struct RowChange: Equatable {
  /// The row before; `nil` where it is new.
  var old: Record?
  /// The row afterwards; `nil` where it is gone.
  var new: Record?
  /// Where it was, in the table before.
  var source: RowPath?
  /// Where it is, in the table afterwards.
  var target: RowPath?
  /// Whether it changed its place among the rows that both tables have.
  var isMoved = false
  /// Whether its content changed, as far as that counts.
  var isUpdated = false

  /// The columns whose values changed.
  var columns: [ColumnChange] {
    if let old, let new { ColumnChange.changes(from: old.object, to: new.object) } else { [] }
  }
}

extension RowChange {
  /// The changed rows: first the deleted rows in their old order, then the others in their new order.
  ///
  /// - Parameters:
  ///   - changeset: The difference.
  ///   - ignored: The columns whose changes alone do not count.
  static func changes(
    _ changeset: Changeset<Group, Record>, ignoring ignored: IgnoredColumns = IgnoredColumns(names: [])
  ) -> [RowChange] {
    let rows = changeset.rows
    var others: [RowPath: RowChange] = [:]
    for row in rows.inserted { others[row.path] = RowChange(new: row.value, target: row.path) }
    for pair in rows.updated + rows.moved {
      let isUpdated = ignored.areDifferent(pair.old, pair.new)
      others[pair.target] = RowChange(
        old: pair.old, new: pair.new, source: pair.source, target: pair.target, isUpdated: isUpdated)
    }
    for pair in rows.moved { others[pair.target]?.isMoved = true }
    let deleted = rows.deleted.map { RowChange(old: $0.value, source: $0.path) }
    return (deleted + others.keys.sorted().compactMap { others[$0] }).filter { !$0.operations.isEmpty }
  }
}
