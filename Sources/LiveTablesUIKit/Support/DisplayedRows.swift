#if canImport(UIKit)
@_spi(Adapters) import LiveTables

/// The rows on the screen by their cells, so that it can be said which row leaves it, also when that is gone.
///
/// A pure value, a screenful long.
struct DisplayedRows<Row> {
  struct Entry {
    var row: Row
    var path: RowPath
    /// Whether the row is in the table no more; its path is the last one then.
    var isGone = false
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// A cell comes on the screen.
  mutating func willDisplay(_ cell: ObjectIdentifier, _ row: Row, at path: RowPath) {
    entries[cell] = Entry(row: row, path: path)
  }

  /// A cell leaves the screen.
  ///
  /// - Returns: What it showed; `nil` if it was not on the screen.
  mutating func didEndDisplaying(_ cell: ObjectIdentifier) -> Entry? { entries.removeValue(forKey: cell) }

  /// The table has changed.
  ///
  /// - Parameters:
  ///   - target: Where a row is now.
  ///   - row: The row at a path now.
  mutating func follow(_ target: (RowPath) -> RowPath?, row: (RowPath) -> Row?) {
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
  mutating func removeAll() -> [Entry] {
    defer { entries = [:] }
    return entries.values.sorted { $0.path < $1.path }
  }
}
#endif
