enum TableCommand: Hashable, Sendable {
  case move(ListScroller.Motion)
  case moveSideways(SidewaysDirection)
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
    case .left, "h": self = .moveSideways(.left)
    case .right, "l": self = .moveSideways(.right)
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
