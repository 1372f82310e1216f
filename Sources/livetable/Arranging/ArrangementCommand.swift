import LiveTablesTerminal

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

  /// The hint about the help key in the status line.
  static let help = "? help"
}
