import Foundation
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

  /// Reports that the cell of a row appears on screen.
  package func rowAppears(in cell: AnyObject, at path: RowPath) {
    guard let row = link.table[path] else { return }
    displayed.willDisplay(ObjectIdentifier(cell), row, at: path)
    link.events.report(.willDisplay, at: path)
  }

  /// Reports that a cell has left the screen.
  ///
  /// - Returns: The row of the cell, which may have been deleted, or `nil` if the cell was not on screen.
  @discardableResult package func rowDisappears(with cell: AnyObject) -> Row? {
    guard let entry = displayed.didEndDisplaying(ObjectIdentifier(cell)) else { return nil }
    link.events.report(.didEndDisplaying, entry.row, at: entry.path)
    return entry.row
  }

  /// Reports that all cells have left the screen, from top to bottom.
  package func allRowsDisappear() {
    for entry in displayed.removeAll() { link.events.report(.didEndDisplaying, entry.row, at: entry.path) }
  }

  /// Returns whether a row can be deleted and the rules provide no actions, so that a menu offers the deletion.
  package func offersDeletion(at path: RowPath) -> Bool {
    !link.editing.rules.offersActions && link.editing.may(.delete, at: path)
  }

  /// An action that deletes a row, with a localized title.
  package static var deletion: RowAction<Section, Row> {
    .delete(Bundle.main.localizedString(forKey: "Delete", value: nil, table: nil))
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
