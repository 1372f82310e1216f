/// A row that an edit or an action is about, and where it is shown.
public struct RowSite<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The row.
  public let row: Row

  /// Where it is, or would be if it is about to be inserted.
  public let path: RowPath

  /// The value of its section.
  public let section: Section

  init(_ row: Row, at path: RowPath, in section: Section) {
    self.row = row
    self.path = path
    self.section = section
  }

  /// The row at a path, if there is one.
  package init?(_ path: RowPath, in table: TableSnapshot<Section, Row>) {
    guard let row = table[path] else { return nil }
    self.init(row, at: path, in: table.sections[path.section].value)
  }
}

/// What a user can do to a row.
public enum EditKind: Hashable, Sendable, CaseIterable {
  /// Removing it.
  case delete
  /// Putting it where it is not yet.
  case insert
  /// Changing what it is.
  case update
  /// Taking it to another place.
  case move
}
