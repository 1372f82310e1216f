import LiveTablesTerminal

/// What a key does to the arrangement of rows.
enum ArrangementCommand: Hashable, Sendable {
  case search
  case showAll
  case onlyChanged
  case sortByCursor
  case thenByCursor
  case groupByCursor
  case sortByNext
  case sortByPrevious
  case reverse
  case groupByNext
  case ungroup

  /// The command of a key, for keys that have one.
  init?(_ key: Key) {
    switch key {
    case "/": self = .search
    case .escape: self = .showAll
    case "*": self = .onlyChanged
    case "s": self = .sortByCursor
    case ",": self = .thenByCursor
    case "t": self = .groupByCursor
    case ">": self = .sortByNext
    case "<": self = .sortByPrevious
    case "o", "R": self = .reverse
    case "T": self = .groupByNext
    case "u": self = .ungroup
    default: return nil
    }
  }

  /// Which keys help.
  static let help = "? help"
}
