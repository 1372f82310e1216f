import LiveTables

/// The change to a row between two tables.
struct RowChange: Equatable {
  var old: Record?
  var new: Record?
  var source: RowPath?
  var target: RowPath?
  /// Whether the row moved relative to other rows that are in both tables.
  var isMoved = false
  var isUpdated = false

  var columns: [ColumnChange] {
    if let old, let new { ColumnChange.changes(from: old.object, to: new.object) } else { [] }
  }
}

extension RowChange {
  /// Returns the deleted rows in their old order, followed by the other changed rows in their new order.
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
