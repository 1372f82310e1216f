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

/// The place of a deleted row before or after a line.
struct DeletedRowPlace: Equatable {
  var neighbor: DeletedRowNeighbor
  var isAfterNeighbor: Bool

  /// The position among the rows of the table, of which row *r* has the position 2*r* + 1 in its section.
  var rank: RowPath {
    switch neighbor {
    case .row(let path): RowPath(section: path.section, row: 2 * path.row + (isAfterNeighbor ? 2 : 0))
    case .header(let section): RowPath(section: section, row: 0)
    case .emptyTable: RowPath(section: 0, row: 0)
    }
  }
}
