import LiveTablesTerminal

/// A command for filtering, sorting, or grouping the rows on screen.
enum ArrangementCommand: Hashable, Sendable {
  case search, showAll, onlyChanged
  case sortByCursor, thenByCursor, sortByNext, sortByPrevious, reverse
  case groupByCursor, groupByNext, ungroup

  static let ofKeys: [Key: Self] = [
    "/": .search, .escape: .showAll, "*": .onlyChanged, "s": .sortByCursor, ",": .thenByCursor, ">": .sortByNext,
    "<": .sortByPrevious, "o": .reverse, "R": .reverse, "t": .groupByCursor, "T": .groupByNext, "u": .ungroup,
  ]
}
