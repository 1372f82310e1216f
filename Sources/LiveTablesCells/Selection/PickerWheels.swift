public import LiveTables

/// The wheels of a picker, which are the sections of a table side by side: at which row each one rests.
///
/// ```swift
/// var wheels = PickerWheels()
/// let resting = wheels.settle(selected: link.selection.paths, rowCounts: link.table.rowCounts)
/// link.selection.select(paths: resting)     // what a wheel shows is what is selected
/// ```
///
/// A wheel cannot show nothing, and knows no insertions: whatever happens in it, it is drawn again.
@_spi(Adapters) public struct PickerWheels: Hashable, Sendable {
  /// For each wheel the row that it rests at; `nil` where it has no rows.
  @_spi(Adapters) public private(set) var rows: [Int?] = []

  /// Creates wheels that show nothing yet.
  @_spi(Adapters) public init() {}

  /// The wheels come to rest when all of a change is on screen.
  ///
  /// A wheel rests at its selected row. Where none is selected, it stays where it was, or as near to that as there are
  /// rows; a new one begins at its first row.
  ///
  /// - Parameters:
  ///   - selected: What is selected, in order; of several rows of a section the first counts.
  ///   - rowCounts: How many rows the wheels have.
  /// - Returns: Where the wheels rest now, in order; those without rows are left out.
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

  /// The user has turned a wheel.
  ///
  /// A wheel that is not there changes nothing.
  @_spi(Adapters) public mutating func turn(to path: RowPath) {
    if rows.indices.contains(path.section) { rows[path.section] = path.row }
  }

  /// Where the wheels rest, in order; those without rows are left out.
  @_spi(Adapters) public var resting: [RowPath] {
    rows.enumerated().compactMap { wheel, row in row.map { RowPath(section: wheel, row: $0) } }
  }

  /// Which wheels have to be drawn again after a batch.
  ///
  /// - Returns: Indices after the batch, in order; `nil` if wheels came, went or changed places, which concerns all.
  @_spi(Adapters) public static func stale(after operations: BatchOperations) -> [Int]? {
    if operations.hasSectionStructure || !operations.reloadedSections.isEmpty { return nil }
    let rows =
      operations.deletedRows + operations.insertedRows + operations.updatedRows
      + operations.movedRows.flatMap { [$0.from, $0.to] }
    return Set(rows.map(\.section) + operations.updatedSections).ascending()
  }
}
