#if DIFFERENCEKIT
import DifferenceKit
import LiveTables

/// DifferenceKit's diff, with the changes of each stage and the rows after it.
struct DifferenceKitDifference<Row: BenchmarkRow> {
  private struct Element: Differentiable {
    let row: Row
    var differenceIdentifier: Row.Identity { row.identity }
    func isContentEqual(to other: Element) -> Bool { row.hasSameContent(as: other.row) }
  }

  private let old: [Element]
  private let new: [Element]

  init(from old: [Row], to new: [Row]) {
    self.old = old.map(Element.init)
    self.new = new.map(Element.init)
  }

  func count() -> Int {
    StagedChangeset(source: old, target: new).reduce(0) { $0 &+ $1.changeCount &+ $1.data.count }
  }
}
#endif
