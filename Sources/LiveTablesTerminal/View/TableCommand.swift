/// The effect of a key on a table.
enum TableCommand: Hashable, Sendable {
  case move(ListScroller.Motion)
  case left, right
  case deselect
  case tap
  case toggle
  case pause
  case undo, redo
  case quit

  /// Creates the command of a key, or returns `nil` if it has none.
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
    case "q", .control("c"): self = .quit
    default: return nil
    }
  }
}
