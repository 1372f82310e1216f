/// The columns that the user wants to see, in order.
struct ColumnChoice: Equatable, Sendable {
  private var hidden: Set<ExactText> = []
  /// The columns in the user's order, or an empty array if no column has been moved.
  private var order: [ExactText] = []

  /// Whether all columns are shown in their original order.
  var isPlain: Bool { hidden.isEmpty && order.isEmpty }

  mutating func hide(_ name: String) { hidden.insert(ExactText(name)) }

  mutating func reset() { self = ColumnChoice() }

  mutating func move(_ name: String, by step: Int, among columns: [String]) {
    var names = shown(of: columns).map(ExactText.init)
    guard let place = names.firstIndex(of: ExactText(name)), names.indices.contains(place + step) else { return }
    names.swapAt(place, place + step)
    order = names
  }

  /// Returns the visible columns, followed by columns that appeared after the user's choice.
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
