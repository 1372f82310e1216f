import LiveTables

/// A command that the user gives a table or a page by pressing a key.
enum TableCommand: Hashable, Sendable {
  case move(ListScroller.Motion)
  case left, right
  case deselect
  case tap
  case toggle
  case pause
  case undo, redo
  case delete, moveUp, moveDown
  case quit

  init?(_ key: Key) {
    switch key {
    case .up, "k": self = .move(.up)
    case .down, "j": self = .move(.down)
    case .pageUp, .control("b"): self = .move(.pageUp)
    case .pageDown, .control("f"): self = .move(.pageDown)
    case .home, "g": self = .move(.home)
    case .end, "G": self = .move(.end)
    case .left, "h": self = .left
    case .right, "l": self = .right
    case .escape: self = .deselect
    case .enter: self = .tap
    case "x": self = .toggle
    case " ": self = .pause
    case .control("z"): self = .undo
    case .control("y"): self = .redo
    case .delete: self = .delete
    case "K": self = .moveUp
    case "J": self = .moveDown
    case "q", .control("c"): self = .quit
    default: return nil
    }
  }
}

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
