#if Postgres
internal import LiveTables

/// A row that an edit inserts, updates, or deletes.
enum RowWrite<Row: Diffable & Sendable>: Sendable {
  typealias Change = @Sendable (inout Row) -> Void

  case insert(Row)
  /// Updates a row. If there is a closure, the update can also be applied to newer versions of the row.
  case update(Row, to: Row, by: Change? = nil)
  case delete(Row)

  var edit: TableEdit<OneSection, Row> {
    switch self {
    case .insert(let row): .append(row)
    case .update(let old, _, let change?): .patch(.id(old.identity), change)
    case .update(let old, let row, nil): .replace(.id(old.identity), with: [row], isRefresh: false)
    case .delete(let row): .remove(id: row.identity)
    }
  }

  /// Returns the changes that edits make to rows, in order, without changes to their positions.
  ///
  /// A row that has been set is included even if its content is the same, because other properties may have changed.
  ///
  /// - Parameter table: The table before the edits.
  static func edits(
    of edits: [TableEdit<OneSection, Row>], on table: TableSnapshot<OneSection, Row>
  ) -> [RowWrite] {
    var table = table
    var all: [RowWrite] = []
    for edit in edits {
      let before = table
      let named = paths(of: edit, in: &table)
      guard table.apply(edit) else { continue }
      all += changes(by: edit, at: named, from: before, to: table)
    }
    return all
  }

  private static func paths(
    of edit: TableEdit<OneSection, Row>, in table: inout TableSnapshot<OneSection, Row>
  ) -> [RowPath] {
    switch edit {
    case .remove(let rows), .replace(let rows, _, _), .patch(let rows, _): table.paths(of: rows)
    default: []
    }
  }

  private static func changes(
    by edit: TableEdit<OneSection, Row>, at paths: [RowPath],
    from before: TableSnapshot<OneSection, Row>,
    to after: TableSnapshot<OneSection, Row>
  ) -> [RowWrite] {
    let old = paths.compactMap { before[$0] }
    switch edit {
    case .insert(let rows, _): return rows.map { .insert($0) }
    case .remove: return old.map { .delete($0) }
    case .patch(_, let change):
      return zip(old, paths).compactMap { row, path in after[path].map { .update(row, to: $0, by: change) } }
    case .replace(_, let rows, _):
      // Either each row is replaced by one row, or the number of rows changes.
      return old.count == rows.count ? zip(old, rows).map { .update($0, to: $1) } : changes(from: before, to: after)
    case .move, .order, .moveSections, .orderSections, .updateSection: return []
    case .set, .insertSections, .removeSections, .setSections:
      return changes(from: before, to: after)
    }
  }

  private static func changes(
    from before: TableSnapshot<OneSection, Row>, to after: TableSnapshot<OneSection, Row>
  ) -> [RowWrite] {
    // Rows that compare equal may differ in columns that are not shown.
    let rows = after.difference(from: before).updating(before.pathsOfRowsNotShared(with: after)).rows
    return rows.deleted.map { .delete($0.value) } + rows.updated.map { .update($0.old, to: $0.new) }
      + rows.inserted.map { .insert($0.value) }
  }
}
#endif
