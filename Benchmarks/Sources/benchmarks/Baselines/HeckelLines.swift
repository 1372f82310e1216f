import LiveTables

/// The first five passes of Heckel's paper, which pair the equal lines of two files.
struct HeckelLines {
  /// An entry of the symbol table, with an identity's count in both files and its line in the old one.
  final class Symbol {
    fileprivate var oldCount = 0
    fileprivate var newCount = 0
    fileprivate var oldLine = -1
  }

  /// An element of the paper's arrays OA and NA.
  enum Line {
    case symbol(Symbol)
    case paired(Int)

    /// The paired line of the other file, or -1.
    var counterpart: Int {
      switch self {
      case .symbol: -1
      case .paired(let line): line
      }
    }
  }

  private(set) var old: [Line] = []
  private(set) var new: [Line] = []

  init<Row: Diffable>(old oldRows: [Row], new newRows: [Row]) {
    var symbols = [Row.Identity: Symbol](minimumCapacity: newRows.count)
    new.reserveCapacity(newRows.count)
    old.reserveCapacity(oldRows.count)
    for row in newRows {
      let symbol = Self.entry(&symbols[row.identity, default: Symbol()])
      symbol.newCount += 1
      new.append(.symbol(symbol))
    }
    for (line, row) in oldRows.enumerated() {
      // Identities that the new file lacks need no entry in the dictionary.
      let symbol = symbols[row.identity] ?? Symbol()
      symbol.oldCount += 1
      symbol.oldLine = line
      old.append(.symbol(symbol))
    }
    pairUniqueLines()
    pairFollowers()
    pairPredecessors()
  }

  /// Finds or creates an entry with a single dictionary lookup.
  private static func entry(_ symbol: inout Symbol) -> Symbol { symbol }

  private mutating func pairUniqueLines() {
    for line in new.indices {
      if case .symbol(let symbol) = new[line], symbol.newCount == 1, symbol.oldCount == 1 { pair(symbol.oldLine, line) }
    }
  }

  private mutating func pairFollowers() {
    for line in new.indices.dropLast() {
      guard case .paired(let other) = new[line], other + 1 < old.count else { continue }
      pairIfSame(other + 1, line + 1)
    }
  }

  private mutating func pairPredecessors() {
    for line in new.indices.dropFirst().reversed() {
      guard case .paired(let other) = new[line], other > 0 else { continue }
      pairIfSame(other - 1, line - 1)
    }
  }

  private mutating func pairIfSame(_ oldLine: Int, _ newLine: Int) {
    guard case .symbol(let one) = old[oldLine], case .symbol(let two) = new[newLine], one === two else { return }
    pair(oldLine, newLine)
  }

  private mutating func pair(_ oldLine: Int, _ newLine: Int) {
    old[oldLine] = .paired(newLine)
    new[newLine] = .paired(oldLine)
  }
}
