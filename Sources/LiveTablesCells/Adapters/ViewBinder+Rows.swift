import LiveTables

extension ViewBinder {
  /// The number of sections in the view, which may differ from the number in the table.
  package var sectionCount: Int {
    updates.isCurrent ? link.table.sections.count : updates.rowCounts(of: link.table.rowCounts).count
  }

  /// Returns the number of rows in a section of the view.
  package func rowCount(ofSection section: Int) -> Int {
    let sections = link.table.sections
    if updates.isCurrent { return sections.indices.contains(section) ? sections[section].rows.count : 0 }
    let counts = updates.rowCounts(of: link.table.rowCounts)
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// Returns closures that perform actions on a row, even if the row has moved.
  ///
  /// A closure returns `true` if it has performed the action. For a destructive action, the row must also have left the
  /// screen, because a view might otherwise remove a row whose edit is pending or was rejected.
  package func performers(
    of actions: [RowAction<Section, Row>], at path: RowPath
  ) -> [(action: RowAction<Section, Row>, perform: @MainActor () -> Bool)] {
    let row = link.editing.followRow(at: path)
    return actions.map { action in
      (
        action,
        { @MainActor [weak self] in
          guard let self, let path = row.path else { return false }
          return link.editing.perform(action, at: path) && (!action.isDestructive || row.path == nil)
        }
      )
    }
  }
}
