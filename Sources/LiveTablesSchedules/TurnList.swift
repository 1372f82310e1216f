#if compiler(>=6.3) && canImport(Glibc)
/// The turns of a schedule as text.
package struct TurnList {
  private static let limit = 100

  package let lines: [String]

  package init(_ turns: [Run.Turn]) {
    let shown = turns.prefix(Self.limit)
    let symbols = Symbols(of: Set(shown.flatMap(\.functions)))
    let width = "\(shown.count)".count
    var tasks: Set<Int> = []
    var lines = shown.enumerated().map { index, turn in
      let number = "\(index + 1)"
      let padding = String(repeating: " ", count: width - number.count)
      let isNew = tasks.insert(turn.task).inserted
      let place = symbols.names(of: turn.functions) ?? (isNew ? "begins" : nil)
      return "  \(padding)\(number). task \(turn.task), \(turn.lane)" + (place.map { ": \($0)" } ?? "")
    }
    if turns.count > shown.count { lines.append("  and \(turns.count - shown.count) more turns") }
    self.lines = lines
  }
}
#endif
