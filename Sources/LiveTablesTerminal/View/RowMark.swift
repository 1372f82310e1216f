import LiveTables

/// The mark of a row, as the character at the start of its line.
enum RowMark: Character, Sendable {
  case inserted = "+"
  case updated = "*"
  case moved = "~"
  case deleted = "-"
}

/// The age of a change, in steps that differ in appearance.
enum Freshness: Sendable {
  case old, fading, fresh
}

/// The line next to which a deleted row is shown.
enum DeletedRowNeighbor: Hashable, Sendable {
  case row(RowPath)
  /// The header of a section without rows.
  case header(section: Int)
  /// The table has no rows.
  case emptyTable
}
