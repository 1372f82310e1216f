import LiveTables

/// The selected row of each component of a picker, which shows each section of a table as a component.
///
/// ```swift
/// var shown = PickerSelection()
/// let paths = shown.update(selected: link.selection.paths, rowCounts: link.table.rowCounts)
/// link.selection.select(paths: paths)     // the row that a component shows is selected
/// ```
///
/// A component always shows a row. A picker has no API for insertions, so it reloads a component after any change to
/// it.
package struct PickerSelection: Hashable, Sendable {
  /// The selected row of each component, or `nil` for a component without rows.
  package private(set) var rows: [Int?] = []

  /// Creates a value that has no components.
  package init() {}

  /// Updates the selected rows after a change is completely on screen.
  ///
  /// A component shows the selected row of its section. If that section has no selected row, the component keeps its
  /// position, or uses the nearest position that exists. A new component shows its first row.
  ///
  /// - Parameters:
  ///   - selected: The selected rows of the table, in order. The first row of each section is used.
  ///   - rowCounts: The number of rows in each component.
  /// - Returns: The value of ``paths`` after the update.
  package mutating func update(selected: [RowPath], rowCounts: [Int]) -> [RowPath] {
    var wanted: [Int: Int] = [:]
    for path in selected where wanted[path.section] == nil { wanted[path.section] = path.row }
    rows = rowCounts.enumerated().map { component, count in
      if count <= 0 { return nil }
      let before = rows.indices.contains(component) ? rows[component] : nil
      return max(0, min(wanted[component] ?? before ?? 0, count - 1))
    }
    return paths
  }

  /// Selects the row that the user has chosen, if the component exists.
  package mutating func select(_ path: RowPath) {
    if rows.indices.contains(path.section) { rows[path.section] = path.row }
  }

  /// The path of the selected row of each component, in order, without components that have no rows.
  package var paths: [RowPath] {
    rows.enumerated().compactMap { component, row in row.map { RowPath(section: component, row: $0) } }
  }

  /// Returns the components that must be reloaded after a batch.
  ///
  /// - Returns: The ascending indices of the components after the batch, or `nil` if all components must be reloaded
  ///   because some were inserted, deleted, or moved.
  package static func changedComponents(after operations: BatchOperations) -> [Int]? {
    if operations.hasSectionStructure || !operations.reloadedSections.isEmpty { return nil }
    let rows =
      operations.deletedRows + operations.insertedRows + operations.updatedRows
      + operations.movedRows.flatMap { [$0.from, $0.to] }
    return Set(rows.map(\.section) + operations.updatedSections).ascending()
  }
}
