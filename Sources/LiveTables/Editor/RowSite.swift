/// A row with its path and section, as passed to edits and actions.
public struct RowSite<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  /// The value of the row.
  public let row: Row

  /// The path of the row.
  ///
  /// For a row that is about to be inserted, this is the path after the insertion.
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
