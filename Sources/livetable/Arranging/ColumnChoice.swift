/// The columns that the user wants to see, in order.
struct ColumnChoice: Equatable, Sendable {
  private var hidden: Set<ExactText> = []
  /// The columns in the user's order, or an empty array if no column has been moved.
  private var order: [ExactText] = []

  var isPlain: Bool { hidden.isEmpty && order.isEmpty }

  mutating func hide(_ name: String) { hidden.insert(ExactText(name)) }

  mutating func reset() { self = ColumnChoice() }

  mutating func move(_ name: String, by step: Int, among columns: [String]) {
    var names = shown(of: columns).map(ExactText.init)
    guard let index = names.firstIndex(of: ExactText(name)), names.indices.contains(index + step) else { return }
    names.swapAt(index, index + step)
    order = names
  }

  /// Returns the visible columns, followed by columns that appeared after the user's choice.
  func shown(of columns: [String]) -> [String] {
    let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    let keys = columns.enumerated().map { (rank: ranks[ExactText($1)] ?? .max, index: $0) }
    return keys.filter { !hidden.contains(ExactText(columns[$0.index])) }.sorted { $0 < $1 }.map { columns[$0.index] }
  }
}
