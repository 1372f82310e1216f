public import LiveTables

/// The selected row of each component of a picker that shows the sections of a table as components.
///
/// ```swift
/// var wheels = PickerWheels()
/// let resting = wheels.settle(selected: link.selection.paths, rowCounts: link.table.rowCounts)
/// link.selection.select(paths: resting)     // what a wheel shows is what is selected
/// ```
///
/// A component always shows a row. A picker has no insertions, so it reloads the component on any change.
@_spi(Adapters) public struct PickerWheels: Hashable, Sendable {
  /// The selected row of each component, or `nil` for a component without rows.
  @_spi(Adapters) public private(set) var rows: [Int?] = []

  /// Creates a value without components.
  @_spi(Adapters) public init() {}

  /// Updates the selected rows after a change is completely on screen.
  ///
  /// A component selects its selected row. If no row is selected, it keeps its position, or uses the nearest one that
  /// exists. A new component selects its first row.
  ///
  /// - Parameters:
  ///   - selected: The selected rows of the table, in order. The first row of each section is used.
  ///   - rowCounts: The number of rows in each component.
  /// - Returns: The selected row of each component, in order, without components that have no rows.
  @_spi(Adapters) public mutating func settle(selected: [RowPath], rowCounts: [Int]) -> [RowPath] {
    var wanted: [Int: Int] = [:]
    for path in selected where wanted[path.section] == nil { wanted[path.section] = path.row }
    rows = rowCounts.enumerated().map { wheel, count in
      if count <= 0 { return nil }
      let before = rows.indices.contains(wheel) ? rows[wheel] : nil
      return max(0, min(wanted[wheel] ?? before ?? 0, count - 1))
    }
    return resting
  }

  /// Handles a selection by the user, with no effect if the component does not exist.
  @_spi(Adapters) public mutating func turn(to path: RowPath) {
    if rows.indices.contains(path.section) { rows[path.section] = path.row }
  }

  /// The selected row of each component, in order, without components that have no rows.
  @_spi(Adapters) public var resting: [RowPath] {
    rows.enumerated().compactMap { wheel, row in row.map { RowPath(section: wheel, row: $0) } }
  }

  /// Returns the components that have to be reloaded after a batch.
  ///
  /// - Returns: Ascending indices after the batch, or `nil` to reload all components because some were inserted,
  ///   deleted or moved.
  @_spi(Adapters) public static func stale(after operations: BatchOperations) -> [Int]? {
    if operations.hasSectionStructure || !operations.reloadedSections.isEmpty { return nil }
    let rows =
      operations.deletedRows + operations.insertedRows + operations.updatedRows
      + operations.movedRows.flatMap { [$0.from, $0.to] }
    return Set(rows.map(\.section) + operations.updatedSections).ascending()
  }
}
