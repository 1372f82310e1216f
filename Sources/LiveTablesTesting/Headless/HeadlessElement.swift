@_spi(Adapters) public import LiveTablesCells

/// Something that takes up room in a ``HeadlessTableView``.
@_spi(Adapters) public enum HeadlessElement: Hashable, Sendable {
  /// What stands above all sections.
  case tableHeader
  /// A header or a footer.
  case supplementary(SupplementaryPlace)
  /// A row.
  case row(RowPath)
  /// What stands below all sections.
  case tableFooter
}

/// Where everything is, one thing below the other.
struct HeadlessLayout {
  struct Item {
    let element: HeadlessElement
    let top: Double
    let bottom: Double
  }

  private(set) var items: [Item] = []
  private var tops: [HeadlessElement: Item] = [:]

  /// The height of the table.
  var height: Double { items.last?.bottom ?? 0 }

  /// Puts something below everything else.
  mutating func append(_ element: HeadlessElement, height: Double) {
    let item = Item(element: element, top: self.height, bottom: self.height + max(0, height))
    items.append(item)
    tops[element] = item
  }

  subscript(element: HeadlessElement) -> Item? { tops[element] }

  /// What is on the screen, from above.
  func visible(offset: Double, height: Double) -> ArraySlice<Item> {
    let first = items.partitioningIndex { $0.bottom > offset }
    let end = items.partitioningIndex { $0.top >= offset + height }
    return items[first..<max(first, end)]
  }
}
