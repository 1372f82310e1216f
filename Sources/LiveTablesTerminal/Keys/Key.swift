/// A key that was pressed.
///
/// Printable keys are written as they are: `key == "q"`.
public struct Key: Hashable, Sendable {
  private enum Kind: Hashable, Sendable {
    case character(Character)
    case control(Character)
    case alt(Character)
    case named(Name)
  }

  private enum Name: Hashable, Sendable {
    case enter, tab, backTab, backspace, delete, insert, escape
    case up, down, left, right, pageUp, pageDown, home, end
  }

  private let kind: Kind

  /// The key that types a character.
  public static func character(_ character: Character) -> Key { Key(kind: .character(character)) }

  /// A letter, in lower case, pressed together with the control key.
  public static func control(_ letter: Character) -> Key { Key(kind: .control(letter)) }

  /// A character typed together with the alt (meta, option) key.
  public static func alt(_ character: Character) -> Key { Key(kind: .alt(character)) }

  /// The return key.
  public static let enter = Key(kind: .named(.enter))
  /// The tabulator key.
  public static let tab = Key(kind: .named(.tab))
  /// The tabulator key pressed together with the shift key.
  public static let backTab = Key(kind: .named(.backTab))
  /// The key that deletes what is before the cursor.
  public static let backspace = Key(kind: .named(.backspace))
  /// The key that deletes what is at the cursor.
  public static let delete = Key(kind: .named(.delete))
  /// The insert key.
  public static let insert = Key(kind: .named(.insert))
  /// The escape key.
  public static let escape = Key(kind: .named(.escape))
  /// The arrow up.
  public static let up = Key(kind: .named(.up))
  /// The arrow down.
  public static let down = Key(kind: .named(.down))
  /// The arrow to the left.
  public static let left = Key(kind: .named(.left))
  /// The arrow to the right.
  public static let right = Key(kind: .named(.right))
  /// The key that goes back a page.
  public static let pageUp = Key(kind: .named(.pageUp))
  /// The key that goes on a page.
  public static let pageDown = Key(kind: .named(.pageDown))
  /// The key that goes to the start.
  public static let home = Key(kind: .named(.home))
  /// The key that goes to the end.
  public static let end = Key(kind: .named(.end))

  /// What the key types, or nil for keys that type nothing.
  public var character: Character? {
    if case .character(let character) = kind { character } else { nil }
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
    switch kind {
    case .character(let character): String(character)
    case .control(let letter): "ctrl-\(letter)"
    case .alt(let character): "alt-\(character)"
    case .named(let name): "\(name)"
    }
  }
}
