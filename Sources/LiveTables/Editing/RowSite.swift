/// A row with its path and section, as passed to edits and actions.
public struct RowSite<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The row.
  public let row: Row

  /// The path of the row.
  ///
  /// If the row is about to be inserted, the path after the insertion.
  public let path: RowPath

  /// The value of the row's section.
  public let section: Section

  init(_ row: Row, at path: RowPath, in section: Section) {
    self.row = row
    self.path = path
    self.section = section
  }

  package init?(_ path: RowPath, in table: TableSnapshot<Section, Row>) {
    guard let row = table[path] else { return nil }
    self.init(row, at: path, in: table.sections[path.section].value)
  }
}

/// A kind of edit that a user can make.
public enum EditKind: Hashable, Sendable, CaseIterable {
  /// Deleting a row.
  case delete
  /// Inserting a row.
  case insert
  /// Changing the content of a row.
  case update
  /// Moving a row.
  case move
}
