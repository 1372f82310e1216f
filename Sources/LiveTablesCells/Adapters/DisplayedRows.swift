import LiveTables

/// The rows on screen by their cells: which row a cell showed is known when it leaves the screen, also if the row is gone.
package struct DisplayedRows<Row> {
  package struct Entry {
    package var row: Row
    package var path: RowPath
    /// Whether the row was deleted; its path is the last one then.
    package var isGone = false
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  package init() {}

  /// What a cell shows; `nil` if it is not on the screen.
  package subscript(cell: ObjectIdentifier) -> Entry? { entries[cell] }

  /// A cell comes on the screen.
  package mutating func willDisplay(_ cell: ObjectIdentifier, _ row: Row, at path: RowPath) {
    entries[cell] = Entry(row: row, path: path)
  }

  /// A cell leaves the screen.
  ///
  /// - Returns: What it showed; `nil` if it was not on the screen.
  package mutating func didEndDisplaying(_ cell: ObjectIdentifier) -> Entry? { entries.removeValue(forKey: cell) }

  /// The table has changed.
  ///
  /// - Parameters:
  ///   - target: Where a row is now.
  ///   - row: The row at a path now.
  package mutating func follow(_ target: (RowPath) -> RowPath?, row: (RowPath) -> Row?) {
    for (cell, entry) in entries where !entry.isGone {
      guard let path = target(entry.path), let row = row(path) else {
        entries[cell]?.isGone = true
        continue
      }
      entries[cell] = Entry(row: row, path: path)
    }
  }

  /// All cells are taken away.
  ///
  /// - Returns: What they showed, from above.
  package mutating func removeAll() -> [Entry] {
    defer { entries = [:] }
    return entries.values.sorted { $0.path.number }
  }
}
