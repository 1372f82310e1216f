/// Which columns the user wants to see, and in which order.
struct ColumnChoice: Equatable, Sendable {
  private var hidden: Set<ExactText> = []
  /// The columns in the user's order, where there is one.
  private var order: [ExactText] = []

  /// Whether all columns are seen, in their own order.
  var isPlain: Bool { hidden.isEmpty && order.isEmpty }

  /// Does not show a column any more.
  mutating func hide(_ name: String) { hidden.insert(ExactText(name)) }

  /// Shows all columns again, in their own order.
  mutating func reset() { self = ColumnChoice() }

  /// Moves a column by a place, within the columns that are shown.
  mutating func move(_ name: String, by step: Int, among columns: [String]) {
    var names = shown(of: columns).map(ExactText.init)
    guard let place = names.firstIndex(of: ExactText(name)), names.indices.contains(place + step) else { return }
    names.swapAt(place, place + step)
    order = names
  }

  /// The columns that are shown: those that came after the user's choice are the last ones.
  func shown(of columns: [String]) -> [String] {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    let seen = columns.enumerated().filter { !hidden.contains(ExactText($0.element)) }
    return seen.sorted { one, two in
      let key = { (column: (offset: Int, element: String)) in (places[ExactText(column.element)] ?? .max, column.offset)
      }
      return key(one) < key(two)
    }.map(\.element)
  }
}
