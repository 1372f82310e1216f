/// A key press, or a character of pasted text.
///
/// You can write printable keys as literals: `key == "q"`.
public enum Key: Hashable, Sendable {
  /// A key that types a character.
  case character(Character)
  /// The Control key and a letter, in lower case.
  case control(Character)
  /// The Alt (Meta, Option) key and a character.
  case alt(Character)
  /// A character of pasted text, in which spaces replace line breaks and tabs. Prompts insert the character, but it
  /// never acts as a command.
  case pasted(Character)
  /// The Return key.
  case enter
  /// The Tab key.
  case tab
  /// The Shift and Tab keys.
  case backTab
  /// The Backspace key, which deletes the character before the cursor.
  case backspace
  /// The Delete key, which deletes the character at the cursor.
  case delete
  /// The Insert key.
  case insert
  /// The Escape key.
  case escape
  /// The Up Arrow key.
  case up
  /// The Down Arrow key.
  case down
  /// The Left Arrow key.
  case left
  /// The Right Arrow key.
  case right
  /// The Page Up key.
  case pageUp
  /// The Page Down key.
  case pageDown
  /// The Home key.
  case home
  /// The End key.
  case end

  /// The character that the key types, or `nil` for other keys and for pasted text.
  public var character: Character? {
    if case .character(let character) = self { character } else { nil }
  }
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates a key that types a character.
  public init(extendedGraphemeClusterLiteral value: Character) {
    self = .character(value)
  }
}

extension Key: CustomStringConvertible {
  /// The name of the key, for example `ctrl-c`.
  public var description: String {
    switch self {
    case .character(let character): String(character)
    case .control(let letter): "ctrl-\(letter)"
    case .alt(let character): "alt-\(character)"
    case .pasted(let character): "pasted \(character)"
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
