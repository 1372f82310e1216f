import LiveTables

extension TableSnapshot {
  /// Returns the path of the position below a row, which may be in the next section, or `nil` at the end of the table.
  package func path(below path: RowPath) -> RowPath? {
    guard sections.indices.contains(path.section) else { return nil }
    if path.row + 1 < sections[path.section].rows.count { return RowPath(section: path.section, row: path.row + 1) }
    return path.section + 1 < sections.count ? RowPath(section: path.section + 1, row: 0) : nil
  }

  /// Returns the path of the position above a row, which may be in the previous section, or `nil` at the start of the
  /// table.
  package func path(above path: RowPath) -> RowPath? {
    guard sections.indices.contains(path.section) else { return nil }
    if path.row > 0 { return RowPath(section: path.section, row: path.row - 1) }
    return path.section > 0 ? RowPath(section: path.section - 1, row: sections[path.section - 1].rows.count) : nil
  }
}
