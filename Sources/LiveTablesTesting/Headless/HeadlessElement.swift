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

  /// A single element, or consecutive rows of a section that have the same height.
  struct Run {
    let first: HeadlessElement
    let count: Int
    let top: Double
    let height: Double

    var bottom: Double { top + Double(count) * height }

    func item(_ index: Int) -> Item {
      let element: HeadlessElement =
        if case .row(let path) = first { .row(RowPath(section: path.section, row: path.row + index)) } else { first }
      let top = top + Double(index) * height
      return Item(element: element, top: top, bottom: top + height)
    }
  }

  /// The runs, from top to bottom.
  private(set) var runs: [Run] = []
  /// The runs by first element.
  private var runsByElement: [HeadlessElement: Run] = [:]

  var height: Double { runs.last?.bottom ?? 0 }

  /// Appends an element, or the given number of rows of a section.
  mutating func append(_ first: HeadlessElement, count: Int = 1, height: Double) {
    if count == 0 { return }
    let run = Run(first: first, count: count, top: self.height, height: max(0, height))
    runs.append(run)
    runsByElement[first] = run
  }

  subscript(element: HeadlessElement) -> Item? {
    if let run = runsByElement[element] { return run.item(0) }
    guard case .row(let path) = element, path.row > 0,
      let run = runsByElement[.row(RowPath(section: path.section, row: 0))], path.row < run.count
    else { return nil }
    return run.item(path.row)
  }

  func visible(offset: Double, height: Double) -> [Item] {
    let first = runs.partitioningIndex { $0.bottom > offset }
    return runs[first...].prefix { $0.top < offset + height }.flatMap { run in
      let first = (0..<run.count).partitioningIndex { run.item($0).bottom > offset }
      let end = (0..<run.count).partitioningIndex { run.item($0).top >= offset + height }
      return (first..<max(first, end)).map(run.item)
    }
  }
}
