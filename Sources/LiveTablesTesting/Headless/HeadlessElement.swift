package import LiveTablesCells

/// An element in the layout of a ``HeadlessTableView``.
package enum HeadlessElement: Hashable, Sendable {
  /// The header of the table.
  case tableHeader
  /// A section header or footer, or another supplementary view.
  case supplementary(SupplementaryPath)
  /// A row of the table.
  case row(RowPath)
  /// The footer of the table.
  case tableFooter
}

/// The vertical positions of the elements of a ``HeadlessTableView``.
struct HeadlessLayout {
  struct Item {
    let element: HeadlessElement
    let top: Double
    let bottom: Double
  }

  /// The items, from top to bottom.
  private(set) var items: [Item] = []
  /// The items by element.
  private var tops: [HeadlessElement: Item] = [:]

  var height: Double { items.last?.bottom ?? 0 }

  mutating func append(_ element: HeadlessElement, height: Double) {
    let item = Item(element: element, top: self.height, bottom: self.height + max(0, height))
    items.append(item)
    tops[element] = item
  }

  subscript(element: HeadlessElement) -> Item? { tops[element] }

  func visible(offset: Double, height: Double) -> ArraySlice<Item> {
    let first = items.partitioningIndex { $0.bottom > offset }
    let end = items.partitioningIndex { $0.top >= offset + height }
    return items[first..<max(first, end)]
  }
}
