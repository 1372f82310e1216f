/// A key that was pressed.
///
/// Printable keys are written as they are: `key == "q"`.
public enum Key: Hashable, Sendable {
  /// The key that types a character.
  case character(Character)
  /// A letter, in lower case, pressed together with the control key.
  case control(Character)
  /// A character typed together with the alt (meta, option) key.
  case alt(Character)
  /// A character of pasted text; a line break and a tabulator are spaces. It types in a prompt, and is no command.
  case pasted(Character)
  /// Something that the mouse does.
  case mouse(Mouse)
  /// The return key.
  case enter
  /// The tabulator key.
  case tab
  /// The tabulator key pressed together with the shift key.
  case backTab
  /// The key that deletes what is before the cursor.
  case backspace
  /// The key that deletes what is at the cursor.
  case delete
  /// The insert key.
  case insert
  /// The escape key.
  case escape
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The arrow to the left.
  case left
  /// The arrow to the right.
  case right
  /// The key that goes back a page.
  case pageUp
  /// The key that goes on a page.
  case pageDown
  /// The key that goes to the start.
  case home
  /// The key that goes to the end.
  case end

  /// What the mouse does, and where on the screen, counted from zero.
  public struct Mouse: Hashable, Sendable {
    /// What it does: the left button goes down, or the wheel turns.
    public enum Action: Hashable, Sendable { case press, wheelUp, wheelDown }

    /// What it does.
    public var action: Action
    /// The column of the screen.
    public var column: Int
    /// The row of the screen.
    public var row: Int
  }

  /// What the mouse does, where it is no key.
  var mouse: Mouse? { if case .mouse(let mouse) = self { mouse } else { nil } }

  /// What the key types, or nil for keys that type nothing and for pasted text.
  public var character: Character? {
    if case .character(let character) = self { character } else { nil }
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key that types a character.
  public init(extendedGraphemeClusterLiteral value: Character) {
    self = .character(value)
  }
}

extension Key: CustomStringConvertible {
  /// The key's name, as in `ctrl-c`.
  public var description: String {
    switch self {
    case .character(let character): String(character)
    case .control(let letter): "ctrl-\(letter)"
    case .alt(let character): "alt-\(character)"
    case .pasted(let character): "pasted \(character)"
    case .mouse(let mouse): "\(mouse.action) at \(mouse.column),\(mouse.row)"
    case .enter: "enter"
    case .tab: "tab"
    case .backTab: "backTab"
    case .backspace: "backspace"
    case .delete: "delete"
    case .insert: "insert"
    case .escape: "escape"
    case .up: "up"
    case .down: "down"
    case .left: "left"
    case .right: "right"
    case .pageUp: "pageUp"
    case .pageDown: "pageDown"
    case .home: "home"
    case .end: "end"
    }
  }
}
