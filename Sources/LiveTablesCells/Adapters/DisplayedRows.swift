import LiveTables

/// The rows that are on screen, keyed by cell, including deleted rows whose cells have not left the screen yet.
package struct DisplayedRows<Row> {
  package struct Entry {
    package var row: Row
    package var path: RowPath
    /// Whether the row has been deleted, in which case `path` is its last path.
    package var isGone = false
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  package init() {}

  /// The row that a cell shows, or `nil` if the cell is not on screen.
  package subscript(cell: ObjectIdentifier) -> Entry? { entries[cell] }

  /// Records that a cell appears on screen.
  package mutating func willDisplay(_ cell: ObjectIdentifier, _ row: Row, at path: RowPath) {
    entries[cell] = Entry(row: row, path: path)
  }

  /// Records that a cell has left the screen.
  ///
  /// - Returns: The cell's row, or `nil` if the cell was not on screen.
  package mutating func didEndDisplaying(_ cell: ObjectIdentifier) -> Entry? { entries.removeValue(forKey: cell) }

  /// Updates the rows after a change to the table.
  ///
  /// - Parameters:
  ///   - target: A closure that returns the new path of a row.
  ///   - row: A closure that returns the row at a new path.
  package mutating func follow(_ target: (RowPath) -> RowPath?, row: (RowPath) -> Row?) {
    for (cell, entry) in entries where !entry.isGone {
      guard let path = target(entry.path), let row = row(path) else {
        entries[cell]?.isGone = true
        continue
      }
      entries[cell] = Entry(row: row, path: path)
    }
  }

  /// Removes all cells.
  ///
  /// - Returns: The rows of the removed cells, from top to bottom.
  package mutating func removeAll() -> [Entry] {
    defer { entries = [:] }
    return entries.values.sorted { $0.path.number }
  }
}
