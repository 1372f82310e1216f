import LiveTablesTerminal

/// What a key does to the lists.
enum TodoCommand: Equatable {
  case add
  case addList
  case rename
  case check
  case delete
  case down
  case up
  case removeEmptyLists

  /// The command of a key, for keys that have one.
  init?(_ key: Key) {
    switch key {
    case "a": self = .add
    case "A": self = .addList
    case "r", .enter: self = .rename
    case " ": self = .check
    case "d", .delete: self = .delete
    case "J": self = .down
    case "K": self = .up
    case "D": self = .removeEmptyLists
    default: return nil
    }
  }

  /// Which keys help.
  static let help = "a add  r rename  space check  d delete  J K move  q quit"
}
